import type { GridView } from '@registry/ui/grid/view.ts'
import { useRouter } from '@tanstack/react-router'
import type { FilterArea } from './filter-area.ts'
import { type ListSearch, toListSearch, toGridView } from './search.ts'

/** The list's search and order, kept in its address. */
export const useListView = ({ list }: FilterArea, search: ListSearch) => {
  const router = useRouter()
  return {
    view: toGridView(search),
    onView: (next: GridView): void => {
      // A search is told a moment after it was typed: by then the person may be on the way to a filter, and must not be called back.
      if (router.latestLocation.pathname === list) void router.navigate({ to: list, search: toListSearch(next), replace: true })
    },
  }
}
