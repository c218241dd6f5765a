import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { findColumns, findRows, type GridLayout, type Span } from './layout.ts'

export type GridWindow = { readonly rows: Span; readonly columns: Span }

type Options = {
  readonly scroller: RefObject<HTMLElement | null>
  readonly layout: GridLayout
  readonly rowCount: number
  readonly rowHeight: number
  readonly viewport: { readonly width: number; readonly height: number }
}

const isSame = (a: Span, b: Span): boolean => a.start === b.start && a.end === b.end
const nothing: Span = { start: 0, end: 0 }

/** The rows and columns to render. They are rendered in the frame of the scroll event, so that no empty rows are seen. */
export const useGridWindow = ({ scroller, layout, rowCount, rowHeight, viewport }: Options): GridWindow => {
  const drawn = useRef<GridWindow>({ rows: nothing, columns: nothing })
  const [, redraw] = useState<GridWindow>()
  const find = useCallback((): GridWindow => {
    const { scrollTop = 0, scrollLeft = 0 } = scroller.current ?? {}
    const { rows, columns } = drawn.current
    const nextRows = findRows(rows, { top: scrollTop, height: viewport.height, rowHeight, count: rowCount })
    const nextColumns = findColumns(columns, layout, { left: scrollLeft, width: viewport.width })
    if (isSame(rows, nextRows) && isSame(columns, nextColumns)) return drawn.current
    return { rows: isSame(rows, nextRows) ? rows : nextRows, columns: isSame(columns, nextColumns) ? columns : nextColumns }
  }, [scroller, layout, rowCount, rowHeight, viewport.height, viewport.width])
  drawn.current = find()
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const update = (): void => {
      const next = find()
      if (next !== drawn.current) flushSync(() => redraw(next))
    }
    element.addEventListener('scroll', update, { passive: true })
    return () => element.removeEventListener('scroll', update)
  }, [scroller, find])
  return drawn.current
}
