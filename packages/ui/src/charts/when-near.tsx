import { type ReactNode, useState } from 'react'

type Props = { readonly height: number; readonly children: ReactNode }

/** How far below the window the content begins to load. */
const rootMargin = '600px'

/**
 * Renders its content once the reader comes near it, and an empty place of `height` pixels before. A chart needs 104 KB of library, which a
 * phone would load with the page although the chart is several windows below (docs/benchmarks.md).
 */
export const WhenNear = ({ height, children }: Props) => {
  const [near, setNear] = useState(false)
  const watch = (place: HTMLElement): (() => void) => {
    const observer = new IntersectionObserver((entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)), { rootMargin })
    observer.observe(place)
    return () => observer.disconnect()
  }
  return near ? children : <div ref={(place) => (place ? watch(place) : undefined)} style={{ height }} />
}
