import { createFileRoute } from '@tanstack/react-router'
import { filterRoute } from '../../features/saved-filters/filter-routes.tsx'

export const Route = createFileRoute('/_signed-in/ca_filtro/$filterId')(filterRoute('ca'))
