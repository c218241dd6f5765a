import { createFileRoute } from '@tanstack/react-router'
import { openedLink } from '../../app/shell.ts'
import { PatientSignInPage } from '../../features/sign-in/patient-sign-in-page.tsx'

const Page = () => <PatientSignInPage link={openedLink} />

export const Route = createFileRoute('/_public/loginp')({ component: Page })
