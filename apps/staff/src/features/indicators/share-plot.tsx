import { BarChart } from '@mantine/charts'
import { useLingui } from '@lingui/react/macro'
import { ChartFrame } from '@registry/ui/charts/chart-frame.tsx'
import { useNavigateTo } from '@registry/ui/layout/navigation.tsx'
import { findBarFill, findLeastLength, hiddenLength, HiddenPattern } from '../../charts/hidden-group.tsx'

/** A share in percent: of the centre, and the median of the network. `count` is the centre's share in absolute numbers. */
export type NamedShare = {
  readonly name: string
  readonly count: string
  readonly percent: number | null
  readonly network: number | null
  /** The address of the list of its patients. */
  readonly list: string
}

type Props = { readonly title: string; readonly shares: readonly NamedShare[]; readonly height: number }

/** Shares of the centre as bars, each above the median of the network. A hidden median is hatched. */
const SharePlot = ({ title, shares, height }: Props) => {
  const { t } = useLingui()
  const navigate = useNavigateTo()
  return (
    <ChartFrame height={height}>
      <BarChart
        h={height}
        data={shares.map(({ name, list, percent, network }) => ({
          name,
          list,
          own: percent ?? undefined,
          network: network ?? hiddenLength,
        }))}
        dataKey="name"
        orientation="vertical"
        series={[
          { name: 'own', label: t`Il tuo centro`, color: 'var(--own-bar)' },
          { name: 'network', label: t`Mediana della rete`, color: 'var(--network-bar)' },
        ]}
        gridAxis="none"
        withXAxis
        withLegend
        xAxisProps={{ domain: [0, 100], ticks: [0, 50, 100], type: 'number', tickFormatter: (percent: number) => `${percent}%` }}
        yAxisProps={{ width: 132 }}
        valueFormatter={(percent) => (Number.isInteger(percent) ? `${percent}%` : t`non mostrata`)}
        getBarColor={(percent, { color }) => findBarFill(percent, color)}
        withBarValueLabel
        maxBarWidth={20}
        barProps={{
          isAnimationActive: false,
          minPointSize: findLeastLength,
          cursor: 'pointer',
          onClick: (bar: { readonly payload?: { readonly list: string } }) => {
            if (bar.payload) navigate(bar.payload.list)
          },
        }}
        barChartProps={{ title, margin: { right: 96, top: 16 } }}
      >
        <HiddenPattern />
      </BarChart>
    </ChartFrame>
  )
}

// React.lazy loads a default export.
export default SharePlot
