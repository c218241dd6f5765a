import { comparisons } from '../expression/expression.ts'
import type { Kind } from '../fields/kinds.ts'

const nullChecks = ['is null', 'is not null'] as const
const orders = [...comparisons, ...nullChecks] as const
const choices = ['=', '<>', 'in', 'not in', ...nullChecks] as const

/** Operators of a condition by kind of field, in the order of the picker (spec 1, section 9). */
export const operatorsOf = {
  string: [...comparisons, 'like', 'not like', ...nullChecks],
  integer: orders,
  float: orders,
  date: orders,
  list: choices,
  multilist: choices,
  boolean: ['=', '<>', ...nullChecks],
} as const satisfies Record<Kind, readonly string[]>

export const operators = [...comparisons, 'like', 'not like', 'in', 'not in', ...nullChecks] as const
export type Operator = (typeof operators)[number]
export const isOperator = (text: string): text is Operator => operators.some((operator) => operator === text)

export const isNullCheck = (operator: Operator): operator is (typeof nullChecks)[number] => nullChecks.some((check) => check === operator)
/** Operators that take a list of values. */
export const takesList = (operator: Operator): operator is 'in' | 'not in' => operator === 'in' || operator === 'not in'

/** Operators that say what a value is not: a missing value is unknown to them, unless the test includes it. */
export const isNegative = (operator: Operator): boolean => operator === '<>' || operator === 'not in' || operator === 'not like'

export const allows = (kind: Kind, operator: Operator): boolean => {
  const allowed: readonly Operator[] = operatorsOf[kind]
  return allowed.includes(operator)
}

/** The type of a field as `/query_field_info` names it (spec 1, section 7): a multi-value field is a list too. */
export type FilterType = 'string' | 'integer' | 'float' | 'date' | 'boolean' | 'list'
export const filterType = (kind: Kind): FilterType => (kind === 'multilist' ? 'list' : kind)
