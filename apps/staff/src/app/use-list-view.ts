import type { GridView } from '@registry/ui/grid/view.ts'
import { toGridView, toViewAddress, type ViewAddress } from '@registry/ui/grid/view-address.ts'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

/** Search, order, filters and columns of the list at an address, from that address. */
export const useListView = (list: string) => {
  const router = useRouter()
  const { sort = '', search = '', hidden = '', filters = '' }: ViewAddress = useSearch({ strict: false })
  return {
    view: useMemo(() => toGridView({ sort, search, hidden, filters }), [sort, search, hidden, filters]),
    onView: (next: GridView): void => {
      // The grid reports a search with a delay: a late report must not cancel a navigation to an entry.
      if (router.latestLocation.pathname !== list) return
      void router.navigate({ to: list, search: toViewAddress(next), replace: true, resetScroll: false })
    },
  }
}
