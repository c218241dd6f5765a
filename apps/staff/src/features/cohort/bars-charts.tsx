import { useLingui } from '@lingui/react/macro'
import type { CohortPage } from '@registry/api-contract/cohort'
import { lazy } from 'react'
import { hiddenLength } from '../../charts/hidden-group.tsx'
import { causeLabels } from './cohort-labels.ts'
import { CohortChart } from './cohort-chart.tsx'
import type { ChartProps, ShownGroup } from './chart-props.ts'

const BarsPlot = lazy(() => import('./bars-plot.tsx'))
const rowHeight = 36

type BarsProps = ChartProps & {
  readonly indicator: 'chelation' | 'admissions'
  readonly name: string
  readonly title: string
  readonly lead: string
  readonly first: string
  readonly nameKey: (key: string) => string
  readonly codes?: (key: string) => readonly string[]
}

const BarsChart = ({ group, words, choose, indicator, name, title, lead, first, nameKey, codes }: BarsProps) => {
  const { t } = useLingui()
  const shown: ShownGroup['chelation'] = group[indicator]
  const chooseKey = (key: string): void => {
    // The bar of the other values has no condition.
    if (key !== '') choose({ indicator, key, codes: codes?.(key) })
  }
  const bars = shown.cells.map(({ key, patients }) => ({ key, name: nameKey(key), patients: patients ?? 0 }))
  const drawn = shown.others === 0 ? bars : [...bars, { key: '', name: t`Altre voci`, patients: shown.others ?? hiddenLength }]
  const rest = [
    { name: t`Altre voci`, count: shown.others },
    { name: t`Senza valore`, count: shown.missing },
    { name: t`Senza consenso`, count: shown.withheld },
  ]
  return (
    <CohortChart
      name={name}
      title={title}
      lead={lead}
      counts={words.describeRest(shown)}
      columns={[first, t`Pazienti`]}
      rows={[
        ...bars.map((bar) => ({ name: bar.name, cells: [{ text: words.show(bar.patients), onFilter: () => chooseKey(bar.key) }] })),
        ...rest.map((one) => ({ name: one.name, cells: [{ text: words.show(one.count) }] })),
      ]}
      height={drawn.length * rowHeight + 24}
    >
      {drawn.length === 0 ? <p>{t`Nessun paziente ha un valore.`}</p> : <BarsPlot title={title} bars={drawn} onChoose={chooseKey} />}
    </CohortChart>
  )
}

export const ChelationChart = (props: ChartProps) => {
  const { t } = useLingui()
  return (
    <BarsChart
      {...props}
      indicator="chelation"
      name={t`chelazione`}
      title={t`Terapia ferrochelante`}
      lead={t`Farmaco o associazione in uso, nei pazienti in vita.`}
      first={t`Terapia`}
      nameKey={(key) => props.words.findLabel('chelating_drug', key)}
    />
  )
}

export const AdmissionsChart = ({ causes, ...props }: ChartProps & Pick<CohortPage, 'causes'>) => {
  const { t } = useLingui()
  return (
    <BarsChart
      {...props}
      indicator="admissions"
      name={t`ricoveri`}
      title={t`Ricoveri negli ultimi 12 mesi, per gruppo di cause ICD-9-CM`}
      lead={t`Pazienti in vita con almeno un ricovero per il gruppo. Un paziente conta in ogni gruppo delle sue cause.`}
      first={t`Gruppo di cause`}
      nameKey={(key) => {
        const label = causeLabels[key]
        return label ? t(label) : key
      }}
      codes={(key) => causes[key] ?? []}
    />
  )
}
