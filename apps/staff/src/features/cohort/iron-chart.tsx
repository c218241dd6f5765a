import { useLingui } from '@lingui/react/macro'
import type { CohortPage } from '@registry/api-contract/cohort'
import { ironBands, listBands, type IronMeasure } from '@registry/domain/cohort/groups'
import { showNumber } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { lazy } from 'react'
import { hiddenLength } from '../../charts/hidden-group.tsx'
import { ironTitles } from './cohort-labels.ts'
import type { IronRow } from './iron-plot.tsx'
import { CohortChart } from './cohort-chart.tsx'
import { type ChartProps, sumShown } from './chart-props.ts'

const IronPlot = lazy(() => import('./iron-plot.tsx'))

/** A chart with more rows would be higher than a window. The table has all of them. */
const maxRows = 14
const rowHeight = 34

/** The colour of an interval: the safest one is blue. A low T2* is the dangerous one. */
const findColor = (measure: IronMeasure, band: number): string =>
  measure === 't2' ? (['var(--band-3)', 'var(--band-2)', 'var(--band-0)'][band] ?? '') : `var(--band-${band})`

type Indicator = CohortPage['own']['ferritin']
type Row = { readonly id: string; readonly name: string; readonly indicator: Indicator; readonly centre?: string }

type Props = ChartProps & {
  readonly measure: IronMeasure
  readonly page: CohortPage
  readonly ownName: string
  readonly areCentresShown: boolean
}

/** The shares of an iron measure in its intervals: the shown patients, the network, and each visible centre. */
export const IronChart = ({ group, words, choose, measure, page, ownName, areCentresShown }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const bands = listBands(measure)
  const limits: readonly number[] = ironBands[measure].limits
  const nameBand = (band: number): string => {
    const [from, to] = [limits[band - 1], limits[band]]
    if (from === undefined) return `< ${showNumber(to ?? 0, language)}`
    return to === undefined ? `≥ ${showNumber(from, language)}` : `${showNumber(from, language)}–${showNumber(to, language)}`
  }
  const rows: readonly Row[] = [
    { id: 'own', name: ownName, indicator: page.own[measure] },
    ...(page.network ? [{ id: 'network', name: t`Rete`, indicator: page.network[measure] }] : []),
    ...(areCentresShown
      ? page.centres
          .map((centre) => ({ id: centre.code, name: centre.code, indicator: centre[measure], centre: centre.code }))
          .filter(({ indicator }) => sumShown(indicator.cells) > 0)
          .toSorted((a, b) => sumShown(b.indicator.cells) - sumShown(a.indicator.cells))
      : []),
  ]
  // Hidden cells count too. Rounded cells can exceed their rounded total.
  const toPercents = ({ cells, total }: Indicator): readonly number[] => {
    const all = Math.max(total ?? 0, sumShown(cells))
    return cells.map(({ patients }) => (all === 0 ? 0 : Math.round((1000 * (patients ?? 0)) / all) / 10))
  }
  const toHidden = ({ cells, total }: Indicator): number => {
    const groups = cells.filter(({ patients }) => patients === null).length
    if (groups === 0) return 0
    const all = Math.max(total ?? 0, sumShown(cells), 1)
    // Rounding can hide a group that must be visible.
    return Math.round((1000 * Math.max(all - sumShown(cells), groups * hiddenLength)) / all) / 10
  }
  const shown: readonly IronRow[] = rows
    .slice(0, maxRows)
    .map(({ id, name, indicator }) => ({ id, name, percents: toPercents(indicator), hidden: toHidden(indicator) }))
  const title = t(ironTitles[measure])
  const chooseBand = (row: Row | undefined, band: number): void =>
    choose({ indicator: measure, key: String(band), ...(row?.centre !== undefined && { centre: row.centre }) })
  return (
    <CohortChart
      name={measure}
      title={title}
      lead={t`Ultimo valore dei pazienti in vita. Le quote contano tutti i pazienti con un valore.`}
      counts={words.describeRest(group[measure])}
      legend={bands.map((_, band) => ({ label: nameBand(band), color: findColor(measure, band) }))}
      columns={[t`Pazienti di`, ...bands.map((_, band) => nameBand(band)), t`Senza valore`]}
      rows={rows.map((row) => ({
        name: row.name,
        cells: [
          ...row.indicator.cells.map(({ patients }, band) => {
            const percent = toPercents(row.indicator)[band] ?? 0
            return {
              text: patients === null ? words.show(null) : `${words.show(patients)} (${Math.round(percent)}%)`,
              onFilter: patients ? () => chooseBand(row, band) : undefined,
            }
          }),
          { text: words.show(row.indicator.missing) },
        ],
      }))}
      height={shown.length * rowHeight + 40}
    >
      <IronPlot
        title={title}
        bands={bands.map((_, band) => ({ label: nameBand(band), color: findColor(measure, band) }))}
        rows={shown}
        onChoose={(id, band) =>
          chooseBand(
            rows.find((row) => row.id === id),
            band,
          )
        }
      />
    </CohortChart>
  )
}
