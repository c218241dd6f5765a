import { keepColumns, readViewAddress, type SearchParams, type ViewAddress } from '@registry/ui/grid/view-address.ts'

/** The tabs of a filter's page. */
export type FilterTab = 'detail' | 'export'
/** The open tab, and order and columns of the patients. Their search and filters are not in the address (decision 0033). */
export type FilterSearch = { readonly tab?: 'export' } & Pick<ViewAddress, 'sort' | 'hidden'>

export const readFilterSearch = (params: SearchParams): FilterSearch => ({
  ...(params['tab'] === 'export' && { tab: 'export' }),
  ...keepColumns(readViewAddress(params)),
})

export const toFilterSearch = (tab: FilterTab, view: Pick<ViewAddress, 'sort' | 'hidden'>): FilterSearch => ({
  ...(tab === 'export' && { tab }),
  ...view,
})
