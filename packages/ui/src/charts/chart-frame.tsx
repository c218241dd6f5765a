import { useElementSize } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { ResponsiveContainer } from 'recharts'

type Props = {
  /** In pixels. */
  readonly height: number
  /** A chart of @mantine/charts, as high as the frame. */
  readonly children: ReactNode
}

/**
 * The place of a chart, as wide as its parent. Charts measure themselves. They write a warning to the console without a width, as while
 * React hides the loading page. In a frame they take its size, and a frame without width renders none (REQ-UI-08).
 */
export const ChartFrame = ({ height, children }: Props) => {
  const { ref, width } = useElementSize()
  return (
    <div ref={ref} style={{ height }}>
      {width > 0 && (
        <ResponsiveContainer width={width} height={height}>
          {children}
        </ResponsiveContainer>
      )}
    </div>
  )
}
