import { BarChart } from '@mantine/charts'
import { useLingui } from '@lingui/react/macro'
import { ChartFrame } from '@registry/ui/charts/chart-frame.tsx'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { findBarFill, findLeastLength, formatBar, HiddenPattern } from '../../charts/hidden-group.tsx'

type NamedBar = { readonly key: string; readonly name: string; readonly patients: number }

type Props = { readonly title: string; readonly bars: readonly NamedBar[]; readonly onChoose: (key: string) => void }

const rowHeight = 36
const measureHeight = (bars: number): number => bars * rowHeight + 24

/** Patients by value, the most frequent on top. */
const BarsPlot = ({ title, bars, onChoose }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const height = measureHeight(bars.length)
  return (
    <ChartFrame height={height}>
      <BarChart
        h={height}
        data={bars.map((bar) => ({ ...bar }))}
        dataKey="name"
        orientation="vertical"
        series={[{ name: 'patients', label: t`Pazienti`, color: 'var(--one-bar)' }]}
        gridAxis="none"
        withXAxis={false}
        yAxisProps={{ width: 172, interval: 0 }}
        valueFormatter={(count) => formatBar(count, language)}
        getBarColor={(count) => findBarFill(count, 'var(--one-bar)')}
        withBarValueLabel
        maxBarWidth={24}
        barProps={{
          isAnimationActive: false,
          minPointSize: findLeastLength,
          cursor: 'pointer',
          onClick: (bar: { readonly payload?: { readonly key?: string } }) => onChoose(bar.payload?.key ?? ''),
        }}
        barChartProps={{ title, margin: { left: 12, right: 56, top: 4 } }}
      >
        <HiddenPattern />
      </BarChart>
    </ChartFrame>
  )
}

// React.lazy loads a default export.
export default BarsPlot
