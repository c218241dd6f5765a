import type { GridView } from '@registry/ui/grid/view.ts'
import { useRouter } from '@tanstack/react-router'
import type { FilterArea } from './filter-area.ts'
import { type ListSearch, toListSearch, toGridView } from './search.ts'

/** Search and order of the list, from the address. */
export const useListView = ({ list }: FilterArea, search: ListSearch) => {
  const router = useRouter()
  return {
    view: toGridView(search),
    onView: (next: GridView): void => {
      // The grid reports a search with a delay: a late report must not cancel a navigation to a filter.
      if (router.latestLocation.pathname === list) void router.navigate({ to: list, search: toListSearch(next), replace: true })
    },
  }
}
