import { keepColumns, readViewAddress, type SearchParams, type ViewAddress } from '@registry/ui/grid/view-address.ts'

/** The tabs of a filter's page. */
export type FilterTab = 'detail' | 'export' | 'cohort'
/**
 * The open tab, and order and columns of the patients. Their search and filters are not in the address (docs/policies.md). `edit` opens the
 * form, so that Back closes it and a new sign-in returns to it.
 */
export type FilterSearch = { readonly tab?: Exclude<FilterTab, 'detail'>; readonly edit?: true } & Pick<ViewAddress, 'sort' | 'hidden'>

export const readFilterSearch = (params: SearchParams): FilterSearch => ({
  ...(params['tab'] === 'export' && { tab: 'export' }),
  ...(params['tab'] === 'cohort' && { tab: 'cohort' }),
  ...(params['edit'] === true && { edit: true }),
  ...keepColumns(readViewAddress(params)),
})
