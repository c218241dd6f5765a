import { createFileRoute } from '@tanstack/react-router'
import { FilterList } from '../../features/saved-filters/filter-list.tsx'
import { loadFilters } from '../../features/saved-filters/load.ts'
import { filterPlaces } from '../../features/saved-filters/places.ts'
import { readListSearch } from '../../features/saved-filters/search.ts'
import { useListView } from '../../features/saved-filters/use-list-view.ts'

const Page = () => <FilterList place={filterPlaces.ca} {...useListView(filterPlaces.ca, Route.useSearch())} />

export const Route = createFileRoute('/_signed-in/ca_filtri')({
  validateSearch: readListSearch,
  loader: loadFilters,
  component: Page,
  staticData: { back: '/uhome' },
})
