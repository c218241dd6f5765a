import { createFileRoute } from '@tanstack/react-router'
import { filterAreas } from '../../features/saved-filters/filter-area.ts'
import { FilterList } from '../../features/saved-filters/filter-list.tsx'
import { filterListRoute } from '../../features/saved-filters/filter-routes.ts'

export const Route = createFileRoute('/_signed-in/dm_filtri')({
  ...filterListRoute,
  component: () => <FilterList area={filterAreas.dm} />,
})
