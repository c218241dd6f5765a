import { type RefObject, useLayoutEffect, useState } from 'react'

/** The width before the first measurement, and where no layout exists. */
const assumedWidth = 1280

/** The inner width of the grid, which changes with the window. */
export const useGridWidth = (scroller: RefObject<HTMLElement | null>): number => {
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
