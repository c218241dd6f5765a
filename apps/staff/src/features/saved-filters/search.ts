import type { GridView } from '@registry/ui/grid/view.ts'

/** What the address of a list holds, so that a link shows the same list: `sort` names columns, a `-` before one turns it round. */
export type ListSearch = { readonly sort?: string; readonly search?: string }

type Written = Readonly<Record<string, unknown>>

const textOf = (written: unknown): string => (typeof written === 'string' || typeof written === 'number' ? String(written) : '')

/** Only what says something stands in the address. */
const listSearch = (sort: string, search: string): ListSearch => ({ ...(sort && { sort }), ...(search && { search }) })

/** Reads an address that anybody may have typed; what it does not know, it leaves out. */
export const readListSearch = ({ sort, search }: Written): ListSearch => listSearch(textOf(sort), textOf(search))

const columnOf = (name: string): GridView['sort'][number] => ({ id: name.replace(/^-/, ''), desc: name.startsWith('-') })

export const toGridView = ({ sort = '', search = '' }: ListSearch): GridView => ({
  sort: sort.split(',').filter(Boolean).map(columnOf),
  search,
})

export const toListSearch = ({ sort, search }: GridView): ListSearch =>
  listSearch(sort.map(({ id, desc }) => `${desc ? '-' : ''}${id}`).join(','), search)

/** The tab that a filter's page shows. */
export type FilterTab = 'detail' | 'export'
export type FilterSearch = { readonly tab?: 'export' }

export const readFilterSearch = ({ tab }: Written): FilterSearch => (tab === 'export' ? { tab } : {})
export const toFilterSearch = (tab: FilterTab): FilterSearch => (tab === 'export' ? { tab } : {})
