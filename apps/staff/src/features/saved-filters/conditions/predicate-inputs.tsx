import { Checkbox, Select } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { FieldInfo } from '@registry/api-contract/saved-filters'
import { ownFailures } from '@registry/app-shell/query-client.ts'
import { formatOperator, nameUnit } from '@registry/domain/expression/describe'
import { type PeriodUnit, periodUnits } from '@registry/domain/expression/period'
import { getFieldValueType } from '@registry/domain/expression/types'
import { type FieldName, getField } from '@registry/domain/fields/dictionary'
import { missingReasonLabels, missingReasons } from '@registry/domain/fields/missing'
import { formatUnit } from '@registry/domain/fields/units'
import { canIncludeMissing, isOperator, type Operator, toFieldType } from '@registry/domain/filter/operators'
import { FieldInput } from '@registry/ui/fields/field-input.tsx'
import { toRequestError } from '@registry/ui/request-error.ts'
import { useLanguage } from '@registry/ui/language/language.tsx'
import { LinesSkeleton } from '@registry/ui/status/skeletons.tsx'
import { Notice } from '@registry/ui/status/status-badge.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { trpc } from '../../../app/shell.ts'
import { useRangeText } from '../../../discrepancies/use-range-text.ts'
import classes from './conditions.module.css'
import { findValueKind, type ValueKind } from './predicate-draft.ts'
import { type ConditionEditor, focusInput, inputName } from './use-condition-editor.ts'

type Props = { readonly field: FieldName; readonly editor: ConditionEditor }

/** Operator and value of a condition. The server lists the operators of the field's type (REQ-FIL-05). */
export const PredicateInputs = ({ field, editor }: Props) => {
  const info = useQuery({ ...trpc.savedFilters.fieldInfo.queryOptions(field), ...ownFailures })
  if (info.error) return <Notice status="error">{toRequestError(info.error).message}</Notice>
  return info.data ? <LoadedInputs field={field} editor={editor} info={info.data} /> : <LinesSkeleton lines={1} />
}

const LoadedInputs = ({ field, editor, info }: Props & { readonly info: FieldInfo }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const { draft, change } = editor
  const { operator } = draft
  const kind = operator === null ? 'none' : findValueKind(operator)
  // The next thing to write after a choice is the value.
  useEffect(() => focusInput(inputName('value')), [kind])
  const formatOption = (option: Operator): string => formatOperator(option, getFieldValueType(field), language)
  const choose = (selected: string | null): void => {
    if (selected === null || !isOperator(selected)) return
    const keeps = canKeepValue(kind, findValueKind(selected))
    const orMissing = draft.orMissing && canIncludeMissing(selected)
    change({ ...draft, operator: selected, value: keeps ? draft.value : null, to: keeps ? draft.to : null, orMissing })
  }
  return (
    <>
      <Select
        {...editor.field('operator')}
        label={t`Operatore`}
        data={info.operators.filter(isOperator).map((option) => ({ value: option, label: formatOption(option) }))}
        value={operator}
        onChange={choose}
        allowDeselect={false}
        className={classes.operator}
      />
      <Values field={field} editor={editor} info={info} kind={kind} />
      {operator !== null && canIncludeMissing(operator) && (
        <Checkbox
          className={classes.whole}
          label={t`Includi anche chi non ha un valore`}
          description={t`Altrimenti chi non ha un valore resta fuori. Chi non ha dato il consenso resta sempre fuori.`}
          checked={draft.orMissing}
          onChange={(event) => change({ ...draft, orMissing: event.currentTarget.checked })}
        />
      )}
    </>
  )
}

type ValuesProps = Props & { readonly info: FieldInfo; readonly kind: ValueKind }

/** The inputs of the value: one, several, two limits, a period or a reason. */
const Values = ({ field, editor, info, kind }: ValuesProps) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const range = useRangeText()(getField(field))
  const { draft, change } = editor
  const { operator } = draft
  const input = { ...editor.field('value'), value: draft.value, onChange: (value: typeof draft.value) => change({ ...draft, value }) }
  const type = toFieldType(info.type)
  const unit = info.unit === undefined ? undefined : formatUnit(info.unit, language)
  const { options } = info
  switch (kind) {
    case 'none':
      return null
    case 'reason':
      return (
        <FieldInput
          {...input}
          type="choice"
          label={t`Motivo`}
          options={missingReasons.map((id) => ({ id, label: missingReasonLabels[id][language] }))}
        />
      )
    case 'period':
      return (
        <>
          <FieldInput {...input} type="integer" label={t`Quanti`} nonNegative />
          <Select
            label={t`Unità di tempo`}
            data={periodUnits.map((one) => ({ value: one, label: nameUnit(one, Number(draft.value), language) }))}
            value={draft.unit}
            onChange={(chosen: PeriodUnit | null) => change({ ...draft, unit: chosen ?? draft.unit })}
            allowDeselect={false}
            className={classes.operator}
          />
          <p className={classes.note}>{t`Si conta dal giorno in cui il filtro viene eseguito.`}</p>
        </>
      )
    case 'range':
      return (
        <>
          <div className={classes.limits}>
            <FieldInput {...input} type={type} label={t`Da`} unit={unit} />
            <FieldInput
              {...editor.field('to')}
              type={type}
              label={t`A`}
              unit={unit}
              value={draft.to}
              onChange={(to) => change({ ...draft, to })}
            />
          </div>
          <p className={classes.note}>
            {[range, t`I due valori sono compresi. Una casella vuota non pone limiti.`].filter(Boolean).join('. ')}
          </p>
        </>
      )
    default:
      return (
        <>
          <FieldInput
            {...input}
            key={kind}
            type={kind === 'values' ? 'choices' : type}
            label={kind === 'values' ? t`Valori` : t`Valore`}
            unit={unit}
            options={options}
            hint={operator === 'like' || operator === 'not like' ? t`% sta per qualunque testo, _ per un carattere qualunque` : undefined}
          />
          {range !== undefined && <p className={classes.note}>{range}</p>}
        </>
      )
  }
}

/** One value is also the first limit of a range. */
const canKeepValue = (from: ValueKind, to: ValueKind): boolean => from === to || (from === 'value' && to === 'range')
