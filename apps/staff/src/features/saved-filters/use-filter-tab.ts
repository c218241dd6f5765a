import { defaultView, type GridView } from '@registry/ui/grid/view.ts'
import { keepColumns, toGridView, toViewAddress } from '@registry/ui/grid/view-address.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { type FilterSearch, type FilterTab, readFilterSearch } from './filter-search.ts'

type Change = { readonly tab?: FilterTab; readonly edit?: boolean } | Pick<FilterSearch, 'sort' | 'hidden'>

/**
 * The open tab of a filter's page, whether its form is open, and the view of its patients. The address has no search and no filters of
 * patients (docs/policies.md).
 */
export const useFilterTab = () => {
  const opened: FilterSearch = useSearch({ strict: false })
  const { sort = '', hidden = '' } = opened
  const tab: FilterTab = opened.tab ?? 'detail'
  const navigate = useNavigate()
  const [{ search, filters }, setOwnView] = useState(defaultView)
  const open = (change: Change, replace = true): void =>
    void navigate({ to: '.', search: readFilterSearch({ ...opened, ...change }), replace, resetScroll: false })
  return {
    tab,
    onTab: (next: FilterTab): void => open({ tab: next }),
    requestsForm: opened.edit === true,
    /** Opening the form is a step of the history; saving or cancelling it is not. */
    onEdit: (edit: boolean): void => open({ edit }, !edit),
    view: useMemo(() => ({ ...toGridView({ sort, hidden }), search, filters }), [sort, hidden, search, filters]),
    onView: (next: GridView): void => {
      setOwnView(next)
      open({ sort: '', hidden: '', ...keepColumns(toViewAddress(next)) })
    },
  }
}
