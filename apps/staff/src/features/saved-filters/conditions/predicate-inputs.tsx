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
import {
  isOperator,
  type Operator,
  type ResultMeasure,
  resultMeasures,
  resultOperators,
  toFieldType,
} from '@registry/domain/filter/operators'
import { findAnalyteOfField } from '@registry/domain/observations/analytes'
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
import { canIncludeEmpty, emptyPredicate, findValueKind, type ValueKind } from './predicate-draft.ts'
import { type ConditionEditor, focusInput, inputName } from './use-condition-editor.ts'

type Props = { readonly field: FieldName; readonly editor: ConditionEditor }

/** The inputs of a condition: compared value, operator and value. The server lists the operators of the field's type (REQ-FIL-05). */
export const PredicateInputs = ({ field, editor }: Props) => {
  const info = useQuery({ ...trpc.savedFilters.fieldInfo.queryOptions(field), ...ownFailures })
  if (info.error) return <Notice status="error">{toRequestError(info.error).message}</Notice>
  return info.data ? <LoadedInputs field={field} editor={editor} info={info.data} /> : <LinesSkeleton lines={1} />
}

const LoadedInputs = ({ field, editor, info }: Props & { readonly info: FieldInfo }) => {
  const { t } = useLingui()
  const { language } = useLanguage()
  const { draft, change } = editor
  const { operator, results } = draft
  const kind = operator === null ? 'none' : findValueKind(operator)
  // The next thing to write after a choice is the value.
  useEffect(() => focusInput(inputName(results === 'value' ? 'day' : 'value')), [kind, results])
  const formatOption = (option: Operator): string => formatOperator(option, getFieldValueType(field), language)
  const choose = (selected: string | null): void => {
    if (selected === null || !isOperator(selected)) return
    const keeps = canKeepValue(kind, findValueKind(selected))
    const orMissing = draft.orMissing && canIncludeEmpty(draft, selected)
    change({ ...draft, operator: selected, value: keeps ? draft.value : null, to: keeps ? draft.to : null, orMissing })
  }
  const offered = results === null ? info.operators.filter(isOperator) : resultOperators
  return (
    <>
      {findAnalyteOfField(field) && <ResultMeasureInput editor={editor} />}
      <Select
        {...editor.field('operator')}
        label={t`Operatore`}
        data={offered.map((option) => ({ value: option, label: formatOption(option) }))}
        value={operator}
        onChange={choose}
        allowDeselect={false}
        className={classes.operator}
      />
      <Values field={field} editor={editor} info={info} kind={kind} />
      {operator !== null && canIncludeEmpty(draft, operator) && (
        <Checkbox
          className={classes.whole}
          label={results === null ? t`Includi anche chi non ha un valore` : t`Includi anche chi non ha risultati`}
          description={t`Altrimenti chi non ha un valore resta fuori. Chi non ha dato il consenso resta sempre fuori.`}
          checked={draft.orMissing}
          onChange={(event) => change({ ...draft, orMissing: event.currentTarget.checked })}
        />
      )}
    </>
  )
}

/** Chooses between the value of the record and the dated results of the analyte (REQ-FIL-32). */
const ResultMeasureInput = ({ editor }: Pick<Props, 'editor'>) => {
  const { t } = useLingui()
  const { draft, change } = editor
  const labels: Readonly<Record<ResultMeasure, string>> = {
    any: t`Almeno un risultato`,
    count: t`Numero di risultati`,
    months: t`Mesi dall’ultimo risultato`,
    value: t`Valore a una data`,
  }
  const choose = (chosen: string | null): void => {
    const results = resultMeasures.find((measure) => measure === chosen) ?? null
    change({ ...emptyPredicate, field: draft.field, operator: resultOperators[0], results })
  }
  return (
    <>
      <Select
        {...editor.field('results')}
        label={t`Che cosa confrontare`}
        data={[{ value: 'record', label: t`Valore della cartella` }, ...resultMeasures.map((value) => ({ value, label: labels[value] }))]}
        value={draft.results ?? 'record'}
        onChange={choose}
        allowDeselect={false}
        className={classes.field}
      />
      {draft.results === 'value' && (
        <FieldInput
          {...editor.field('day')}
          type="date"
          label={t`Fino al giorno`}
          value={draft.day}
          onChange={(day) => change({ ...draft, day })}
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
  const { draft, change } = editor
  const { operator, results } = draft
  const isMeasured = results !== 'count' && results !== 'months'
  const fieldRange = useRangeText()(getField(field))
  const range = isMeasured ? fieldRange : undefined
  const input = { ...editor.field('value'), value: draft.value, onChange: (value: typeof draft.value) => change({ ...draft, value }) }
  const type = isMeasured ? toFieldType(info.type) : 'integer'
  const unit = info.unit === undefined || !isMeasured ? undefined : formatUnit(info.unit, language)
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
