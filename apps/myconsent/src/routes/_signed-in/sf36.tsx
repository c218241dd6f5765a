import { useLingui } from '@lingui/react/macro'
import { PageHeading } from '@registry/ui/layout/page.tsx'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { queryClient, shell } from '../../app/shell.ts'
import { sf36Queries } from '../../features/sf36/queries.ts'
import { Sf36Page } from '../../features/sf36/sf36-page.tsx'
import { readSf36Search } from '../../features/sf36/views.ts'

/**
 * A placeholder for the page while the questionnaire loads. It has its own file, because every page loads it and only the first visit loads
 * the page itself.
 */
const Sf36Skeleton = () => {
  const { t } = useLingui()
  return (
    <>
      <PageHeading title={t`Questionario sulla salute`} />
      <LinesSkeleton lines={8} />
    </>
  )
}

const Page = () => <Sf36Page search={Route.useSearch()} user={Route.useRouteContext().user} />

export const Route = createFileRoute('/_signed-in/sf36')({
  validateSearch: readSf36Search,
  loaderDeps: ({ search: { vista, questionario } }) => ({ vista, questionario }),
  loader: async ({ deps: { vista, questionario } }) => {
    if (questionario !== undefined) await queryClient.ensureQueryData(sf36Queries.response(questionario))
    else if (vista === 'compilati') await queryClient.ensureQueryData(sf36Queries.responses())
    else await Promise.all([queryClient.ensureQueryData(sf36Queries.questionnaire()), shell.drafts.open()])
  },
  pendingMs: 100,
  pendingComponent: Sf36Skeleton,
  component: Page,
})
