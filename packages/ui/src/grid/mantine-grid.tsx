import './mantine-grid.css'
import { useLingui } from '@lingui/react/macro'
import type { Language } from '@registry/domain/language'
import {
  MantineReactTable,
  type MRT_ColumnDef,
  type MRT_DensityState,
  type MRT_Localization,
  type MRT_Updater,
  useMantineReactTable,
} from 'mantine-react-table'
import { MRT_Localization_EN } from 'mantine-react-table/locales/en/index.esm.mjs'
import { MRT_Localization_IT } from 'mantine-react-table/locales/it/index.esm.mjs'
import { type ReactNode, useMemo, useState } from 'react'
import { useLanguage } from '../language/language.tsx'
import { type GridView, defaultView } from './view.ts'

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

const gridLocales = { it: MRT_Localization_IT, en: MRT_Localization_EN } as const satisfies Record<Language, MRT_Localization>

/** With more columns than this, the grid draws only the visible ones. */
const maxDrawnColumns = 15
const densityKey = 'registry.grid-density'
const densities: readonly string[] = ['xs', 'md', 'xl'] satisfies MRT_DensityState[]
const isDensity = (text: string | null): text is MRT_DensityState => text !== null && densities.includes(text)

const readDensity = (): MRT_DensityState => {
  const stored = localStorage.getItem(densityKey)
  return isDensity(stored) ? stored : 'xs'
}

const applyUpdate = <T,>(updater: MRT_Updater<T>, current: T): T => (updater instanceof Function ? updater(current) : updater)

/** A text longer than its cell ends in dots; its tooltip shows the whole text. */
const CellText = ({ children }: { readonly children: ReactNode }) => (
  <span className="grid-cell" {...(typeof children === 'string' && { title: children })}>
    {children}
  </span>
)

/** True for a column of numbers, with or without empty cells. */
const isNumeric = (lines: readonly GridLine[], column: number): boolean => {
  const values = lines.map((line) => line.value(column)).filter((value) => value !== null)
  return values.length > 0 && values.every((value) => typeof value === 'number')
}

const toAriaSort = (sorted: 'asc' | 'desc' | false) => (sorted === false ? 'none' : sorted === 'asc' ? 'ascending' : 'descending')

const toColumn = ({ id, header, width, sortable }: Heading, index: number, numeric: boolean): MRT_ColumnDef<GridLine> => ({
  id,
  header,
  accessorFn: (line) => line.value(index) ?? '',
  Cell: ({ row, cell }) => <CellText>{row.original.show(index) ?? String(cell.getValue())}</CellText>,
  size: width ?? 180,
  enableSorting: sortable,
  enableColumnActions: sortable,
  mantineTableHeadCellProps: ({ column }) => ({ 'aria-sort': toAriaSort(column.getIsSorted()), ...(numeric && { align: 'right' }) }),
  ...(numeric && { mantineTableBodyCellProps: { align: 'right' } }),
})

/**
 * The only component that uses mantine-react-table (decision 0007). React's StrictMode must not wrap it: the filter
 * screens then block for tens of seconds in development.
 */
const MantineGrid = ({ label, headings, lines, height, view, onView }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const [ownView, setOwnView] = useState(defaultView)
  const [density, setDensity] = useState(readDensity)
  const currentView = view ?? ownView
  const change = onView ?? setOwnView
  const columns = useMemo(() => headings.map((heading, index) => toColumn(heading, index, isNumeric(lines, index))), [headings, lines])
  const [first] = headings
  const table = useMantineReactTable({
    columns,
    data: lines,
    getRowId: (line) => line.id,
    localization: gridLocales[language],
    enablePagination: false,
    enableBottomToolbar: false,
    enableRowVirtualization: true,
    enableColumnVirtualization: headings.length > maxDrawnColumns,
    enableStickyHeader: true,
    enableColumnPinning: true,
    enableColumnResizing: true,
    enableColumnFilters: false,
    // Ranked results would ignore the order in the address.
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
    state: { sorting: [...currentView.sort], globalFilter: currentView.search, density },
    onSortingChange: (updater) => change({ ...currentView, sort: applyUpdate(updater, [...currentView.sort]) }),
    onGlobalFilterChange: (updater: MRT_Updater<string | undefined>) => {
      const search = applyUpdate(updater, currentView.search) ?? ''
      // The table also reports its search when it mounts. A new address then would cancel a navigation that has just begun.
      if (search !== currentView.search) change({ ...currentView, search })
    },
    onDensityChange: (updater) => {
      const next = applyUpdate(updater, density)
      localStorage.setItem(densityKey, next)
      setDensity(next)
    },
  })
  return <MantineReactTable table={table} />
}

export default MantineGrid
