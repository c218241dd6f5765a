import { useLingui } from '@lingui/react/macro'
import type { CohortPage } from '@registry/api-contract/cohort'
import { ageClasses, cohortSectionNames, complicationFields, joinKey } from '@registry/domain/cohort/groups'
import { getField } from '@registry/domain/fields/dictionary'
import { sectionLabels } from '@registry/domain/fields/section-labels'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { HeatMap, type HeatRow, heatSizes } from './heat-map.tsx'
import { CohortChart } from './cohort-chart.tsx'
import type { ChartProps, ShownGroup } from './chart-props.ts'

type Part = ShownGroup['missing'][number]

const measureHeight = (rows: number): number => heatSizes.head + rows * heatSizes.height

/** Share of patients with a complication by age, the most frequent complication first. */
export const ComplicationsChart = ({ group: { complications }, words, choose }: ChartProps) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const title = t`Complicanze per età`
  const find = (key: string): Part | undefined => complications.find((part) => part.key === key)
  const sumParts = (field: string): number => ageClasses.reduce((sum, age) => sum + (find(joinKey(field, age))?.part ?? 0), 0)
  const fields = complicationFields.toSorted((a, b) => sumParts(b) - sumParts(a))
  const chooseFlag = (key: string, part: number | null | undefined) =>
    part ? () => choose({ indicator: 'complications', key }) : undefined
  const rows = fields.map((field): HeatRow => ({
    key: field,
    name: getField(field).label[language],
    cells: ageClasses.map((age) => {
      const key = joinKey(field, age)
      const { part = null, total = null } = find(key) ?? {}
      return {
        key,
        percent: words.percent(part, total),
        isHidden: part === null || total === null,
        isEmpty: total === 0,
        onChoose: chooseFlag(key, part),
      }
    }),
  }))
  const observed = Math.max(0, ...complications.map(({ total }) => total ?? 0))
  return (
    <CohortChart
      name={t`complicanze`}
      title={title}
      lead={t`Quota in percento dei pazienti dell’età per i quali la complicanza è registrata come presente o assente. Anche pazienti deceduti, con l’età del decesso.`}
      counts={t`Al massimo ${words.show(observed)} pazienti per casella · «–»: nessun paziente · «…»: troppo pochi pazienti per una quota · tratteggio: un gruppo di meno di 5`}
      columns={[t`Complicanza`, ...ageClasses.map(words.nameAge)]}
      rows={rows.map(({ key: field, name }) => ({
        name,
        cells: ageClasses.map((age) => {
          const key = joinKey(field, age)
          const { part = null, total = null } = find(key) ?? {}
          const [some, all] = [words.show(part), words.show(total)]
          return { text: part === null ? words.show(null) : t`${some} di ${all}`, onFilter: chooseFlag(key, part) }
        }),
      }))}
      height={measureHeight(rows.length)}
      isWide
    >
      <HeatMap title={title} columns={ageClasses.map(words.nameAge)} rows={rows} />
    </CohortChart>
  )
}

type MissingProps = ChartProps & { readonly page: CohortPage; readonly ownName: string; readonly areCentresShown: boolean }

/** Missing values, by section and centre. */
export const MissingChart = ({ words, choose, page, ownName, areCentresShown }: MissingProps) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const title = t`Valori mancanti, per sezione e centro`
  const columns = [
    { id: 'own', name: ownName, parts: page.own.missing, centre: undefined },
    ...(page.network ? [{ id: 'network', name: t`Rete`, parts: page.network.missing, centre: undefined }] : []),
    ...(areCentresShown ? page.centres.map(({ code, missing }) => ({ id: code, name: code, parts: missing, centre: code })) : []),
  ]
  const find = (parts: readonly Part[], section: string): Part | undefined => parts.find(({ key }) => key === section)
  const chooseSection = (section: string, centre: string | undefined, part: number | null | undefined) =>
    part ? () => choose({ indicator: 'missing', key: section, ...(centre !== undefined && { centre }) }) : undefined
  const rows = cohortSectionNames.map((section): HeatRow => ({
    key: section,
    name: sectionLabels[section][language],
    cells: columns.map(({ id, parts, centre }) => {
      const { part = null, total = null } = find(parts, section) ?? {}
      return {
        key: id,
        percent: words.percent(part, total),
        isHidden: part === null || total === null,
        isEmpty: total === 0,
        onChoose: chooseSection(section, centre, part),
      }
    }),
  }))
  return (
    <CohortChart
      name={t`valori-mancanti`}
      title={title}
      lead={t`Quota in percento dei valori essenziali della sezione che mancano senza un motivo. Contano i pazienti che hanno dato il consenso alla sezione.`}
      counts={t`«–»: nessun valore atteso · «…»: troppo pochi valori per una quota · tratteggio: un gruppo di meno di 5`}
      columns={[t`Sezione`, ...columns.map(({ name }) => name)]}
      rows={rows.map(({ key: section, name }) => ({
        name,
        cells: columns.map(({ parts, centre }) => {
          const { part = null, total = null } = find(parts, section) ?? {}
          const [some, all] = [words.show(part), words.show(total)]
          return { text: part === null ? words.show(null) : t`${some} di ${all}`, onFilter: chooseSection(section, centre, part) }
        }),
      }))}
      height={measureHeight(rows.length)}
      isWide
    >
      <HeatMap title={title} columns={columns.map(({ name }) => name)} rows={rows} />
    </CohortChart>
  )
}
