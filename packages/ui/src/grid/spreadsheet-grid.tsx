import { Trans, useLingui } from '@lingui/react/macro'
import { type ClipboardEvent, useId, useLayoutEffect, useMemo, useRef, useState, type RefObject, type KeyboardEvent } from 'react'
import { CellBar } from './cell-bar.tsx'
import type { GridField } from './column.ts'
import { buildCopyText } from './copy-text.ts'
import { type GridDensity, rowHeights } from './density.ts'
import type { GridActions } from './grid-actions.ts'
import classes from './grid.module.css'
import { GridRow, type CellLabels } from './grid-row.tsx'
import { HeaderRow } from './header-row.tsx'
import { buildLayout, extraRows } from './layout.ts'
import { countCells, headerRow, toRectangle, type Bounds, moveSelection, selectCell, type Selection } from './selection.ts'
import { useGridPointer } from './use-grid-pointer.ts'
import { useGridSelection } from './use-grid-selection.ts'
import { useGridWindow } from './use-grid-window.ts'

type Options = {
  readonly scroller: RefObject<HTMLElement | null>
  readonly selection: Selection | undefined
  readonly bounds: Bounds
  readonly onSelect: (selection: Selection) => void
  readonly onHeader: (column: number, more: boolean) => void
  readonly onMenu: (column: number) => void
}

const start = selectCell({ row: headerRow, column: 0 })

/** Opens the link or presses the button of the active cell. */
const clickInside = (grid: HTMLElement): void => {
  const active = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')
  active?.querySelector<HTMLElement>('a[href], button')?.click()
}

/** The keys of the grid: spreadsheet keys, Enter for order and links, Alt and arrow down for column menus. */
const useGridKeys =
  ({ scroller, selection, bounds, onSelect, onHeader, onMenu }: Options) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    // Menus, links and buttons inside the grid keep their keys.
    if (event.target !== scroller.current) return
    const { key, shiftKey: shift, altKey } = event
    const { row, column } = (selection ?? start).active
    const handle = (act: () => void): void => {
      event.preventDefault()
      act()
    }
    if (altKey && key === 'ArrowDown') return handle(() => onMenu(column))
    if (altKey) return undefined
    if (key === 'Enter' && row === headerRow) return handle(() => onHeader(column, shift))
    if (key === 'Enter') return handle(() => scroller.current && clickInside(scroller.current))
    const next = moveSelection(selection ?? start, { key, shift, control: event.ctrlKey || event.metaKey }, bounds)
    return next && handle(() => onSelect(next))
  }

/** The width before the first measurement, and where no layout exists. */
const assumedWidth = 1280

/** The inner width of the grid, which changes with the window. */
const useGridWidth = (scroller: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(assumedWidth)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const measure = (): void => {
      if (element.clientWidth > 0) setWidth(element.clientWidth)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  return width
}

export const headerHeight = 48

type Props = {
  readonly label: string
  readonly fields: readonly GridField[]
  readonly pinnedCount: number
  /** The rows of the data in the order of the grid. */
  readonly rows: readonly number[]
  readonly rowIds: readonly string[]
  readonly sizes: Readonly<Record<string, number>>
  readonly height: number
  readonly density: GridDensity
  readonly actions: GridActions
}

/** Renders the visible cells only, and moves between cells like a spreadsheet (REQ-UI-14). The grid keeps the focus; the active cell is marked. */
export const SpreadsheetGrid = ({ label, fields, pinnedCount, rows, rowIds, sizes, height, density, actions }: Props) => {
  const { t } = useLingui()
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [menu, setMenu] = useState<string>()
  const [copied, setCopied] = useState<number>()
  const rowHeight = rowHeights[density]
  const width = useGridWidth(scroller)
  const layout = useMemo(() => buildLayout({ fields, pinnedCount, sizes, viewportWidth: width }), [fields, pinnedCount, sizes, width])
  const bodyHeight = height - headerHeight
  const viewport = useMemo(() => ({ width, height: bodyHeight }), [width, bodyHeight])
  const drawn = useGridWindow({ scroller, layout, rowCount: rows.length, rowHeight, viewport })
  const { selection, select, reveal } = useGridSelection({ scroller, layout, rows, rowHeight, viewport })
  useScrollToTop(scroller, rows)
  const pinned = useMemo(() => layout.places.slice(0, layout.pinnedCount), [layout])
  const middle = useMemo(() => layout.places.slice(drawn.columns.start, drawn.columns.end), [layout, drawn.columns])
  const labels = useMemo<CellLabels>(() => ({ empty: t`non registrato`, withheld: t`non consentito` }), [t])
  const selectFrom = (next: Parameters<typeof select>[0]): void => {
    setCopied(undefined)
    select(next)
  }
  const keys = useGridKeys({
    scroller,
    selection,
    bounds: { rows: rows.length, columns: fields.length, pageRows: Math.floor(bodyHeight / rowHeight) - 1 },
    onSelect: (next) => {
      selectFrom(next)
      reveal(next.active)
    },
    onHeader: (column, more) => {
      const field = fields[column]
      if (field?.sortable) actions.toggleSort(field.id, more)
    },
    onMenu: (column) => setMenu(fields[column]?.id),
  })
  const pointer = useGridPointer({ scroller, selection, onSelect: selectFrom })
  const readSelected = (): string => (selection ? buildCopyText({ fields, rows, withheld: labels.withheld }, toRectangle(selection)) : '')
  const noteCopy = (): void => setCopied(selection && countCells(toRectangle(selection)))
  const copy = (event: ClipboardEvent): void => {
    if (!selection) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', readSelected())
    noteCopy()
  }
  const rectangle = selection && toRectangle(selection)
  const activeId = `${id}-active`
  const isActiveDrawn =
    selection !== undefined &&
    (selection.active.row === headerRow || (selection.active.row >= drawn.rows.start && selection.active.row < drawn.rows.end)) &&
    [...pinned, ...middle].some(({ position }) => position === selection.active.column)
  const closeMenu = (): void => {
    setMenu(undefined)
    scroller.current?.focus({ preventScroll: true })
  }
  const keepsNodes = fields.some(({ show }) => show !== undefined)
  const slots = Math.ceil(bodyHeight / rowHeight) + 2 * extraRows + 2
  return (
    <div className={classes.frame} data-grid="">
      {/* The grid is one control, so its keys are handled here. */}
      <div
        ref={scroller}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-describedby={`${id}-keys`}
        aria-rowcount={rows.length + 1}
        aria-colcount={fields.length}
        aria-multiselectable="true"
        aria-activedescendant={isActiveDrawn ? activeId : undefined}
        className={classes.scroller}
        style={{ maxHeight: height }}
        onKeyDown={keys}
        onCopy={copy}
        {...pointer}
      >
        <HeaderRow
          pinned={pinned}
          middle={middle}
          width={layout.width}
          actions={actions}
          activeColumn={selection?.active.row === headerRow ? selection.active.column : -1}
          activeId={activeId}
          menu={menu}
          onMenu={setMenu}
          onMenuClose={closeMenu}
        />
        <div role="rowgroup" className={classes.body} style={{ height: rows.length * rowHeight, width: layout.width }}>
          {rows.slice(drawn.rows.start, drawn.rows.end).map((row, offset) => {
            const position = drawn.rows.start + offset
            const inRange = rectangle !== undefined && position >= rectangle.top && position <= rectangle.bottom
            return (
              <GridRow
                key={keepsNodes ? rowIds[row] : position % slots}
                row={row}
                position={position}
                height={rowHeight}
                pinned={pinned}
                middle={middle}
                labels={labels}
                activeId={activeId}
                activeColumn={selection?.active.row === position ? selection.active.column : -1}
                left={inRange ? rectangle.left : -1}
                right={inRange ? rectangle.right : -1}
              />
            )
          })}
        </div>
      </div>
      {rows.length === 0 && (
        <p className={classes.nothing}>
          <Trans>Nessuna riga corrisponde alla ricerca e ai filtri.</Trans>
        </p>
      )}
      <CellBar
        keysId={`${id}-keys`}
        field={selection && fields[selection.active.column]}
        position={selection?.active.row}
        row={selection && rows[selection.active.row]}
        selected={rectangle ? countCells(rectangle) : 0}
        copied={copied}
        hasWithheld={fields.some(({ isWithheld }) => isWithheld !== undefined)}
        labels={labels}
        onCopy={() => void navigator.clipboard.writeText(readSelected()).then(noteCopy)}
      />
    </div>
  )
}

/** A new order, search or filter begins at the first row. */
const useScrollToTop = (scroller: { readonly current: HTMLElement | null }, rows: readonly number[]): void => {
  const shown = useRef(rows)
  useLayoutEffect(() => {
    if (shown.current === rows) return
    shown.current = rows
    scroller.current?.scrollTo({ top: 0 })
  }, [scroller, rows])
}
