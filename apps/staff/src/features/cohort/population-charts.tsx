import { useLingui } from '@lingui/react/macro'
import { abroad, ageClasses, joinKey, phenotypes, pyramidSexes } from '@registry/domain/cohort/groups'
import { lazy } from 'react'
import { phenotypeLabels, sexLabels } from './cohort-labels.ts'
import { CohortChart, type TableRow } from './cohort-chart.tsx'
import type { ChartProps } from './chart-props.ts'
import { mapSizes, RegionMap } from './region-map.tsx'

const PyramidPlot = lazy(() => import('./pyramid-plot.tsx'))
const pyramidHeight = 380

/** Age and sex by phenotype. */
export const PyramidChart = ({ group: { pyramid }, words, choose }: ChartProps) => {
  const { t } = useLingui()
  const title = t`Età e sesso, per fenotipo`
  const count = (key: string): number | null => pyramid.cells.find((cell) => cell.key === key)?.patients ?? null
  const rows = ageClasses.flatMap((age) =>
    pyramidSexes.map((sex): TableRow => ({
      name: `${words.nameAge(age)}, ${t(sexLabels[sex])}`,
      cells: phenotypes.map((phenotype) => {
        const key = joinKey(age, sex, phenotype)
        const patients = count(key)
        return { text: words.show(patients), onFilter: patients ? () => choose({ indicator: 'pyramid', key }) : undefined }
      }),
    })),
  )
  return (
    <CohortChart
      name={t`eta-sesso`}
      title={title}
      lead={t`Pazienti in vita. L’età non diventa una condizione: i filtri non usano la data di nascita.`}
      counts={words.describeRest(pyramid)}
      legend={phenotypes.map((phenotype) => ({ label: t(phenotypeLabels[phenotype]), color: `var(--pheno-${phenotype.toLowerCase()})` }))}
      columns={[t`Età e sesso`, ...phenotypes.map((phenotype) => t(phenotypeLabels[phenotype]))]}
      rows={rows}
      height={pyramidHeight}
    >
      <PyramidPlot title={title} count={count} nameAge={words.nameAge} onChoose={(key) => choose({ indicator: 'pyramid', key })} />
    </CohortChart>
  )
}

/** Patients by region of residence. */
export const RegionChart = ({ group: { regions }, words, choose }: ChartProps) => {
  const { t } = useLingui()
  const title = t`Regione di residenza`
  const nameRegion = (key: string): string => (key === abroad ? t`Estero` : words.findLabel('svc_region', key))
  const chooseRegion = (key: string, patients: number | null) => (patients ? () => choose({ indicator: 'regions', key }) : undefined)
  return (
    <CohortChart
      name={t`regioni`}
      title={title}
      lead={t`Pazienti in vita. Una casella per ogni regione e provincia autonoma: più è intensa, più pazienti vi risiedono.`}
      counts={words.describeRest(regions)}
      columns={[t`Regione`, t`Pazienti`]}
      rows={regions.cells.map(({ key, patients }) => ({
        name: nameRegion(key),
        cells: [{ text: words.show(patients), onFilter: chooseRegion(key, patients) }],
      }))}
      height={mapSizes.height}
    >
      <RegionMap
        title={title}
        find={(region) => {
          const patients = regions.cells.find(({ key }) => key === region)?.patients ?? null
          return { name: nameRegion(region), patients, onChoose: chooseRegion(region, patients) }
        }}
      />
    </CohortChart>
  )
}
