import { BarChart } from '@mantine/charts'
import { hiddenFill, HiddenPattern, hiddenText } from '../../charts/hidden-group.tsx'
import { ChartFrame } from '@registry/ui/charts/chart-frame.tsx'

/** The patients of a centre by interval, and those of hidden groups together, in percent. */
export type IronRow = { readonly id: string; readonly name: string; readonly percents: readonly number[]; readonly hidden: number }

type Props = {
  readonly title: string
  readonly bands: readonly { readonly label: string; readonly color: string }[]
  readonly rows: readonly IronRow[]
  readonly onChoose: (row: string, band: number) => void
}

const rowHeight = 34
const measureHeight = (rows: number): number => rows * rowHeight + 40

/** One bar for the shown patients, one for the network, and one for each centre, each of 100 percent. */
const IronPlot = ({ title, bands, rows, onChoose }: Props) => {
  const height = measureHeight(rows.length)
  return (
    <ChartFrame height={height}>
      <BarChart
        h={height}
        data={rows.map(({ id, name, percents, hidden }) => ({
          id,
          name,
          [hiddenText]: hidden,
          ...Object.fromEntries(percents.map((percent, band) => [`band ${band}`, percent])),
        }))}
        dataKey="name"
        orientation="vertical"
        type="stacked"
        series={[
          ...bands.map(({ label, color }, band) => ({ name: `band ${band}`, label, color })),
          { name: hiddenText, label: hiddenText, color: hiddenFill },
        ]}
        gridAxis="none"
        withXAxis
        xAxisProps={{ domain: [0, 100], ticks: [0, 25, 50, 75, 100], type: 'number', tickFormatter: (percent: number) => `${percent}%` }}
        yAxisProps={{ width: 104, interval: 0 }}
        valueFormatter={(percent) => `${percent}%`}
        maxBarWidth={22}
        barProps={(one) => ({
          isAnimationActive: false,
          stroke: 'var(--mantine-color-body)',
          strokeWidth: 1,
          cursor: 'pointer',
          onClick: (bar: { readonly payload?: { readonly id?: string } }) => {
            if (one.name !== hiddenText) onChoose(bar.payload?.id ?? '', Number(one.name.slice('band '.length)))
          },
        })}
        barChartProps={{ title, margin: { right: 20, top: 8 } }}
      >
        <HiddenPattern />
      </BarChart>
    </ChartFrame>
  )
}

// React.lazy loads a default export.
export default IronPlot
