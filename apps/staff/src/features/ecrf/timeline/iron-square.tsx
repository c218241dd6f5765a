import { ScatterChart } from '@mantine/charts'
import { useLingui } from '@lingui/react/macro'
import { chooseAxis } from '@registry/domain/ecrf/axis'
import { ironSquareLimits, type IronDataPoint } from '@registry/domain/ecrf/iron'
import { ChartFrame } from '@registry/ui/charts/chart-frame.tsx'
import { showDate, showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { chartEdges } from './chart-edges.ts'
import { RecordChart } from './record-chart.tsx'

const height = 260

/** The liver iron against the T2* of the heart over time, as a path through the four corners (REQ-CRF-13). */
export const IronSquare = ({ dataPoints }: { readonly dataPoints: readonly IronDataPoint[] }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const title = t`Ferro del fegato e del cuore`
  const [lic, t2] = ['LIC (mg/g)', t`T2* del cuore (ms)`]
  const show = (value: number): string => showNumber(value, language)
  // The cross of the limits is in the middle unless the values go further.
  const buildAxis = (values: readonly number[], limit: number) => {
    const ticks = chooseAxis([0, limit * 2, ...values], { limits: [limit] })
    return { domain: [0, ticks.at(-1) ?? limit * 2], ticks: [...ticks], tickFormatter: show }
  }
  const toData = (shown: readonly IronDataPoint[]) => shown.map((dataPoint) => ({ lic: dataPoint.lic, t2: dataPoint.t2 }))
  const color = 'var(--timeline-limit)'
  return (
    <RecordChart
      title={title}
      series={[
        { name: 'path', label: t({ message: 'Percorso', context: 'valori nel tempo' }), color: 'var(--timeline-line)' },
        { name: 'last', label: t`Ultimo valore`, color: 'var(--timeline-second)', dash: '6 3' },
      ]}
      columns={[t`Giorno`, lic, t2]}
      rows={dataPoints.map((dataPoint) => [showDate(dataPoint.day), show(dataPoint.lic), show(dataPoint.t2)])}
    >
      <ChartFrame height={height}>
        <ScatterChart
          h={height}
          data={[
            { name: t({ message: 'Percorso', context: 'valori nel tempo' }), color: 'var(--timeline-line)', data: toData(dataPoints) },
            { name: t`Ultimo valore`, color: 'var(--timeline-second)', data: toData(dataPoints.slice(-1)) },
          ]}
          dataKey={{ x: 'lic', y: 't2' }}
          labels={{ x: lic, y: t2 }}
          xAxisLabel={lic}
          yAxisLabel={t2}
          valueFormatter={show}
          xAxisProps={buildAxis(
            dataPoints.map((dataPoint) => dataPoint.lic),
            ironSquareLimits.lic,
          )}
          yAxisProps={{
            width: chartEdges.start,
            ...buildAxis(
              dataPoints.map((dataPoint) => dataPoint.t2),
              ironSquareLimits.t2,
            ),
          }}
          referenceLines={[
            { x: ironSquareLimits.lic, label: show(ironSquareLimits.lic), color },
            { y: ironSquareLimits.t2, label: show(ironSquareLimits.t2), color },
          ]}
          scatterProps={{ isAnimationActive: false, line: { strokeWidth: 2 }, lineType: 'joint' }}
          scatterChartProps={{ title, margin: { top: 16, right: chartEdges.end, left: 16, bottom: 24 } }}
        />
      </ChartFrame>
    </RecordChart>
  )
}
