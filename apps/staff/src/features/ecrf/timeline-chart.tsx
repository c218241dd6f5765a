import '@mantine/charts/styles.css'
import { LineChart } from '@mantine/charts'
import { ChartFrame } from '@registry/ui/charts/chart-frame.tsx'
import { showDate, showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import type { TimelinePoint } from '@registry/domain/ecrf/timeline'
import { chartEdges } from './chart-edges.ts'

const height = 220

type Props = {
  readonly title: string
  readonly points: readonly TimelinePoint[]
  readonly limits: readonly number[]
  readonly axis: 'linear' | 'log'
  /** The first and last day of all charts of the record, so that they share one time line. */
  readonly days: readonly [string, string]
}

const toTime = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const showTime = (time: unknown): string => (typeof time === 'number' ? showDate(new Date(time).toISOString().slice(0, 10)) : '')

/** The values of one field over time, with the limits of its usual bands as labelled lines (REQ-CRF-13). */
const TimelineChart = ({ title, points, limits, axis, days: [first, last] }: Props) => {
  const { language } = useLanguage()
  const domain: [number, number] = [toTime(first), toTime(last)]
  const shown = [...points.map(({ value }) => value), ...limits]
  const [least, most] = [Math.min(...shown), Math.max(...shown)]
  return (
    <ChartFrame height={height}>
      <LineChart
        h={height}
        data={points.map(({ day, value }) => ({ time: toTime(day), value }))}
        dataKey="time"
        series={[{ name: 'value', label: title, color: 'var(--timeline-line)' }]}
        curveType="linear"
        connectNulls
        withDots
        yAxisProps={{
          width: chartEdges.start,
          scale: axis,
          domain: axis === 'log' ? [least * 0.8, most * 1.2] : [Math.min(0, least), Math.ceil(most * 1.1)],
          allowDataOverflow: true,
        }}
        xAxisProps={{ type: 'number', scale: 'time', domain, ticks: domain, tickFormatter: showTime }}
        tooltipProps={{ labelFormatter: showTime }}
        valueFormatter={(value) => showNumber(value, language)}
        referenceLines={limits.map((limit) => ({ y: limit, label: showNumber(limit, language), color: 'var(--timeline-limit)' }))}
        lineProps={{ isAnimationActive: false }}
        lineChartProps={{ title, margin: { top: 16, right: chartEdges.end, left: 0 } }}
      />
    </ChartFrame>
  )
}

// React.lazy loads a default export.
export default TimelineChart
