import { lazy, Suspense, useMemo } from 'react'
import { BlockSkeleton } from '../status/skeletons.tsx'
import { buildFields, type GridColumn } from './column.ts'
import type { GridView } from './view.ts'

const RegistryGrid = lazy(() => import('./registry-grid.tsx'))

/** The height of grids, in pixels. */
const gridHeight = 600

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
 * A grid with a sticky header, a fixed first column, filters, and keys as in a spreadsheet (REQ-UI-14). Its code loads with the
 * first grid. `columns`, `rows` and `rowId` must keep their identity between renders, or all rows are rebuilt.
 */
export const Grid = <Row,>({ label, columns, rows, rowId, view, onView, height = gridHeight }: Props<Row>) => {
  const fields = useMemo(() => buildFields(columns, rows), [columns, rows])
  const rowIds = useMemo(() => rows.map(rowId), [rows, rowId])
  return (
    <Suspense fallback={<BlockSkeleton height={height} />}>
      <RegistryGrid label={label} fields={fields} rowIds={rowIds} height={height} view={view} onView={onView} />
    </Suspense>
  )
}
