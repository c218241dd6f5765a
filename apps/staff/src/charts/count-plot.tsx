import { BarChart } from '@mantine/charts'
import { useLingui } from '@lingui/react/macro'
import { ChartFrame } from '@registry/ui/charts/chart-frame.tsx'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { findBarFill, findLeastLength, formatBar, hiddenLength, HiddenPattern, hiddenText } from './hidden-group.tsx'

/** One bar and one row of the table. `short` labels the bar if the name is too long. The count is null if it is hidden. */
export type NamedCount = { readonly name: string; readonly short?: string; readonly count: number | null }

type Props = {
  readonly title: string
  readonly counts: readonly NamedCount[]
  readonly orientation: 'vertical' | 'horizontal'
  /** In pixels. */
  readonly height: number
  /** Placeholder for a hidden count. */
  readonly hidden: string
}

/** Counts as bars with their numbers. Keys and touch show the number of one bar. The bar of a hidden count is hatched. */
const CountPlot = ({ title, counts, orientation, height, hidden }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const vertical = orientation === 'vertical'
  return (
    <ChartFrame height={height}>
      <BarChart
        h={height}
        data={counts.map(({ name, short = name, count }) => ({ name: short, count: count ?? hiddenLength }))}
        dataKey="name"
        orientation={orientation}
        series={[{ name: 'count', label: t`Pazienti`, color: 'var(--count-bar)' }]}
        gridAxis={vertical ? 'none' : 'x'}
        withXAxis={!vertical}
        yAxisProps={vertical ? { width: 132 } : { width: 44, allowDecimals: false }}
        valueFormatter={(count) => formatBar(count, language, hidden)}
        getBarColor={(count) => findBarFill(count, 'var(--count-bar)')}
        withBarValueLabel
        // A word is wider than an upright bar, and its hatches say the same.
        {...(!vertical && {
          valueLabelProps: { formatter: (count) => formatBar(Number(count), language, hidden === hiddenText ? hidden : '') },
        })}
        maxBarWidth={28}
        barProps={{ isAnimationActive: false, minPointSize: findLeastLength }}
        barChartProps={{ title, margin: { right: 60, top: 16 } }}
      >
        <HiddenPattern />
      </BarChart>
    </ChartFrame>
  )
}

// React.lazy loads a default export.
export default CountPlot
