import { comparisons } from '../expression/expression.ts'
import type { FieldType } from '../fields/field-definition.ts'

const nullChecks = ['is null', 'is not null'] as const
const orderOperators = [...comparisons, ...nullChecks] as const
const choiceOperators = ['=', '<>', 'in', 'not in', ...nullChecks] as const

/** Operators of a condition by kind of field, in the order of the picker (spec 1, section 9). */
export const operatorsByType = {
  string: [...comparisons, 'like', 'not like', ...nullChecks],
  integer: orderOperators,
  float: orderOperators,
  date: orderOperators,
  choice: choiceOperators,
  choices: choiceOperators,
  boolean: ['=', '<>', ...nullChecks],
} as const satisfies Record<FieldType, readonly string[]>

export const operators = [...comparisons, 'like', 'not like', 'in', 'not in', ...nullChecks] as const
export type Operator = (typeof operators)[number]
export const isOperator = (text: string): text is Operator => operators.some((operator) => operator === text)

export const isNullCheck = (operator: Operator): operator is (typeof nullChecks)[number] => nullChecks.some((check) => check === operator)
/** Operators that take a list of values. */
export const takesList = (operator: Operator): operator is 'in' | 'not in' => operator === 'in' || operator === 'not in'

/** Operators that say what a value is not: a missing value is unknown to them, unless the test includes it. */
export const isNegative = (operator: Operator): boolean => operator === '<>' || operator === 'not in' || operator === 'not like'

export const isOperatorAllowed = (type: FieldType, operator: Operator): boolean => {
  const allowed: readonly Operator[] = operatorsByType[type]
  return allowed.includes(operator)
}

/** The type of a field as `/query_field_info` names it (spec 1, section 7): `list` stands for one choice and for many. */
export type FilterType = 'string' | 'integer' | 'float' | 'date' | 'boolean' | 'list'
export const toFilterType = (type: FieldType): FilterType => (type === 'choice' || type === 'choices' ? 'list' : type)
/** The type of the input for one value of a condition. */
export const toFieldType = (type: FilterType): FieldType => (type === 'list' ? 'choice' : type)
