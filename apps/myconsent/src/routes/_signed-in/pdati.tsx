import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../app/shell.ts'
import {
  PersonalDataPage,
  personalDataQuery,
  PersonalDataSkeleton,
  readPersonalDataSearch,
} from '../../features/personal-data/personal-data-page.tsx'
import { referenceQueries } from '../../features/personal-data/reference-lists.ts'

const Page = () => <PersonalDataPage search={Route.useSearch()} />

export const Route = createFileRoute('/_signed-in/pdati')({
  validateSearch: readPersonalDataSearch,
  loader: () =>
    Promise.all([
      queryClient.ensureQueryData(personalDataQuery()),
      queryClient.ensureQueryData(referenceQueries.nations()),
      queryClient.ensureQueryData(referenceQueries.regions()),
    ]),
  pendingMs: 100,
  pendingComponent: PersonalDataSkeleton,
  component: Page,
})
