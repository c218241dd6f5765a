import { Checkbox, Select } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { FieldInfo } from '@registry/api-contract/saved-filters'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { formatOperator } from '@registry/domain/expression/describe'
import { getFieldValueType } from '@registry/domain/expression/types'
import type { FieldName } from '@registry/domain/fields/dictionary'
import { missingReasonLabels, missingReasons } from '@registry/domain/fields/missing'
import { formatUnit } from '@registry/domain/fields/units'
import { isNegative, isNullCheck, isOperator, type Operator, takesList, toFieldType } from '@registry/domain/filter/operators'
import { FieldInput } from '@registry/ui/fields/field-input.tsx'
import type { useFieldErrors } from '@registry/ui/forms/use-form.ts'
import { toRequestError } from '@registry/ui/request-error.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { trpc } from '../../../app/shell.ts'
import type { PredicateDraft } from './predicate-draft.ts'

type Errors = Pick<ReturnType<typeof useFieldErrors>, 'field'>
type Props = {
  readonly field: FieldName
  readonly draft: PredicateDraft
  readonly onChange: (draft: PredicateDraft) => void
  readonly errors: Errors
}

/** Operator and value of a condition. The server lists the operators of the field's type (REQ-FIL-05). */
export const PredicateInputs = ({ field, ...rest }: Props) => {
  const info = useQuery({ ...trpc.savedFilters.fieldInfo.queryOptions(field), ...ownFailures })
  if (info.error) return <Notice status="error">{toRequestError(info.error).message}</Notice>
  return info.data ? <LoadedInputs {...rest} field={field} info={info.data} /> : <LinesSkeleton lines={3} />
}

const LoadedInputs = ({ field, info, draft, onChange, errors }: Props & { readonly info: FieldInfo }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const formatOption = (operator: Operator): string => formatOperator(operator, getFieldValueType(field), language)
  const choose = (selected: string | null): void => {
    const operator = selected !== null && isOperator(selected) ? selected : null
    const orMissing = draft.orMissing && operator !== null && isNegative(operator)
    onChange({ ...draft, operator, value: needsNewValue(draft.operator, operator) ? null : draft.value, orMissing })
  }
  const reasons = missingReasons.map((id) => ({ id, label: missingReasonLabels[id][language] }))
  const unit = info.unit === undefined ? undefined : formatUnit(info.unit, language)
  const values = { unit, options: info.options }
  const inputs = {
    value: { type: toFieldType(info.type), label: t`Valore`, ...values },
    values: { type: 'choices', label: t`Valori`, ...values },
    reason: { type: 'choice', label: t`Motivo`, options: reasons },
  } as const satisfies Record<ValueKind, Partial<ComponentProps<typeof FieldInput>>>
  const { operator } = draft
  return (
    <>
      <Select
        {...errors.field('operator')}
        label={t`Operatore`}
        data={info.operators.filter(isOperator).map((option) => ({ value: option, label: formatOption(option) }))}
        value={operator}
        onChange={choose}
        allowDeselect={false}
      />
      {operator !== null && !isNullCheck(operator) && (
        <FieldInput
          {...errors.field('value')}
          key={`${field} ${findValueKind(operator)}`}
          {...inputs[findValueKind(operator)]}
          hint={operator === 'like' || operator === 'not like' ? t`% sta per qualunque testo, _ per un carattere qualunque` : undefined}
          value={draft.value}
          onChange={(value) => onChange({ ...draft, value })}
        />
      )}
      {operator !== null && isNegative(operator) && (
        <Checkbox
          label={t`Includi anche chi non ha un valore`}
          description={t`Altrimenti chi non ha un valore resta fuori. Chi non ha dato il consenso resta sempre fuori.`}
          checked={draft.orMissing}
          onChange={(event) => onChange({ ...draft, orMissing: event.currentTarget.checked })}
        />
      )}
    </>
  )
}

/** Operands of an operator: one value, several, or the reason of a missing value. */
type ValueKind = 'value' | 'values' | 'reason'
const findValueKind = (operator: Operator): ValueKind =>
  operator === 'missing because' ? 'reason' : takesList(operator) ? 'values' : 'value'

/** True when the next operator takes no value, or another kind of value. */
const needsNewValue = (from: Operator | null, to: Operator | null): boolean =>
  from !== null && to !== null && (isNullCheck(to) || findValueKind(from) !== findValueKind(to))
