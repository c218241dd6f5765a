import { type RefObject, useLayoutEffect } from 'react'

/**
 * Tells the browser the height of a bar that covers an edge of the window. The browser scrolls a focused element clear of it (WCAG 2.4.11).
 * The bars at the bottom are above the banner.
 */
export const useReservedSpace = (edge: 'top' | 'bottom' | 'banner', bar: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    const { style } = document.documentElement
    const property = `--registry-covered-${edge}`
    const observer = new ResizeObserver(() => style.setProperty(property, `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty(property)
    }
  }, [edge, bar])
}
