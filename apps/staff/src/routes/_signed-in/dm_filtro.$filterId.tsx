import { createFileRoute } from '@tanstack/react-router'
import { filterRoute } from '../../features/saved-filters/filter-routes.tsx'

export const Route = createFileRoute('/_signed-in/dm_filtro/$filterId')(filterRoute('dm'))
