import { useLingui } from '@lingui/react/macro'
import type { FilterSummary } from '@registry/api-contract/saved-filters'
import { findFilterField, type Field } from '@registry/domain/fields/dictionary'
import { formatMeasurement, formatUnit } from '@registry/domain/fields/units'
import { getDistributionKind, listIntervalLimits } from '@registry/domain/filter/distribution'
import type { DescribeOptions } from '@registry/domain/expression/describe'
import type { Language } from '@registry/domain/language'
import { useLanguage } from '@registry/ui/language/language.tsx'
import type { NamedCount } from '../../../charts/count-plot.tsx'
import { CountChart } from '../../../charts/count-chart.tsx'

type Distribution = FilterSummary['fields'][number]

/** The day limits are first days of decades, so their years are enough. */
const showLimit = (limit: number | string, language: Language): string =>
  typeof limit === 'number' ? formatMeasurement(limit, language) : limit.slice(0, 4)

/** Formats an interval by its number: `< 6`, `6–7`, `≥ 15`. The upper limit is not part of it. */
export const formatInterval = (field: Field, at: number, language: Language): string => {
  const limits = listIntervalLimits(field)
  const [from, to] = [limits[at - 1], limits[at]]
  if (from === undefined) return `< ${showLimit(to ?? '', language)}`
  if (to === undefined) return `≥ ${showLimit(from, language)}`
  return `${showLimit(from, language)}–${showLimit(to, language)}`
}

/** Removes the intervals before the first and after the last one that has patients. */
const trimIntervals = (counts: readonly NamedCount[]): readonly NamedCount[] => {
  const isShown = ({ count }: NamedCount): boolean => (count ?? 0) > 0
  return counts.slice(Math.max(0, counts.findIndex(isShown)), counts.findLastIndex(isShown) + 1)
}

type Props = { readonly distribution: Distribution; readonly describeOptions: DescribeOptions }

/** The patients by the values of a field, and those without. Numbers and days are a histogram, others bars (REQ-FIL-17). */
export const DistributionChart = ({ distribution: { field: name, values, others, missing, withheld }, describeOptions }: Props) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const field = findFilterField(name)
  if (!field) return null
  const kind = getDistributionKind(field)
  const nameValue = (value: string): string => {
    if (kind === 'given') return t`Indicato`
    if (field.type === 'boolean') return value === 'true' ? t`Sì` : t`No`
    return (field.referenceTable && describeOptions.findLabel?.(field.referenceTable, value)) ?? value
  }
  const rest = [
    { name: t`Altre voci`, count: others },
    { name: t`Non registrato`, count: missing },
    { name: t`Non consentito`, count: withheld },
  ].filter(({ count }) => count > 0)
  const counts =
    kind === 'intervals'
      ? trimIntervals(values.map(({ value, patients }) => ({ name: formatInterval(field, Number(value), language), count: patients })))
      : values.map(({ value, patients }) => ({ name: nameValue(value), count: patients }))
  const label = field.label[language]
  const title = field.unit === undefined ? label : `${label} (${formatUnit(field.unit, language)})`
  return <CountChart title={title} first={t`Valore`} counts={[...counts, ...rest]} orientation="vertical" />
}
