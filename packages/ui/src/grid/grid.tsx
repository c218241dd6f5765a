import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { BlockSkeleton } from '../status/skeletons.tsx'
import type { GridCell, GridLine } from './mantine-grid.tsx'
import type { GridView } from './view.ts'

const MantineGrid = lazy(() => import('./mantine-grid.tsx'))

/** The height of grids, in pixels (REQ-UI-13). */
const gridHeight = 600

export type GridColumn<Row> = {
  readonly id: string
  readonly header: string
  /** The value to sort and search by. Numbers are right-aligned. */
  readonly value: (row: Row) => GridCell
  /** The content of the cell, if it is not just the value. */
  readonly show?: (row: Row) => ReactNode
  readonly width?: number
  /** False for columns of buttons and icons. */
  readonly sortable?: boolean
}

type Props<Row> = {
  readonly label: string
  readonly columns: readonly GridColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
  readonly view?: GridView
  readonly onView?: (view: GridView) => void
  readonly height?: number
}

/**
 * A grid with a sticky header, a fixed first column and virtual rows. Its code loads with the first grid.
 * `columns`, `rows` and `rowId` must keep their identity between renders, or all rows are rebuilt.
 */
export const Grid = <Row,>({ label, columns, rows, rowId, view, onView, height = gridHeight }: Props<Row>) => {
  const lines = useMemo(
    () =>
      rows.map((row): GridLine => ({
        id: rowId(row),
        value: (column) => columns[column]?.value(row) ?? null,
        show: (column) => columns[column]?.show?.(row),
      })),
    [columns, rows, rowId],
  )
  const headings = useMemo(
    () =>
      columns.map(({ id, header, width, sortable }) => ({
        id,
        header,
        ...(width !== undefined && { width }),
        sortable: sortable !== false,
      })),
    [columns],
  )
  return (
    <Suspense fallback={<BlockSkeleton height={height} />}>
      <MantineGrid label={label} headings={headings} lines={lines} height={height} view={view} onView={onView} />
    </Suspense>
  )
}
