import type { GridView } from '@registry/ui/grid/view.ts'

/** The search parameters of a list, so that a link shows the same list. `sort` names columns; `-` means descending. */
export type ListSearch = { readonly sort?: string; readonly search?: string }

type SearchParams = Readonly<Record<string, unknown>>

const toText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Empty parameters do not appear in the address. */
const buildListSearch = (sort: string, search: string): ListSearch => ({ ...(sort && { sort }), ...(search && { search }) })

/** Reads the parameters of an address; unknown parameters are ignored. */
export const readListSearch = ({ sort, search }: SearchParams): ListSearch => buildListSearch(toText(sort), toText(search))

const parseColumn = (name: string): GridView['sort'][number] => ({ id: name.replace(/^-/, ''), desc: name.startsWith('-') })

export const toGridView = ({ sort = '', search = '' }: ListSearch): GridView => ({
  sort: sort.split(',').filter(Boolean).map(parseColumn),
  search,
})

export const toListSearch = ({ sort, search }: GridView): ListSearch =>
  buildListSearch(sort.map(({ id, desc }) => `${desc ? '-' : ''}${id}`).join(','), search)

/** The tabs of a filter's page. */
export type FilterTab = 'detail' | 'export'
export type FilterSearch = { readonly tab?: 'export' }

export const readFilterSearch = ({ tab }: SearchParams): FilterSearch => (tab === 'export' ? { tab } : {})
export const toFilterSearch = (tab: FilterTab): FilterSearch => (tab === 'export' ? { tab } : {})
