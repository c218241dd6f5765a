import { createFileRoute } from '@tanstack/react-router'
import { queryClient, shell } from '../../app/shell.ts'
import { sf36Queries } from '../../features/sf36/queries.ts'
import { Sf36Page } from '../../features/sf36/sf36-page.tsx'
import { Sf36Skeleton } from '../../features/sf36/sf36-skeleton.tsx'
import { readSf36Search } from '../../features/sf36/views.ts'

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
