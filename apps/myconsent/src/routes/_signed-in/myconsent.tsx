import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { queryClient, trpc } from '../../app/shell.ts'
import { consentQueries } from '../../features/consents/queries.ts'
import { PatientHome } from '../../features/home/patient-home.tsx'

const Page = () => {
  const { data: consents } = useSuspenseQuery(consentQueries.current())
  return <PatientHome user={Route.useRouteContext().user} states={consents.states} />
}

export const Route = createFileRoute('/_signed-in/myconsent')({
  loader: () =>
    Promise.all([queryClient.ensureQueryData(trpc.home.patient.queryOptions()), queryClient.ensureQueryData(consentQueries.current())]),
  component: Page,
})
