import { defaultView, type GridFilter, gridBlanks, type GridSort, type GridView, setFilter } from './view.ts'

/** The search parameters of a grid, so that a link shows the same list. `sort` and `hidden` name columns; `-` means descending. */
export type ViewAddress = { readonly sort?: string; readonly search?: string; readonly hidden?: string; readonly filters?: string }
export type SearchParams = Readonly<Record<string, unknown>>

const toText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Empty parameters do not appear in the address. */
const buildAddress = (sort: string, search: string, hidden: string, filters: string): ViewAddress => ({
  ...(sort && { sort }),
  ...(search && { search }),
  ...(hidden && { hidden }),
  ...(filters && { filters }),
})

/** Reads the parameters of an address; unknown parameters are ignored. */
export const readViewAddress = ({ sort, search, hidden, filters }: SearchParams): ViewAddress =>
  buildAddress(toText(sort), toText(search), toText(hidden), toText(filters))

/** The part of an address that names columns only. Grids of patients use it, because their searches and filters are health data (docs/policies.md). */
export const keepColumns = ({ sort = '', hidden = '' }: ViewAddress): ViewAddress => buildAddress(sort, '', hidden, '')

const splitList = (text: string): readonly string[] => text.split(',').filter(Boolean)
const parseSort = (name: string): GridSort => ({ id: name.replace(/^-/, ''), desc: name.startsWith('-') })
const formatSort = ({ id, desc }: GridSort): string => `${desc ? '-' : ''}${id}`

const escapes: Readonly<Record<string, string>> = { '%': '%25', ',': '%2C', '~': '%7E' }
/** Keeps the separators of the list out of a value. */
const escape = (text: string): string => text.replaceAll(/[%,~]/g, (sign) => escapes[sign] ?? sign)
const unescape = (text: string): string => text.replaceAll(/%(?:25|2C|7E)/g, decodeURIComponent)

const formatPart = (id: string, part: string, value: string): string => `${escape(id)}~${part}~${escape(value)}`

/** One entry `column~part~value` for each part of each filter. */
const formatFilter = ({ id, text, from, to, values = [], blank }: GridFilter): readonly string[] => [
  ...(text === undefined ? [] : [formatPart(id, 'text', text)]),
  ...(from === undefined ? [] : [formatPart(id, 'from', from)]),
  ...(to === undefined ? [] : [formatPart(id, 'to', to)]),
  ...values.map((value) => formatPart(id, 'value', value)),
  ...(blank === undefined ? [] : [formatPart(id, 'blank', blank)]),
]

const addPart = (filter: GridFilter, part: string, value: string): GridFilter => {
  if (part === 'text' || part === 'from' || part === 'to') return { ...filter, [part]: value }
  if (part === 'value') return { ...filter, values: [...(filter.values ?? []), value] }
  const blank = part === 'blank' ? gridBlanks.find((one) => one === value) : undefined
  return blank === undefined ? filter : { ...filter, blank }
}

const parseFilters = (text: string): readonly GridFilter[] =>
  splitList(text).reduce((view, entry): GridView => {
    const [id = '', part = '', value = ''] = entry.split('~').map(unescape)
    return setFilter(view, addPart(view.filters.find((filter) => filter.id === id) ?? { id }, part, value))
  }, defaultView).filters

export const toGridView = ({ sort = '', search = '', hidden = '', filters = '' }: ViewAddress): GridView => ({
  sort: splitList(sort).map(parseSort),
  search,
  filters: parseFilters(filters),
  hidden: splitList(hidden),
})

export const toViewAddress = ({ sort, search, filters, hidden }: GridView): ViewAddress =>
  buildAddress(sort.map(formatSort).join(','), search, hidden.join(','), filters.flatMap(formatFilter).join(','))
