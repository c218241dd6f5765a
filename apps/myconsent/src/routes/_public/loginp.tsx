import { createFileRoute } from '@tanstack/react-router'
import { openedLink } from '../../app/shell.ts'
import { useArrival } from '../../features/sign-in/arrival.ts'
import { PatientSignInPage } from '../../features/sign-in/patient-sign-in-page.tsx'

const Page = () => <PatientSignInPage link={openedLink} arrival={useArrival()} />

export const Route = createFileRoute('/_public/loginp')({ component: Page })
