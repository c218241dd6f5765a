import { useMemo, useState } from 'react'
import { useLanguage } from '../language/language.tsx'
import type { GridField } from './column.ts'
import { ColumnsDialog } from './columns-dialog.tsx'
import { type GridDensity, readDensity, storeDensity } from './density.ts'
import { FilterDialog } from './filter-dialog.tsx'
import { FilterWords } from './filter-words.tsx'
import type { GridActions } from './grid-actions.ts'
import classes from './grid.module.css'
import { GridToolbar } from './grid-toolbar.tsx'
import { PrintTables } from './print-tables.tsx'
import { SpreadsheetGrid } from './spreadsheet-grid.tsx'
import { useGridTable } from './use-grid-table.ts'
import { defaultView, type GridView, setFilter, setSort, toggleSort } from './view.ts'

type Props = {
  readonly label: string
  readonly fields: readonly GridField[]
  readonly rowIds: readonly string[]
  readonly height: number
  readonly view: GridView | undefined
  readonly onView: ((view: GridView) => void) | undefined
}

const RegistryGrid = ({ label, fields, rowIds, height, view, onView }: Props) => {
  const { language } = useLanguage()
  const [ownView, setOwnView] = useState(defaultView)
  const [sizes, setSizes] = useState<Readonly<Record<string, number>>>({})
  const [filtering, setFiltering] = useState<GridField>()
  const [density, setDensity] = useState(readDensity)
  const [choosingColumns, setChoosingColumns] = useState(false)
  const currentView = view ?? ownView
  const change = onView ?? setOwnView
  const table = useGridTable({ fields, rowIds, view: currentView, language })
  const { columnPinning } = table.getState()
  const { rows } = table.getRowModel()
  const shownRows = useMemo(() => rows.map(({ original }) => original.row), [rows])
  const pinned = useMemo(() => new Set(columnPinning.left), [columnPinning.left])
  const shownFields = useMemo(() => {
    const hidden = new Set(currentView.hidden)
    const visible = fields.filter(({ id }, index) => index === 0 || !hidden.has(id))
    return [...visible.filter(({ id }) => pinned.has(id)), ...visible.filter(({ id }) => !pinned.has(id))]
  }, [fields, currentView.hidden, pinned])
  const chooseDensity = (next: GridDensity): void => {
    storeDensity(next)
    setDensity(next)
  }
  const actions: GridActions = {
    view: currentView,
    toggleSort: (id, more) => change(toggleSort(currentView, id, more)),
    setSort: (id, desc) => change(setSort(currentView, id, desc)),
    openFilter: setFiltering,
    hide: (id) => change({ ...currentView, hidden: [...currentView.hidden, id] }),
    isPinned: (id) => pinned.has(id),
    togglePin: (id) => table.getColumn(id).pin(pinned.has(id) ? false : 'left'),
    resize: (id, width) => setSizes((current) => ({ ...current, [id]: width })),
  }
  return (
    <div className={classes.grid}>
      <GridToolbar
        density={density}
        onDensity={chooseDensity}
        view={currentView}
        onView={change}
        rows={{ shown: shownRows.length, all: rowIds.length }}
        columns={{ shown: shownFields.length, all: fields.length }}
        onChooseColumns={() => setChoosingColumns(true)}
      />
      <FilterWords fields={fields} view={currentView} onView={change} />
      <SpreadsheetGrid
        label={label}
        fields={shownFields}
        pinnedCount={shownFields.filter(({ id }) => pinned.has(id)).length}
        rows={shownRows}
        rowIds={rowIds}
        sizes={sizes}
        height={height}
        density={density}
        actions={actions}
      />
      <PrintTables label={label} fields={shownFields} rows={shownRows} />
      {choosingColumns && <ColumnsDialog fields={fields} view={currentView} onView={change} onClose={() => setChoosingColumns(false)} />}
      {filtering && (
        <FilterDialog
          field={filtering}
          rowCount={rowIds.length}
          filter={currentView.filters.find(({ id }) => id === filtering.id)}
          onFilter={(filter) => change(setFilter(currentView, filter))}
          onClose={() => setFiltering(undefined)}
        />
      )}
    </div>
  )
}

export default RegistryGrid
