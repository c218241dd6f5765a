import { addTexts } from '@registry/ui/language/language.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { loadCohortTexts } from '../../app/messages.ts'
import { queryClient, trpc } from '../../app/shell.ts'
import { CohortPage } from '../../features/cohort/cohort-page.tsx'
import { filterAreas } from '../../features/saved-filters/filter-area.ts'
import { useStartFilter } from '../../features/saved-filters/use-start-filter.ts'

const useStart = () => useStartFilter(filterAreas.ca)

export const Route = createFileRoute('/_signed-in/ca_coorte')({
  loader: () =>
    Promise.all([addTexts(loadCohortTexts), queryClient.ensureQueryData(trpc.cohort.read.queryOptions({ asRole: filterAreas.ca.runsAs }))]),
  component: () => <CohortPage asRole={filterAreas.ca.runsAs} useStart={useStart} />,
})
