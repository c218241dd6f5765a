import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { queryClient, trpc } from '../../app/shell.ts'
import { consentQueries } from '../../features/consents/queries.ts'
import { PatientHome } from '../../features/home/patient-home.tsx'
import { findStartedQuestionnaire } from '../../features/sf36/draft.ts'

const Page = () => {
  const { data: consents } = useSuspenseQuery(consentQueries.current())
  return (
    <PatientHome
      user={Route.useRouteContext().user}
      consents={consents}
      startedQuestionnaire={Route.useLoaderData().startedQuestionnaire}
    />
  )
}

export const Route = createFileRoute('/_signed-in/myconsent')({
  loader: async () => {
    const [startedQuestionnaire] = await Promise.all([
      // The page also works without the questionnaire.
      findStartedQuestionnaire().catch(() => undefined),
      queryClient.ensureQueryData(trpc.home.patient.queryOptions()),
      queryClient.ensureQueryData(consentQueries.current()),
    ])
    return { startedQuestionnaire }
  },
  component: Page,
})
