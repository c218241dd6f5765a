import { createFileRoute } from '@tanstack/react-router'
import { FilterList } from '../../features/saved-filters/filter-list.tsx'
import { loadFilters } from '../../features/saved-filters/load-filters.ts'
import { filterAreas } from '../../features/saved-filters/filter-area.ts'
import { readViewAddress } from '@registry/ui/grid/view-address.ts'
import { useListView } from '../../features/saved-filters/use-list-view.ts'

const Page = () => <FilterList area={filterAreas.ca} {...useListView(filterAreas.ca, Route.useSearch())} />

export const Route = createFileRoute('/_signed-in/ca_filtri')({
  validateSearch: readViewAddress,
  loader: loadFilters,
  component: Page,
})
