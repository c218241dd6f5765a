import { createFileRoute } from '@tanstack/react-router'
import { FilterPage } from '../../features/saved-filters/filter-page.tsx'
import { loadFilter } from '../../features/saved-filters/load.ts'
import { filterPlaces } from '../../features/saved-filters/places.ts'
import { readFilterSearch, searchOfTab } from '../../features/saved-filters/search.ts'

const Page = () => {
  const navigate = Route.useNavigate()
  const { filterId } = Route.useParams()
  const { tab = 'detail' } = Route.useSearch()
  return (
    <FilterPage
      place={filterPlaces.ca}
      filterId={filterId}
      tab={tab}
      onTab={(next) => void navigate({ search: searchOfTab(next), replace: true })}
    />
  )
}

export const Route = createFileRoute('/_signed-in/ca_filtro/$filterId')({
  validateSearch: readFilterSearch,
  loader: ({ params }) => loadFilter(params.filterId),
  component: Page,
  staticData: { back: '/ca_filtri' },
})
