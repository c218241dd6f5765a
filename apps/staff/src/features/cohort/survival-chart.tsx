import { useLingui } from '@lingui/react/macro'
import { birthDecades } from '@registry/domain/cohort/groups'
import { lazy } from 'react'
import { CohortChart } from './cohort-chart.tsx'
import type { ChartProps } from './chart-props.ts'

const SurvivalPlot = lazy(() => import('./survival-plot.tsx'))
const survivalHeight = 340

/** Survival by decade of birth. Its lines open no filter, because filters use neither the date of birth nor that of death. */
export const SurvivalChart = ({ group: { survival }, words }: ChartProps) => {
  const { t } = useLingui()
  const title = t`Sopravvivenza per decennio di nascita`
  const curves = survival.map((curve) => {
    const { decade } = curve
    const [next, before] = [String(Number(decade) + 9), String(Number(decade) + 10)]
    return {
      ...curve,
      label: decade === birthDecades[0] ? t`prima del ${before}` : `${decade}–${next}`,
      color: `var(--age-${birthDecades.findIndex((one) => one === decade)})`,
    }
  })
  const drawn = curves.filter(({ dataPoints }) => dataPoints.length > 1)
  const ages = [...new Set(drawn.flatMap(({ dataPoints }) => dataPoints.map(({ age }) => age)))].toSorted((a, b) => a - b)
  const hidden = curves.filter(({ patients }) => patients === null).map(({ label }) => label)
  return (
    <CohortChart
      name={t`sopravvivenza`}
      title={title}
      lead={t`Stima di Kaplan-Meier dalla nascita, ogni cinque anni, finché si osservano almeno dieci pazienti. Chi è morto prima di entrare nel registro manca, quindi le quote sono ottimistiche. Non contano i pazienti trasferiti o persi al follow-up.`}
      counts={
        hidden.length === 0
          ? t`Tutti i decenni hanno almeno dieci pazienti`
          : t`Senza curva, per meno di dieci pazienti: ${hidden.join(', ')}`
      }
      legend={drawn.map(({ label, color }) => ({ label, color }))}
      columns={[t`Età`, ...drawn.map(({ label, patients }) => `${label} (n ${words.show(patients)})`)]}
      rows={ages.map((age) => ({
        name: String(age),
        cells: drawn.map(({ dataPoints }) => {
          const percent = dataPoints.find((dataPoint) => dataPoint.age === age)?.percent
          return { text: percent === undefined ? '' : `${percent}%` }
        }),
      }))}
      height={survivalHeight}
    >
      {drawn.length === 0 ? (
        <p>{t`Tutti i gruppi sono troppo piccoli per essere mostrati.`}</p>
      ) : (
        <SurvivalPlot title={title} curves={drawn} />
      )}
    </CohortChart>
  )
}
