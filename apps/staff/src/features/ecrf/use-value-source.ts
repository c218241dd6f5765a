import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Field } from '@registry/domain/fields/dictionary'
import { findValueDay, type ValueMark } from '@registry/domain/observations/value-sources'
import { showDate } from '@registry/ui/language/format.ts'
import { useValueText } from '../../app/use-value-text.ts'
import { useRecord } from './record-context.ts'

type NamedField = { readonly label: string; readonly field: Field }

/** Says whether statistics were computed from dated results or reported, and of which day (REQ-OBS-05). */
export const useValueSource = () => {
  const { t } = useLingui()
  const { choices, sources } = useRecord()
  const showValue = useValueText(choices)
  const showResults = ({ results, day }: ValueMark): string => {
    const last = showDate(day)
    return t`${plural(results, { one: 'da # risultato', other: 'da # risultati' })}, ultimo ${last}`
  }
  const showResult = ({ name }: Field, { computed }: ValueMark): string =>
    computed === undefined ? t`nessun valore, perché uno è un limite` : showValue(name, computed)
  /** The sources of the statistics of one analyte, which share their results. Only a report far from the results has both numbers. */
  const showSources = (statistics: readonly NamedField[]): string | undefined => {
    const marked = statistics.flatMap(({ label, field }) => {
      const mark = sources[field.name]
      return mark ? [{ label, field, mark }] : []
    })
    const [computed] = marked.filter(({ mark }) => mark.by === 'computed')
    const reported = marked.filter(({ mark }) => mark.by !== 'computed')
    const far = reported.filter(({ mark }) => mark.by === 'differs').map(({ label, field, mark }) => `${label} ${showResult(field, mark)}`)
    const given = far.join(', ')
    const reports = Map.groupBy(reported, ({ mark }) => findValueDay(mark))
    const showReports = ([on, { length }]: readonly [string, typeof reported]): string => {
      const day = showDate(on)
      return t`${plural(length, { one: `riportato il ${day}`, other: `riportati il ${day}` })}`
    }
    const showNames = (group: typeof reported): string =>
      group.length === marked.length ? '' : `: ${group.map(({ label }) => label).join(', ')}`
    const results = computed && showResults(computed.mark)
    const parts = [
      ...[...reports].map((report) => `${showReports(report)}${showNames(report[1])}`),
      ...(far.length > 0 ? [t`dai risultati ${given}`] : []),
      ...(results === undefined ? [] : [reported.length > 0 ? t`gli altri calcolati ${results}` : t`calcolati ${results}`]),
      ...(marked.some(({ mark }) => mark.by === 'computed' && mark.limited)
        ? [t`media e mediana vuote, perché un risultato è un limite`]
        : []),
    ]
    return marked.length === 0 ? undefined : capitalise(parts.join('; '))
  }
  const showReport = (field: Field, mark: ValueMark): string => {
    const [day, given] = [showDate(findValueDay(mark)), showResult(field, mark)]
    return mark.by === 'differs' || mark.computed === undefined ? t`riportato il ${day}; dai risultati ${given}` : t`riportato il ${day}`
  }
  return {
    showSource: (field: Field, mark: ValueMark): string => {
      const results = showResults(mark)
      return capitalise(mark.by === 'computed' ? t`calcolato ${results}` : showReport(field, mark))
    },
    showSources,
  }
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
