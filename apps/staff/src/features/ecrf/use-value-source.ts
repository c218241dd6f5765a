import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Field } from '@registry/domain/fields/dictionary'
import type { ValueMark } from '@registry/domain/observations/value-sources'
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
  const showReport = ({ name }: Field, { on = '', computed }: ValueMark): string => {
    const [day, given] = [showDate(on), showValue(name, computed)]
    return computed === undefined
      ? t`riportato il ${day}; dai risultati nessun valore, perché uno è un limite`
      : t`riportato il ${day}; dai risultati ${given}`
  }
  /** The sources of the statistics of one analyte, which share their results. */
  const showSources = (statistics: readonly NamedField[]): string | undefined => {
    const marked = statistics.flatMap(({ label, field }) => {
      const mark = sources[field.name]
      return mark ? [{ label, field, mark }] : []
    })
    const [computed] = marked.filter(({ mark }) => mark.by === 'computed')
    const reported = marked.filter(({ mark }) => mark.by !== 'computed')
    const results = computed && showResults(computed.mark)
    const parts = [
      ...reported.map(({ label, field, mark }) => `${label} ${showReport(field, mark)}`),
      ...(results === undefined ? [] : [reported.length > 0 ? t`gli altri calcolati ${results}` : t`calcolati ${results}`]),
      ...(marked.some(({ mark }) => mark.by === 'computed' && mark.limited)
        ? [t`media e mediana vuote, perché un risultato è un limite`]
        : []),
    ]
    return marked.length === 0 ? undefined : capitalise(parts.join('; '))
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
