import type { FieldName } from '@registry/domain/fields/dictionary'
import { getField } from '@registry/domain/fields/dictionary'
import { parsePeriod, type PeriodUnit } from '@registry/domain/expression/period'
import type { Predicate } from '@registry/domain/filter/predicate'
import {
  canIncludeMissing,
  canIncludeWithoutResults,
  isNullCheck,
  listOperators,
  type Operator,
  type ResultMeasure,
  takesList,
  takesPeriod,
} from '@registry/domain/filter/operators'
import type { FieldValue } from '@registry/ui/fields/field-input.tsx'

/** An incomplete predicate. A range has a second value, `to`; a period has a unit. `results` compares dated results, up to `day`. */
export type PredicateDraft = {
  readonly field: FieldName | null
  readonly operator: Operator | null
  readonly value: FieldValue
  readonly to: FieldValue
  readonly unit: PeriodUnit
  readonly results: ResultMeasure | null
  readonly day: FieldValue
  readonly orMissing: boolean
}

export const emptyPredicate: PredicateDraft = {
  field: null,
  operator: null,
  value: null,
  to: null,
  unit: 'month',
  results: null,
  day: null,
  orMissing: false,
}

/** Begins a predicate with the first operator of the field: a range for numbers and dates. */
export const beginPredicate = (field: FieldName | null): PredicateDraft => ({
  ...emptyPredicate,
  field,
  operator: field === null ? null : (listOperators(getField(field))[0] ?? null),
})

/** Whether patients without a value can be included: those without a result have no newest one. */
export const canIncludeEmpty = ({ results }: PredicateDraft, operator: Operator): boolean =>
  results === null ? canIncludeMissing(operator) : canIncludeWithoutResults(results, operator)

/** Operands of an operator. */
export type ValueKind = 'none' | 'value' | 'values' | 'range' | 'period' | 'reason'

export const findValueKind = (operator: Operator): ValueKind => {
  if (isNullCheck(operator)) return 'none'
  if (operator === 'missing because') return 'reason'
  if (operator === 'between') return 'range'
  if (takesPeriod(operator)) return 'period'
  return takesList(operator) ? 'values' : 'value'
}

/** Several values are always choices, whose ids are texts. */
const toFieldValue = (value: Predicate['value']): FieldValue => (Array.isArray(value) ? value.map(String) : (value ?? null))

export const toPredicateDraft = ({ field, operator, value, results, day, orMissing }: Predicate): PredicateDraft => {
  const draft = { ...emptyPredicate, field, operator, results: results ?? null, day: day ?? null, orMissing: orMissing === true }
  const period = takesPeriod(operator) ? parsePeriod(String(value)) : undefined
  if (period) return { ...draft, value: period.amount, unit: period.unit }
  if (operator !== 'between' || !Array.isArray(value)) return { ...draft, value: toFieldValue(value) }
  const [from = null, to = null] = value
  return { ...draft, value: from, to }
}

/** The input of `Predicate`, which checks it. A range with one limit only is a comparison. */
export const toPredicateInput = (draft: PredicateDraft): Readonly<Record<string, unknown>> => {
  const { operator, value, to, unit, orMissing } = draft
  const compared = {
    field: draft.field,
    ...(draft.results && { results: draft.results }),
    ...(draft.results === 'value' && { day: draft.day }),
  }
  if (operator === 'between') {
    if (to === null) return { ...compared, operator: value === null ? operator : '>=', value }
    return value === null ? { ...compared, operator: '<=', value: to } : { ...compared, operator, value: [value, to] }
  }
  const period = operator !== null && takesPeriod(operator) && value !== null
  return { ...compared, operator, value: period ? `${String(value)} ${unit}` : value, orMissing }
}
