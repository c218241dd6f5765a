import { useLingui } from '@lingui/react/macro'
import type { Field } from '@registry/domain/fields/dictionary'
import { showDate } from '@registry/ui/language/format.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '../../app/shell.ts'
import { useRangeText } from '../../discrepancies/use-range-text.ts'
import { useRecord } from './record-context.ts'
import { useValueText } from '../../app/use-value-text.ts'
import classes from './field-help.module.css'

/** The changes of a record, read once when a person first asks for those of a field. */
export const useFieldHistory = ({ name }: Field) => {
  const { code } = useRecord()
  const { data } = useQuery(trpc.ecrf.history.queryOptions({ code }, { staleTime: Infinity, refetchOnWindowFocus: false }))
  return data?.changes.filter(({ field }) => field === name)
}

/** The stored value with its day, and the value before. It mounts with the focus, so that the history loads on demand. */
const StoredValue = ({ field }: { readonly field: Field }) => {
  const { t } = useLingui()
  const { choices } = useRecord()
  const showValue = useValueText(choices)
  const [last] = useFieldHistory(field) ?? []
  if (!last) return null
  const [value, day, before] = [showValue(field.name, last.new), showDate(last.at), showValue(field.name, last.old)]
  return (
    <span className={classes.line}>
      {last.old === null ? t`Registrato: ${value}, ${day}` : t`Registrato: ${value}, ${day}. Prima: ${before}`}
    </span>
  )
}

type Props = { readonly field: Field; readonly isFocused: boolean }

/** The hint of a field, its range and its stored value. The form shows them while the field has the focus (REQ-CRF-19). */
export const FieldHelp = ({ field, isFocused }: Props) => {
  const { language } = useLanguage()
  const range = useRangeText()(field)
  return (
    <>
      {field.hint && <span className={classes.line}>{field.hint[language]}</span>}{' '}
      {range !== undefined && <span className={classes.line}>{range}</span>} {isFocused && <StoredValue field={field} />}
    </>
  )
}
