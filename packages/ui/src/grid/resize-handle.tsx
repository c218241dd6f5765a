import { type PointerEvent, useRef } from 'react'
import classes from './header-row.module.css'
import { maxColumnWidth, minColumnWidth } from './layout.ts'

type Props = { readonly width: number; readonly onResize: (width: number) => void }

/** The right edge of a heading, to drag. Keyboard and touch use the menu of the column. */
export const ResizeHandle = ({ width, onResize }: Props) => {
  const start = useRef<number>(undefined)
  const begin = (event: PointerEvent<HTMLElement>): void => {
    start.current = event.clientX - width
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent<HTMLElement>): void => {
    if (start.current !== undefined) onResize(Math.max(minColumnWidth, Math.min(maxColumnWidth, event.clientX - start.current)))
  }
  const end = (): void => {
    start.current = undefined
  }
  return (
    <div aria-hidden="true" className={classes.resize} onPointerDown={begin} onPointerMove={move} onPointerUp={end} onPointerCancel={end} />
  )
}
