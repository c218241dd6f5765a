import { useNavigate } from '@tanstack/react-router'
import { type FilterSearch, type FilterTab, toFilterSearch } from './search.ts'

/** The open tab of a filter's page, from the address. */
export const useFilterTab = (search: FilterSearch) => {
  const navigate = useNavigate()
  const tab: FilterTab = search.tab ?? 'detail'
  return { tab, onTab: (next: FilterTab): void => void navigate({ to: '.', search: toFilterSearch(next), replace: true }) }
}
