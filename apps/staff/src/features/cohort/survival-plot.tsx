import { LineChart } from '@mantine/charts'
import { useLingui } from '@lingui/react/macro'
import type { SurvivalCurve } from '@registry/domain/cohort/survival'
import { ChartFrame } from '@registry/ui/charts/chart-frame.tsx'

const survivalHeight = 340
const step = 5
/** Lines that lie on each other stay apart by their dashes. */
const dashes = ['0', '10 4', '3 4', '10 4 3 4'] as const

type Props = {
  readonly title: string
  readonly curves: readonly (SurvivalCurve & { readonly label: string; readonly color: string })[]
}

/** One line for each decade of birth, every five years of age. */
const SurvivalPlot = ({ title, curves }: Props) => {
  const { t } = useLingui()
  const oldest = Math.max(0, ...curves.flatMap(({ dataPoints }) => dataPoints.map(({ age }) => age)))
  const lowest = Math.min(90, ...curves.flatMap(({ dataPoints }) => dataPoints.map(({ percent }) => percent)))
  const from = Math.max(0, Math.floor(lowest / 10) * 10 - 10)
  const ages = Array.from({ length: oldest / step + 1 }, (_, index) => index * step)
  return (
    <ChartFrame height={survivalHeight}>
      <LineChart
        h={survivalHeight}
        data={ages.map((age) => ({
          age,
          ...Object.fromEntries(
            curves.flatMap(({ decade, dataPoints }) =>
              dataPoints.flatMap((dataPoint) => (dataPoint.age === age ? [[decade, dataPoint.percent]] : [])),
            ),
          ),
        }))}
        dataKey="age"
        series={curves.map(({ decade, label, color }, index) => ({
          name: decade,
          label,
          color,
          strokeDasharray: dashes[index % dashes.length] ?? '0',
        }))}
        curveType="stepAfter"
        withDots={false}
        strokeWidth={2.5}
        xAxisProps={{ type: 'number', domain: [0, oldest], ticks: ages.filter((age) => age % 10 === 0) }}
        xAxisLabel={t`Età in anni`}
        {...(from > 0 && { yAxisLabel: t`L’asse comincia da ${from}%` })}
        yAxisProps={{ width: 48, domain: [from, 100], tickFormatter: (percent: number) => `${percent}%` }}
        valueFormatter={(percent) => `${percent}%`}
        lineProps={{ isAnimationActive: false }}
        lineChartProps={{ title, margin: { top: 8, right: 16, left: from > 0 ? 16 : 0, bottom: 24 } }}
      />
    </ChartFrame>
  )
}

// React.lazy loads a default export.
export default SurvivalPlot
