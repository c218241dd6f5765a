import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { useLingui } from '@lingui/react/macro'
import { ChartFrame } from '@registry/ui/charts/chart-frame.tsx'
import { showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'

/** One bar and one row of the table. `short` labels the bar if the name is too long. */
export type NamedCount = { readonly name: string; readonly short?: string; readonly count: number | null }

type Props = {
  readonly title: string
  readonly counts: readonly NamedCount[]
  readonly orientation: 'vertical' | 'horizontal'
  /** In pixels. */
  readonly height: number
}

/** Counts as bars with their numbers. Keys and touch show the number of one bar. A hidden count has no bar. */
const CountChart = ({ title, counts, orientation, height }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const vertical = orientation === 'vertical'
  return (
    <ChartFrame height={height}>
      <BarChart
        h={height}
        data={counts.map(({ name, short = name, count }) => ({ name: short, count: count ?? undefined }))}
        dataKey="name"
        orientation={orientation}
        series={[{ name: 'count', label: t`Pazienti`, color: 'var(--count-bar)' }]}
        gridAxis={vertical ? 'none' : 'x'}
        withXAxis={!vertical}
        yAxisProps={vertical ? { width: 132 } : { width: 44, allowDecimals: false }}
        valueFormatter={(count) => showNumber(count, language)}
        withBarValueLabel
        maxBarWidth={28}
        barProps={{ isAnimationActive: false }}
        barChartProps={{ title, margin: { right: 44, top: 16 } }}
      />
    </ChartFrame>
  )
}

// React.lazy loads a default export.
export default CountChart
