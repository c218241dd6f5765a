import { type RefObject, useState } from 'react'
import type { GridLayout } from './layout.ts'
import { type CellPosition, headerRow, type Selection } from './selection.ts'

type Options = {
  readonly scroller: RefObject<HTMLElement | null>
  readonly layout: GridLayout
  readonly rows: readonly number[]
  readonly rowHeight: number
  readonly viewport: { readonly width: number; readonly height: number }
}

/** Returns the smallest scroll that shows the part from `start` to `end`. */
const scrollInto = (scroll: number, viewport: number, start: number, end: number): number =>
  start < scroll ? start : end > scroll + viewport ? end - viewport : scroll

/** The selected cells. A new order or filter moves rows, so it ends the selection, except in the header. */
export const useGridSelection = ({ scroller, layout, rows, rowHeight, viewport }: Options) => {
  const [chosen, setChosen] = useState<{ readonly selection: Selection; readonly rows: readonly number[] }>()
  const isCurrent = chosen?.rows === rows || chosen?.selection.active.row === headerRow
  const selection = isCurrent ? chosen?.selection : undefined
  const select = (next: Selection): void => setChosen({ selection: next, rows })
  const reveal = ({ row, column }: CellPosition): void => {
    const element = scroller.current
    const place = layout.places[column]
    if (!element || !place) return
    if (row !== headerRow) element.scrollTo({ top: scrollInto(element.scrollTop, viewport.height, row * rowHeight, (row + 1) * rowHeight) })
    if (column < layout.pinnedCount) return
    const { pinnedWidth } = layout
    const left = place.left - pinnedWidth
    element.scrollTo({ left: scrollInto(element.scrollLeft, viewport.width - pinnedWidth, left, left + place.width) })
  }
  return { selection, select, reveal }
}
