import { type ReactNode, useEffect, useRef } from 'react'

/**
 * Content that opens in the place of a button. Without this, the browser keeps the parts below in place, and the content opens above the
 * window. Its section begins at the top of the window, and the heading has the focus.
 */
export const OpenedPart = ({ children }: { readonly children: ReactNode }) => {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const heading = part.current?.closest('section')?.querySelector<HTMLElement>('h2, h3')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    heading.scrollIntoView()
  }, [])
  return <div ref={part}>{children}</div>
}
