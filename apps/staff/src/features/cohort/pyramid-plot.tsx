import { BarChart } from '@mantine/charts'
import { useLingui } from '@lingui/react/macro'
import { ageClasses, joinKey, phenotypes, pyramidSexes } from '@registry/domain/cohort/groups'
import { ChartFrame } from '@registry/ui/charts/chart-frame.tsx'
import { showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { formatBar, hiddenFill, hiddenLength, HiddenPattern, hiddenText } from '../../charts/hidden-group.tsx'
import { phenotypeLabels, sexLabels } from './cohort-labels.ts'

const pyramidHeight = 380

type Props = {
  readonly title: string
  readonly count: (key: string) => number | null
  readonly nameAge: (age: string) => string
  readonly onChoose: (key: string) => void
}

/** Men to the left, women to the right, the oldest on top. */
const PyramidPlot = ({ title, count, nameAge, onChoose }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const data = ageClasses.toReversed().map((age) => ({
    age: nameAge(age),
    id: age,
    ...Object.fromEntries(
      pyramidSexes.flatMap((sex) =>
        phenotypes.map((phenotype) => [joinKey(sex, phenotype), (sex === 'M' ? -1 : 1) * (count(joinKey(age, sex, phenotype)) ?? 0)]),
      ),
    ),
    ...Object.fromEntries(
      pyramidSexes.map((sex) => {
        const hidden = phenotypes.filter((phenotype) => count(joinKey(age, sex, phenotype)) === null).length
        return [joinKey(sex, hiddenText), (sex === 'M' ? -1 : 1) * hidden * hiddenLength]
      }),
    ),
  }))
  const series = pyramidSexes.flatMap((sex) => [
    ...phenotypes.map((phenotype) => ({
      name: joinKey(sex, phenotype),
      label: `${t(sexLabels[sex])}, ${t(phenotypeLabels[phenotype])}`,
      color: `var(--pheno-${phenotype.toLowerCase()})`,
    })),
    { name: joinKey(sex, hiddenText), label: t(sexLabels[sex]), color: hiddenFill },
  ])
  const side = (sex: 'M' | 'F'): number[] =>
    ageClasses.map((age) => phenotypes.reduce((sum, phenotype) => sum + (count(joinKey(age, sex, phenotype)) ?? 0), 0))
  const half = Math.ceil(Math.max(10, ...side('M'), ...side('F')) / 10) * 5
  return (
    <ChartFrame height={pyramidHeight}>
      <BarChart
        h={pyramidHeight}
        data={data}
        dataKey="age"
        orientation="vertical"
        type="stacked"
        series={series}
        gridAxis="x"
        withXAxis
        xAxisProps={{
          type: 'number',
          domain: [-2 * half, 2 * half],
          ticks: [-2 * half, -half, 0, half, 2 * half],
          tickFormatter: (value: number) => showNumber(Math.abs(value), language),
        }}
        xAxisLabel={t`maschi · femmine`}
        yAxisProps={{ width: 56, interval: 0 }}
        valueFormatter={(value) => formatBar(value, language)}
        tooltipProps={{ filterNull: true }}
        maxBarWidth={26}
        barProps={(one) => ({
          isAnimationActive: false,
          stroke: 'var(--mantine-color-body)',
          strokeWidth: 1,
          cursor: 'pointer',
          onClick: (bar: { readonly payload?: { readonly id?: string } }) => {
            if (!one.name.endsWith(hiddenText)) onChoose(joinKey(bar.payload?.id ?? '', one.name))
          },
        })}
        barChartProps={{ title, stackOffset: 'sign', margin: { right: 16, top: 8, bottom: 24 } }}
      >
        <HiddenPattern />
      </BarChart>
    </ChartFrame>
  )
}

// React.lazy loads a default export.
export default PyramidPlot
