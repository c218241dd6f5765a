import { createFileRoute } from '@tanstack/react-router'
import { queryClient, trpc } from '../../app/shell.ts'
import { CohortPage } from '../../features/cohort/cohort-page.tsx'
import { filterAreas } from '../../features/saved-filters/filter-area.ts'
import { useStartFilter } from '../../features/saved-filters/use-start-filter.ts'

const useStart = () => useStartFilter(filterAreas.dm)

export const Route = createFileRoute('/_signed-in/dm_coorte')({
  loader: () => queryClient.ensureQueryData(trpc.cohort.read.queryOptions({ asRole: filterAreas.dm.runsAs })),
  component: () => <CohortPage asRole={filterAreas.dm.runsAs} useStart={useStart} />,
})
