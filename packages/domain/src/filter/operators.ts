import { comparisons } from '../expression/expression.ts'
import type { FieldType } from '../fields/field-definition.ts'

const nullChecks = ['is null', 'is not null'] as const
const orderOperators = [...comparisons, ...nullChecks] as const
const choiceOperators = ['=', '<>', 'in', 'not in', ...nullChecks] as const

/** Operators by field type, in the order of the picker (REQ-FIL-05). */
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

/** Negative operators. They do not select missing values, unless the predicate includes them. */
export const isNegative = (operator: Operator): boolean => operator === '<>' || operator === 'not in' || operator === 'not like'

export const isOperatorAllowed = (type: FieldType, operator: Operator): boolean => {
  const allowed: readonly Operator[] = operatorsByType[type]
  return allowed.includes(operator)
}

/** The field types of `/query_field_info` (REQ-FIL-05). `list` is one choice or several. */
export type FilterType = 'string' | 'integer' | 'float' | 'date' | 'boolean' | 'list'
export const toFilterType = (type: FieldType): FilterType => (type === 'choice' || type === 'choices' ? 'list' : type)
/** Returns the field type for the input of one value. */
export const toFieldType = (type: FilterType): FieldType => (type === 'list' ? 'choice' : type)
