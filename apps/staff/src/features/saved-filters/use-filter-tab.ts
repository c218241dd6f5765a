import { defaultView, type GridView } from '@registry/ui/grid/view.ts'
import { keepColumns, toGridView, toViewAddress } from '@registry/ui/grid/view-address.ts'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { type FilterSearch, type FilterTab, toFilterSearch } from './search.ts'

/** The open tab of a filter's page and the view of its patients. The address has no search and no filters of patients (decision 0033). */
export const useFilterTab = (opened: FilterSearch) => {
  const { sort = '', hidden = '' } = opened
  const tab: FilterTab = opened.tab ?? 'detail'
  const navigate = useNavigate()
  const [{ search, filters }, setOwnView] = useState(defaultView)
  const open = (next: FilterTab, columns: Omit<FilterSearch, 'tab'>): void =>
    void navigate({ to: '.', search: toFilterSearch(next, columns), replace: true, resetScroll: false })
  return {
    tab,
    onTab: (next: FilterTab): void => open(next, keepColumns({ sort, hidden })),
    view: useMemo(() => ({ ...toGridView({ sort, hidden }), search, filters }), [sort, hidden, search, filters]),
    onView: (next: GridView): void => {
      setOwnView(next)
      open(tab, keepColumns(toViewAddress(next)))
    },
  }
}
