import { LineChart } from '@mantine/charts'
import { useLingui } from '@lingui/react/macro'
import { sf36ScaleNames, sf36Scales } from '@registry/domain/sf36/structure'
import { ChartFrame } from '@registry/ui/charts/chart-frame.tsx'
import { showDate, showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import type { ScoredResponse } from './scored.ts'
import classes from './sf36.module.css'

const chartHeight = 170
const dayMs = 86_400_000
/** The tooltip requests its label even while no data point is active. */
const showTime = (time: unknown): string => (typeof time === 'number' ? showDate(new Date(time).toISOString()) : '')

type Props = { readonly responses: readonly ScoredResponse[] }

/** One chart for each scale: the scores over time, and the norm as a band of one standard deviation. */
const ScoreCharts = ({ responses }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const oldestFirst = responses.toReversed().map(({ filledAt, scores }) => ({ time: Date.parse(filledAt), scores }))
  const times = oldestFirst.map(({ time }) => time)
  const [first, last] = [Math.min(...times), Math.max(...times)]
  return (
    <div className={classes.charts}>
      {sf36ScaleNames.map((scale) => {
        const { label, norm } = sf36Scales[scale]
        return (
          <figure key={scale} className={classes.chart}>
            <figcaption className={classes.chartTitle}>{label[language]}</figcaption>
            <ChartFrame height={chartHeight}>
              <LineChart
                h={chartHeight}
                data={oldestFirst.map(({ time, scores }) => ({ time, score: scores[scale] }))}
                dataKey="time"
                series={[{ name: 'score', label: t`Punteggio`, color: 'var(--sf36-line)' }]}
                curveType="linear"
                connectNulls={false}
                withPointLabels
                yAxisProps={{ domain: [0, 100], ticks: [0, 50, 100], width: 36 }}
                xAxisProps={{
                  type: 'number',
                  scale: 'time',
                  // One questionnaire alone needs a width of the axis too.
                  domain: [first - dayMs, last + dayMs],
                  ticks: first === last ? [first] : [first, last],
                  tickFormatter: showTime,
                }}
                tooltipProps={{ labelFormatter: showTime }}
                valueFormatter={(score) => showNumber(Math.round(score), language)}
                referenceAreas={[
                  {
                    y1: Math.max(0, norm.mean - norm.sd),
                    y2: Math.min(100, norm.mean + norm.sd),
                    color: 'var(--sf36-norm)',
                    fillOpacity: 1,
                    strokeOpacity: 0,
                  },
                ]}
                lineProps={{ isAnimationActive: false }}
                lineChartProps={{ title: label[language], margin: { top: 24, right: 36, left: 0 } }}
              />
            </ChartFrame>
          </figure>
        )
      })}
    </div>
  )
}

// React.lazy loads a default export.
export default ScoreCharts
