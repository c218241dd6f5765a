import { readViewAddress } from '@registry/ui/grid/view-address.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import { queryClient, shell, trpc } from '../../app/shell.ts'
import { filterAreas, newFilterId } from './filter-area.ts'
import { readFilterSearch } from './search.ts'

/** Loads the list of filters before its page opens. */
const loadFilters = () => queryClient.ensureQueryData(trpc.savedFilters.list.queryOptions())

/** Loads the available fields, the stored filter and its draft before the page opens. The server refuses an invalid id. */
const loadFilter = async (filterId: string): Promise<void> => {
  await Promise.all([
    queryClient.ensureQueryData(trpc.savedFilters.picker.queryOptions()),
    shell.drafts.open(),
    filterId === newFilterId ? undefined : queryClient.ensureQueryData(trpc.savedFilters.get.queryOptions(Number(filterId))),
  ])
}

/** The options of the route of the list of filters in an area. */
export const filterListRoute = (area: keyof typeof filterAreas) => ({
  validateSearch: readViewAddress,
  loader: loadFilters,
  component: lazyRouteComponent(async () => {
    const { FilterList } = await import('./filter-list.tsx')
    return { default: () => <FilterList area={filterAreas[area]} /> }
  }),
})

/** The options of the route of one filter in an area. */
export const filterRoute = (area: keyof typeof filterAreas) => ({
  validateSearch: readFilterSearch,
  loader: ({ params }: { readonly params: { readonly filterId: string } }) => loadFilter(params.filterId),
  component: lazyRouteComponent(async () => {
    const { FilterPage } = await import('./filter-page.tsx')
    return { default: () => <FilterPage area={filterAreas[area]} /> }
  }),
})
