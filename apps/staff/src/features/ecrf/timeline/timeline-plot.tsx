import { useLingui } from '@lingui/react/macro'
import { CompositeChart } from '@mantine/charts'
import { ChartFrame } from '@registry/ui/charts/chart-frame.tsx'
import { showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { chooseAxis, listYearStarts } from '@registry/domain/ecrf/axis'
import type { Axis, Band, Limits } from '@registry/domain/ecrf/timeline'
import { Area, ReferenceArea } from 'recharts'
import { showTime, toTime } from '../../../charts/time-axis.ts'
import { bandTexts } from './band-texts.ts'
import { chartEdges } from './chart-edges.ts'
import type { ChartSeries } from './record-chart.tsx'

const height = 220

/** The values of a day by series, and the range around them. */
export type ChartRow = {
  readonly day: string
  readonly values: Readonly<Partial<Record<string, number>>>
  readonly range?: readonly [least: number, most: number]
}

type Props = Partial<Limits> & {
  readonly title: string
  readonly series: readonly ChartSeries[]
  readonly rows: readonly ChartRow[]
  readonly axis?: Axis
  /** Whether the limits only choose the axis, because they are not the patient's. */
  readonly hidesLimits?: boolean
  /** The first and last day of all charts of the record, so that they share one time line. */
  readonly days: readonly [string, string]
}

type Zone = {
  readonly from: number | undefined
  readonly to: number | undefined
  /** Each worse zone is darker. Colour is never the only difference (WCAG 1.4.1). */
  readonly opacity: number
  readonly color: string
  readonly band: Band | undefined
}

const listZones = ({ limits, worse, bands }: Limits): readonly Zone[] => {
  const countSteps = (index: number): number => (worse === 'above' ? index : limits.length - index)
  if (limits.length === 0) return []
  return Array.from({ length: limits.length + 1 }, (_, index) => ({
    from: limits[index - 1],
    to: limits[index],
    band: bands[index],
    ...(worse === 'outside'
      ? { color: 'var(--timeline-line)', opacity: index === 1 ? 0.14 : 0 }
      : { color: 'var(--timeline-limit)', opacity: 0.1 * countSteps(index) }),
  }))
}

/** The least height of a zone that has room for its word, in pixels. */
const leastZoneHeight = 18
const plotHeight = height - 46

/** The ends and marks of the axis. A chart chooses the marks of an axis of powers itself. */
const findAxis = (axis: Axis, values: readonly number[], { limits = [], ...others }: Partial<Limits>) => {
  const shown = [...values, ...limits]
  // The zone above the last limit has room for its word.
  if (axis === 'log') return { least: Math.min(...shown) * 0.8, most: Math.max(...shown) * 1.4 }
  const ticks = chooseAxis(values, { limits, ...others })
  return { least: ticks[0] ?? 0, most: ticks.at(-1) ?? 1, ticks: [...ticks] }
}

/** The marks of the time line: the years that begin in it, or its ends if it is too short. */
const chooseTimes = (first: string, last: string) => {
  const years = listYearStarts(first, last)
  if (years.length < 2) return { ticks: [toTime(first), toTime(last)], tickFormatter: showTime }
  return { ticks: years.map(toTime), tickFormatter: (time: number) => new Date(time).toISOString().slice(0, 4) }
}

/** The values of fields over time, with the limits of their usual bands as labelled lines and shaded zones (REQ-CRF-13). */
const TimelinePlot = ({
  title,
  series,
  rows,
  axis = 'linear',
  limits = [],
  worse = 'above',
  bands = [],
  hidesLimits = false,
  days: [first, last],
}: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const domain: [number, number] = [toTime(first), toTime(last)]
  const hasRange = rows.some(({ range }) => range !== undefined)
  const numbers = rows.flatMap(({ values, range = [] }) => [...Object.values(values).filter((value) => value !== undefined), ...range])
  const { least, most, ticks } = findAxis(axis, numbers, { limits, worse })
  const shownLimits = hidesLimits ? [] : limits
  const place = (value: number): number => (axis === 'log' ? Math.log(value) : value)
  const hasRoom = (from: number, to: number): boolean =>
    ((place(to) - place(from)) / (place(most) - place(least))) * plotHeight >= leastZoneHeight
  const zones = listZones({ limits: shownLimits, worse, bands })
    .map(({ from = least, to = most, ...zone }) => ({ ...zone, from: Math.max(from, least), to: Math.min(to, most) }))
    .filter(({ from, to }) => from < to)
  return (
    <ChartFrame height={height}>
      <CompositeChart
        h={height}
        data={rows.map(({ day, values, range }) => ({ time: toTime(day), ...values, range }))}
        dataKey="time"
        series={series.map(({ name, label, color, dash }) => ({
          name,
          label,
          color,
          type: 'line',
          ...(dash && { strokeDasharray: dash }),
        }))}
        curveType="linear"
        connectNulls
        withDots
        // A dot at the edge of the plot stays whole.
        dotProps={{ clipDot: false }}
        yAxisProps={{ width: chartEdges.start, scale: axis, domain: [least, most], allowDataOverflow: true, ...(ticks && { ticks }) }}
        xAxisProps={{ type: 'number', scale: 'time', domain, ...chooseTimes(first, last) }}
        tooltipProps={{ labelFormatter: showTime }}
        valueFormatter={(value) => showNumber(value, language)}
        referenceLines={shownLimits.map((limit) => ({ y: limit, label: showNumber(limit, language), color: 'var(--timeline-limit)' }))}
        lineProps={{ isAnimationActive: false }}
        composedChartProps={{ title, margin: { top: 16, right: chartEdges.end, left: 0 } }}
      >
        {zones.map(({ from, to, color, opacity, band }) => (
          <ReferenceArea
            key={from}
            y1={from}
            y2={to}
            fill={color}
            fillOpacity={opacity}
            strokeOpacity={0}
            {...(band !== undefined &&
              hasRoom(from, to) && {
                label: { value: t(bandTexts[band]), position: 'insideTopRight', fontSize: 12, fill: 'var(--timeline-band)' },
              })}
          />
        ))}
        {hasRange && (
          <Area
            dataKey="range"
            fill="var(--timeline-line)"
            fillOpacity={0.25}
            stroke="none"
            tooltipType="none"
            isAnimationActive={false}
            connectNulls
          />
        )}
      </CompositeChart>
    </ChartFrame>
  )
}

// React.lazy loads a default export.
export default TimelinePlot
