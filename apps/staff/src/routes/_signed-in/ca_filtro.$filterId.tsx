import { createFileRoute } from '@tanstack/react-router'
import { filterAreas } from '../../features/saved-filters/filter-area.ts'
import { FilterPage } from '../../features/saved-filters/filter-page.tsx'
import { filterRoute } from '../../features/saved-filters/filter-routes.ts'

export const Route = createFileRoute('/_signed-in/ca_filtro/$filterId')({
  ...filterRoute,
  component: () => <FilterPage area={filterAreas.ca} />,
})
