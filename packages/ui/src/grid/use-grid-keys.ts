import type { KeyboardEvent, RefObject } from 'react'
import { type Bounds, headerRow, moveSelection, selectCell, type Selection } from './selection.ts'

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
export const useGridKeys =
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
