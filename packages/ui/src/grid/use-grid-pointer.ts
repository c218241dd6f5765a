import { type PointerEvent, type RefObject, useRef } from 'react'
import { type CellPosition, selectCell, type Selection } from './selection.ts'

type Options = {
  readonly scroller: RefObject<HTMLElement | null>
  readonly selection: Selection | undefined
  readonly onSelect: (selection: Selection) => void
}

const findCell = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[role="gridcell"]') : null

const readPosition = (cell: HTMLElement): CellPosition => ({
  row: Number(cell.parentElement?.getAttribute('aria-rowindex')) - 2,
  column: Number(cell.getAttribute('aria-colindex')) - 1,
})

const isSame = (one: CellPosition, other: CellPosition): boolean => one.row === other.row && one.column === other.column

/** A click selects a cell, Shift and a click extend the selection, and so does a mouse that is dragged. A finger scrolls. */
export const useGridPointer = ({ scroller, selection, onSelect }: Options) => {
  const dragFrom = useRef<CellPosition>(undefined)
  const onPointerDown = (event: PointerEvent): void => {
    const cell = findCell(event.target)
    if (!cell || event.button !== 0) return
    const position = readPosition(cell)
    onSelect(event.shiftKey && selection ? { anchor: selection.anchor, active: position } : selectCell(position))
    if (event.pointerType === 'mouse') dragFrom.current = position
    if (event.target instanceof Element && event.target.closest('a, button')) return
    scroller.current?.focus({ preventScroll: true })
  }
  const onPointerOver = (event: PointerEvent): void => {
    const cell = findCell(event.target)
    if (!cell) return
    // A tooltip for a cut text. The bar below the grid shows it too, for keyboard and touch.
    cell.title = cell.scrollWidth > cell.clientWidth ? cell.textContent : ''
    const position = readPosition(cell)
    if (dragFrom.current === undefined || (selection && isSame(selection.active, position))) return
    if (event.buttons === 1) onSelect({ anchor: dragFrom.current, active: position })
    else dragFrom.current = undefined
  }
  const onPointerUp = (): void => {
    dragFrom.current = undefined
  }
  return { onPointerDown, onPointerOver, onPointerUp }
}
