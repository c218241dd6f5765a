/** The filter of one column: all given parts must hold. */
export type GridFilter = {
  readonly id: string
  readonly text?: string
  /** Limits of a number or of a day, both included. */
  readonly from?: string
  readonly to?: string
  readonly values?: readonly string[]
  readonly blank?: GridBlank
}
export const gridBlanks = ['filled', 'empty', 'withheld'] as const
export type GridBlank = (typeof gridBlanks)[number]
export type GridSort = { readonly id: string; readonly desc: boolean }

/** Order, search, filters and hidden columns of a grid. Screens keep them in the address, so that a link shows the same list. */
export type GridView = {
  readonly sort: readonly GridSort[]
  readonly search: string
  readonly filters: readonly GridFilter[]
  readonly hidden: readonly string[]
}
export const defaultView: GridView = { sort: [], search: '', filters: [], hidden: [] }

const hasParts = ({ id: _id, ...parts }: GridFilter): boolean => Object.keys(parts).length > 0

/** Replaces the filter of one column. A filter without parts is removed. */
export const setFilter = (view: GridView, filter: GridFilter): GridView => {
  const others = view.filters.filter(({ id }) => id !== filter.id)
  return { ...view, filters: hasParts(filter) ? [...others, filter] : others }
}

/** The next order of a column: ascending, descending, none. With `more` the other columns keep their order. */
export const toggleSort = (view: GridView, id: string, more: boolean): GridView => {
  const present = view.sort.find((sort) => sort.id === id)
  const next: readonly GridSort[] = present === undefined ? [{ id, desc: false }] : present.desc ? [] : [{ id, desc: true }]
  if (!more) return { ...view, sort: next }
  return {
    ...view,
    sort: present === undefined ? [...view.sort, ...next] : view.sort.flatMap((sort) => (sort.id === id ? next : [sort])),
  }
}

export const setSort = (view: GridView, id: string, desc: boolean): GridView => ({ ...view, sort: [{ id, desc }] })
export const removeSort = (view: GridView, id: string): GridView => ({ ...view, sort: view.sort.filter((sort) => sort.id !== id) })
