import './mantine-grid.css'
import { useLingui } from '@lingui/react/macro'
import { MantineReactTable, type MRT_ColumnDef, type MRT_DensityState, type MRT_Updater, useMantineReactTable } from 'mantine-react-table'
import { type ReactNode, useMemo, useState } from 'react'
import { useLanguage } from '../language/language.tsx'
import { gridLocales } from './locales.ts'
import { type GridView, plainView } from './view.ts'

export type GridCell = string | number | boolean | null
export type GridLine = { readonly id: string; value(column: number): GridCell; show(column: number): ReactNode }
type Heading = { readonly id: string; readonly header: string; readonly width?: number; readonly sortable: boolean }

type Props = {
  readonly label: string
  readonly headings: readonly Heading[]
  readonly lines: GridLine[]
  readonly height: number
  readonly view: GridView | undefined
  readonly onView: ((view: GridView) => void) | undefined
}

/** Above this many columns only those in sight are drawn. */
const columnsDrawnWhole = 15
const densityKey = 'registry.grid-density'
const densities: readonly string[] = ['xs', 'md', 'xl'] satisfies MRT_DensityState[]
const isDensity = (text: string | null): text is MRT_DensityState => text !== null && densities.includes(text)

const keptDensity = (): MRT_DensityState => {
  const kept = localStorage.getItem(densityKey)
  return isDensity(kept) ? kept : 'xs'
}

const updated = <T,>(updater: MRT_Updater<T>, now: T): T => (updater instanceof Function ? updater(now) : updater)

/** A text longer than its cell ends in dots; pointing at it tells the rest. */
const CellText = ({ children }: { readonly children: ReactNode }) => (
  <span className="grid-cell" {...(typeof children === 'string' && { title: children })}>
    {children}
  </span>
)

/** A column of numbers, which may have gaps. */
const isNumeric = (lines: readonly GridLine[], at: number): boolean => {
  const values = lines.map((line) => line.value(at)).filter((value) => value !== null)
  return values.length > 0 && values.every((value) => typeof value === 'number')
}

const sortSaid = (sorted: 'asc' | 'desc' | false) => (sorted === false ? 'none' : sorted === 'asc' ? 'ascending' : 'descending')

const columnOf = ({ id, header, width, sortable }: Heading, at: number, numeric: boolean): MRT_ColumnDef<GridLine> => ({
  id,
  header,
  accessorFn: (line) => line.value(at) ?? '',
  Cell: ({ row, cell }) => <CellText>{row.original.show(at) ?? String(cell.getValue())}</CellText>,
  size: width ?? 180,
  enableSorting: sortable,
  enableColumnActions: sortable,
  mantineTableHeadCellProps: ({ column }) => ({ 'aria-sort': sortSaid(column.getIsSorted()), ...(numeric && { align: 'right' }) }),
  ...(numeric && { mantineTableBodyCellProps: { align: 'right' } }),
})

/**
 * mantine-react-table behind the product's own words, and the only place that knows it. Never put React's StrictMode
 * around it: opening filters then stalls for tens of seconds in development.
 */
const MantineGrid = ({ label, headings, lines, height, view, onView }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const [ownView, setOwnView] = useState(plainView)
  const [density, setDensity] = useState(keptDensity)
  const shown = view ?? ownView
  const change = onView ?? setOwnView
  const columns = useMemo(() => headings.map((heading, at) => columnOf(heading, at, isNumeric(lines, at))), [headings, lines])
  const [first] = headings
  const table = useMantineReactTable({
    columns,
    data: lines,
    getRowId: (line) => line.id,
    localization: gridLocales[language],
    enablePagination: false,
    enableBottomToolbar: false,
    enableRowVirtualization: true,
    enableColumnVirtualization: headings.length > columnsDrawnWhole,
    enableStickyHeader: true,
    enableColumnPinning: true,
    enableColumnResizing: true,
    enableColumnFilters: false,
    // Found as it is written and in the order chosen: the ranking of likenesses would drop the order from the address.
    globalFilterFn: 'contains',
    enableGlobalFilterRankedResults: false,
    enableFullScreenToggle: false,
    positionGlobalFilter: 'left',
    mantinePaperProps: { shadow: 'none', withBorder: true },
    mantineTopToolbarProps: { className: 'grid-toolbar' },
    mantineTableContainerProps: {
      className: 'grid-container',
      style: { maxHeight: height },
      tabIndex: 0,
      role: 'region',
      'aria-label': label,
    },
    mantineSearchTextInputProps: { placeholder: t`Cerca`, 'aria-label': t`Cerca nella tabella` },
    renderTopToolbarCustomActions: ({ table: current }) => {
      const count = current.getFilteredRowModel().rows.length
      return <span className="grid-count">{t`${count} righe`}</span>
    },
    initialState: { showGlobalFilter: true, ...(first && { columnPinning: { left: [first.id] } }) },
    state: { sorting: [...shown.sort], globalFilter: shown.search, density },
    onSortingChange: (updater) => change({ ...shown, sort: updated(updater, [...shown.sort]) }),
    onGlobalFilterChange: (updater: MRT_Updater<string | undefined>) => {
      const search = updated(updater, shown.search) ?? ''
      // The table tells of its search when it appears too; a page that then wrote its address anew would call back who is just leaving it.
      if (search !== shown.search) change({ ...shown, search })
    },
    onDensityChange: (updater) => {
      const wanted = updated(updater, density)
      localStorage.setItem(densityKey, wanted)
      setDensity(wanted)
    },
  })
  return <MantineReactTable table={table} />
}

export default MantineGrid
