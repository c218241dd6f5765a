import type { Language } from '@registry/domain/language'
import { type MRT_ColumnDef, type MRT_TableInstance, useMantineReactTable } from 'mantine-react-table'
import { useMemo } from 'react'
import type { GridField } from './column.ts'
import { meetsFilter } from './filter.ts'
import type { GridFilter, GridView } from './view.ts'

export type GridLine = { readonly id: string; readonly row: number; matches(search: string): boolean }
export type GridTable = MRT_TableInstance<GridLine>

/** A row of the table. Its text for the search is built once, in lower case. */
const createLine = (fields: readonly GridField[], id: string, row: number): GridLine => {
  let text: string | undefined
  return {
    id,
    row,
    matches: (search) => {
      text ??= fields
        .map((field) => field.text(row))
        .join('\n')
        .toLowerCase()
      return text.includes(search.toLowerCase())
    },
  }
}

/** The table keeps its first search function, so the row itself answers. */
const searchRow = ({ original }: { readonly original: GridLine }, _column: string, search: string): boolean => original.matches(search)

/** The whole row is searched through the first column. */
const toColumnDef = (field: GridField, index: number, collator: Intl.Collator): MRT_ColumnDef<GridLine> => ({
  id: field.id,
  header: field.header,
  accessorFn: (line) => field.value(line.row) ?? undefined,
  enableGlobalFilter: index === 0,
  enableHiding: index > 0,
  filterFn: ({ original }, _column, filter: GridFilter) => meetsFilter(field, original.row, filter),
  sortUndefined: 'last',
  sortingFn: (one, other) => {
    const [a, b] = [field.value(one.original.row), field.value(other.original.row)]
    return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
  },
})

type Options = {
  readonly fields: readonly GridField[]
  readonly rowIds: readonly string[]
  readonly view: GridView
  readonly language: Language
}

/** The state and the row models of mantine-react-table, without its components (decision 0032). */
export const useGridTable = ({ fields, rowIds, view, language }: Options): GridTable => {
  const columns = useMemo(() => {
    const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
    return fields.map((field, index) => toColumnDef(field, index, collator))
  }, [fields, language])
  const lines = useMemo(() => rowIds.map((id, row) => createLine(fields, id, row)), [fields, rowIds])
  const sorting = useMemo(() => view.sort.map((sort) => ({ ...sort })), [view.sort])
  const columnFilters = useMemo(() => view.filters.map((filter) => ({ id: filter.id, value: filter })), [view.filters])
  const columnVisibility = useMemo(() => Object.fromEntries(view.hidden.map((id) => [id, false])), [view.hidden])
  const [first] = fields
  return useMantineReactTable({
    columns,
    data: lines,
    getRowId: (line) => line.id,
    enablePagination: false,
    enableColumnPinning: true,
    enableGlobalFilterRankedResults: false,
    filterFns: { searchRow },
    globalFilterFn: 'searchRow',
    getColumnCanGlobalFilter: () => true,
    initialState: { columnPinning: { left: first ? [first.id] : [] } },
    state: { sorting, columnFilters, columnVisibility, globalFilter: view.search },
  })
}
