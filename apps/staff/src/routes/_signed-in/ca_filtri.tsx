import { createFileRoute } from '@tanstack/react-router'
import { filterListRoute } from '../../features/saved-filters/filter-routes.tsx'

export const Route = createFileRoute('/_signed-in/ca_filtri')(filterListRoute('ca'))
