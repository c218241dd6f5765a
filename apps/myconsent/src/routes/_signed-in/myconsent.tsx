import { createFileRoute } from '@tanstack/react-router'
import { queryClient, trpc } from '../../app/shell.ts'
import { PatientHome } from '../../features/home/patient-home.tsx'

const Page = () => <PatientHome user={Route.useRouteContext().user} />

export const Route = createFileRoute('/_signed-in/myconsent')({
  loader: () => queryClient.ensureQueryData(trpc.home.patient.queryOptions()),
  component: Page,
})
