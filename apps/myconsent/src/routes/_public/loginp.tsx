import { createFileRoute } from '@tanstack/react-router'
import { openedLink } from '../../app/shell.ts'
import { useSignInPrefill } from '../../features/sign-in/sign-in-prefill.ts'
import { PatientSignInPage } from '../../features/sign-in/patient-sign-in-page.tsx'

const Page = () => <PatientSignInPage link={openedLink} prefill={useSignInPrefill()} />

export const Route = createFileRoute('/_public/loginp')({ codeSplitGroupings: [], component: Page })
