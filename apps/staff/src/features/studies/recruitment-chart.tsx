import { LineChart } from '@mantine/charts'
import { useLingui } from '@lingui/react/macro'
import { ChartFrame } from '@registry/ui/charts/chart-frame.tsx'
import { showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { showTime, toTime } from '../../charts/time-axis.ts'
import type { RecruitmentDay } from './recruitment.ts'

const height = 240

type Props = { readonly days: readonly RecruitmentDay[]; readonly endDate: string | null }

/** The answers Yes up to each day, with the last day of the enrolment as a line. */
const RecruitmentChart = ({ days, endDate }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const times = days.map(({ day }) => toTime(day))
  const end = endDate === null ? undefined : toTime(endDate)
  const domain: [number, number] = [Math.min(...times), Math.max(...times, end ?? 0)]
  return (
    <ChartFrame height={height}>
      <LineChart
        h={height}
        data={days.map(({ day, total }) => ({ time: toTime(day), total }))}
        dataKey="time"
        series={[{ name: 'total', label: t`Pazienti`, color: 'var(--count-bar)' }]}
        curveType="stepAfter"
        yAxisProps={{ width: 44, allowDecimals: false, domain: [0, 'auto'] }}
        xAxisProps={{ type: 'number', scale: 'time', domain, ticks: domain, tickFormatter: showTime }}
        tooltipProps={{ labelFormatter: showTime }}
        valueFormatter={(count) => showNumber(count, language)}
        referenceLines={
          end === undefined ? [] : [{ x: end, label: t`Fine arruolamento`, color: 'var(--mantine-color-dimmed)', labelPosition: 'left' }]
        }
        lineProps={{ isAnimationActive: false }}
        lineChartProps={{ title: t`Risposte Sì nel tempo`, margin: { top: 16, right: 44, left: 0 } }}
      />
    </ChartFrame>
  )
}

// React.lazy loads a default export.
export default RecruitmentChart
