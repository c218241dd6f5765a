import { useIntersection } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'

type Props = { readonly height: number; readonly children: ReactNode }

/** Distance below the window at which the content begins to load. */
const rootMargin = '600px'

/**
 * Renders its content once the reader comes near it or the page is idle, because a chart loads a large library. An empty box of `height`
 * pixels comes first. A printed page contains also the charts to which nobody scrolled.
 */
export const LazyInView = ({ height, children }: Props) => {
  const { ref, entry } = useIntersection({ rootMargin })
  const [shown, setShown] = useState(false)
  if (entry?.isIntersecting === true && !shown) setShown(true)
  useEffect(() => {
    if (shown || !('requestIdleCallback' in window)) return
    const idle = requestIdleCallback(() => setShown(true))
    return () => cancelIdleCallback(idle)
  }, [shown])
  return shown ? children : <div ref={ref} style={{ height }} />
}
