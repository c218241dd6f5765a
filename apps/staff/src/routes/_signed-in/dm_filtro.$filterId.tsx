import { createFileRoute } from '@tanstack/react-router'
import { FilterPage } from '../../features/saved-filters/filter-page.tsx'
import { loadFilter } from '../../features/saved-filters/load-filters.ts'
import { filterAreas } from '../../features/saved-filters/filter-area.ts'
import { readFilterSearch } from '../../features/saved-filters/search.ts'
import { useFilterTab } from '../../features/saved-filters/use-filter-tab.ts'

const Page = () => <FilterPage area={filterAreas.dm} filterId={Route.useParams().filterId} {...useFilterTab(Route.useSearch())} />

export const Route = createFileRoute('/_signed-in/dm_filtro/$filterId')({
  validateSearch: readFilterSearch,
  loader: ({ params }) => loadFilter(params.filterId),
  component: Page,
})
