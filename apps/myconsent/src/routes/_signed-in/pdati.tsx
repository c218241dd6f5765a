import { createFileRoute } from '@tanstack/react-router'
import { queryClient, shell } from '../../app/shell.ts'
import { PersonalDataPage } from '../../features/personal-data/personal-data-page.tsx'
import { PersonalDataSkeleton } from '../../features/personal-data/personal-data-skeleton.tsx'
import { personalDataQueries } from '../../features/personal-data/queries.ts'
import { readPersonalDataSearch } from '../../features/personal-data/search.ts'

const Page = () => <PersonalDataPage search={Route.useSearch()} />

export const Route = createFileRoute('/_signed-in/pdati')({
  validateSearch: readPersonalDataSearch,
  loader: () => Promise.all([queryClient.ensureQueryData(personalDataQueries.own()), shell.drafts.open()]),
  pendingMs: 100,
  pendingComponent: PersonalDataSkeleton,
  component: Page,
})
