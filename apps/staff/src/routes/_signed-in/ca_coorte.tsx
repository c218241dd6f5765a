import { createFileRoute } from '@tanstack/react-router'
import { queryClient, trpc } from '../../app/shell.ts'
import { CohortPage } from '../../features/cohort/cohort-page.tsx'
import { filterAreas } from '../../features/saved-filters/filter-area.ts'
import { useStartFilter } from '../../features/saved-filters/use-start-filter.ts'

const useStart = () => useStartFilter(filterAreas.ca)

export const Route = createFileRoute('/_signed-in/ca_coorte')({
  loader: () => queryClient.ensureQueryData(trpc.cohort.read.queryOptions({ asRole: filterAreas.ca.runsAs })),
  component: () => <CohortPage asRole={filterAreas.ca.runsAs} useStart={useStart} />,
})
