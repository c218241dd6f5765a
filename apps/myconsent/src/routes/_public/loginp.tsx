import { createFileRoute } from '@tanstack/react-router'
import { openedLink } from '../../app/shell.ts'
import { PatientEntrance } from '../../features/sign-in/patient-entrance.tsx'

const Page = () => <PatientEntrance link={openedLink} />

export const Route = createFileRoute('/_public/loginp')({ component: Page, staticData: { back: '/' } })
