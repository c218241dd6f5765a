import { useIntersection } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'

type Props = { readonly height: number; readonly children: ReactNode }

/** Distance below the window at which the content begins to load. */
const rootMargin = '600px'

/** Renders its content once the reader comes near it, because a chart loads a large library. An empty box of `height` pixels comes first. */
export const LazyInView = ({ height, children }: Props) => {
  const { ref, entry } = useIntersection({ rootMargin })
  const [shown, setShown] = useState(false)
  if (entry?.isIntersecting === true && !shown) setShown(true)
  return shown ? children : <div ref={ref} style={{ height }} />
}
