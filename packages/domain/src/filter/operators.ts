import { comparisons } from '../expression/expression.ts'
import type { Field } from '../fields/dictionary.ts'
import type { FieldType } from '../fields/field-definition.ts'
import { canMissForReason } from '../fields/missing.ts'

const nullChecks = ['is null', 'is not null'] as const
/** The operators about missing values, of every field type: `missing because` takes a reason (REQ-CRF-16). */
const missingOperators = [...nullChecks, 'missing because'] as const
/** Operators of a day that is counted back from the day of the run; their value is a period such as `24 months` (REQ-FIL-26). */
const periodOperators = ['in the last', 'older than'] as const
const numberOperators = ['between', ...comparisons, ...missingOperators] as const
const choiceOperators = ['=', '<>', 'in', 'not in', ...missingOperators] as const

/** Operators by field type, in the order of the picker (REQ-FIL-05). */
export const operatorsByType = {
  string: [...comparisons, 'like', 'not like', ...missingOperators],
  integer: numberOperators,
  float: numberOperators,
  date: ['between', ...periodOperators, ...comparisons, ...missingOperators],
  choice: choiceOperators,
  choices: choiceOperators,
  boolean: ['=', '<>', ...missingOperators],
} as const satisfies Record<FieldType, readonly string[]>

export const operators = ['between', ...periodOperators, ...comparisons, 'like', 'not like', 'in', 'not in', ...missingOperators] as const
export type Operator = (typeof operators)[number]
export const isOperator = (text: string): text is Operator => operators.some((operator) => operator === text)

export const isNullCheck = (operator: Operator): operator is (typeof nullChecks)[number] => nullChecks.some((check) => check === operator)
export const takesPeriod = (operator: Operator): operator is (typeof periodOperators)[number] =>
  periodOperators.some((one) => one === operator)
export const takesList = (operator: Operator): operator is 'in' | 'not in' => operator === 'in' || operator === 'not in'

/** Negative operators. They do not select missing values, unless the predicate includes them. */
export const isNegative = (operator: Operator): boolean => operator === '<>' || operator === 'not in' || operator === 'not like'

/** Operators that can include missing values. Patients who never had an examination belong to those who lack a recent one. */
export const canIncludeMissing = (operator: Operator): boolean => isNegative(operator) || operator === 'older than'

/** The operators of a field: those of its type, and `missing because` only if its missing values can have a reason. */
export const listOperators = (field: Field): readonly Operator[] => {
  const operators: readonly Operator[] = operatorsByType[field.type]
  return canMissForReason(field) ? operators : operators.filter((operator) => operator !== 'missing because')
}

/** The values that a condition compares in the dated results of a field's analyte (REQ-FIL-32). */
export const resultMeasures = ['any', 'count', 'months', 'value'] as const
export type ResultMeasure = (typeof resultMeasures)[number]

/** The operators of dated results, which are all numbers. Without results the count is zero, so they need no null check. */
export const resultOperators = ['between', ...comparisons] as const satisfies readonly Operator[]
export const isResultOperator = (operator: Operator): operator is (typeof resultOperators)[number] =>
  resultOperators.some((one) => one === operator)

/** Patients without a result belong to those who lack a recent one. */
export const canIncludeWithoutResults = (measure: ResultMeasure, operator: Operator): boolean =>
  measure === 'months' && (operator === '>' || operator === '>=')

/** The field types of `/query_field_info`. `list` is one choice or several. */
export type FilterType = 'string' | 'integer' | 'float' | 'date' | 'boolean' | 'list'
export const toFilterType = (type: FieldType): FilterType => (type === 'choice' || type === 'choices' ? 'list' : type)
/** Returns the field type for the input of one value. */
export const toFieldType = (type: FilterType): FieldType => (type === 'list' ? 'choice' : type)

/** Returns the values of a predicate, none for a null check. */
export const listValues = <Value>(value: Value | Value[] | undefined): readonly Value[] => {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}
