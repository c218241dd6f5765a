import type { FieldName } from '../fields/dictionary.ts'

export type Scalar = string | number | boolean

export const comparisons = ['=', '<>', '<', '<=', '>', '>='] as const
export type Comparison = (typeof comparisons)[number]

/**
 * Functions of operands. Dates are ISO days, `years_between` counts whole years, `days_between` whole days, `length` characters.
 * `days_ago`, `months_ago` and `years_ago` take a constant and go back from today.
 */
export const functions = [
  '+',
  '-',
  '*',
  '/',
  'power',
  'least',
  'greatest',
  'abs',
  'floor',
  'ceil',
  'coalesce',
  'count_true',
  'years_between',
  'days_between',
  'year',
  'month',
  'today',
  'days_ago',
  'months_ago',
  'years_ago',
  'lower',
  'length',
] as const
export type FunctionName = (typeof functions)[number]

/**
 * A number from the dated results of the analyte of a field: how many there are, the whole months since the newest, or the newest value at
 * or before a day. Only filters use it (REQ-FIL-32).
 */
export type ResultOperand =
  | { readonly results: FieldName; readonly measure: 'count' | 'months' }
  | { readonly results: FieldName; readonly measure: 'value'; readonly day: string }

/**
 * `missingReason` is why the field has no value, and an empty text if nobody said why or it has one.
 * `previous` is the value of the field before the save, `recordedOn` the day on which its current value was recorded.
 * `source` is whether the value was computed from dated results or reported. `newestResult` is the day of the newest dated result of any
 * analyte.
 * Only rules use these four, never a filter.
 */
export type Operand =
  | { readonly field: FieldName }
  | { readonly missingReason: FieldName }
  | { readonly previous: FieldName }
  | { readonly recordedOn: FieldName }
  | { readonly source: FieldName }
  | ResultOperand
  | { readonly newestResult: true }
  | { readonly value: Scalar }
  | { readonly call: FunctionName; readonly args: readonly Operand[] }

/**
 * A statement about one patient's record that is true, false or unknown, as in SQL.
 * Saved filters and cross-field rules are such trees. `evaluate` interprets them in memory, and packages/db translates them to SQL.
 * `any result` is true if one dated result is so, and `between` then has two values, both included.
 * For a multi-value field `=` and `in` mean that it contains the value or one of them. `<>` and `not in` mean the opposite.
 */
export type Expression =
  | { readonly op: 'and' | 'or'; readonly of: readonly Expression[] }
  | { readonly op: 'not'; readonly of: Expression }
  | { readonly op: Comparison; readonly left: Operand; readonly right: Operand }
  | { readonly op: 'in' | 'not in'; readonly left: Operand; readonly values: readonly Scalar[] }
  | { readonly op: 'like' | 'not like'; readonly left: Operand; readonly pattern: string }
  | { readonly op: 'is null' | 'is not null'; readonly of: Operand }
  | AnyResult

/** One result is enough, so two comparisons can be met by two results, and a range by one only. */
export type AnyResult = {
  readonly op: 'any result'
  readonly results: FieldName
  readonly is: Comparison | 'between'
  readonly values: readonly number[]
}

const listOperands = (expression: Expression): readonly Operand[] => {
  switch (expression.op) {
    case 'and':
    case 'or':
    case 'not':
    case 'any result':
      return []
    case 'in':
    case 'not in':
    case 'like':
    case 'not like':
      return [expression.left]
    case 'is null':
    case 'is not null':
      return [expression.of]
    default:
      return [expression.left, expression.right]
  }
}

const listBranches = (expression: Expression): readonly Expression[] => {
  if (expression.op === 'and' || expression.op === 'or') return expression.of
  return expression.op === 'not' ? [expression.of] : []
}

const listOperandFields = (operand: Operand): readonly FieldName[] => {
  if ('field' in operand) return [operand.field]
  if ('missingReason' in operand) return [operand.missingReason]
  if ('previous' in operand) return [operand.previous]
  if ('recordedOn' in operand) return [operand.recordedOn]
  if ('source' in operand) return [operand.source]
  if ('results' in operand) return [operand.results]
  return 'call' in operand ? operand.args.flatMap(listOperandFields) : []
}

const listAllFieldNames = (expression: Expression): readonly FieldName[] => [
  ...(expression.op === 'any result' ? [expression.results] : []),
  ...listOperands(expression).flatMap(listOperandFields),
  ...listBranches(expression).flatMap(listAllFieldNames),
]

/** Lists the fields of a tree, each once, in the order of their first use. */
export const listExpressionFields = (expression: Expression): readonly FieldName[] => [...new Set(listAllFieldNames(expression))]

/** An operand between two limits, both included. */
export type Range = { readonly of: Operand; readonly from: Operand; readonly to: Operand }

/** Returns the range of a tree that means BETWEEN: the same operand at least one limit and at most the other. */
export const findRange = (expression: Expression): Range | undefined => {
  if (expression.op !== 'and') return undefined
  const [low, high, ...others] = expression.of
  if (low?.op !== '>=' || high?.op !== '<=' || others.length > 0) return undefined
  return JSON.stringify(low.left) === JSON.stringify(high.left) ? { of: low.left, from: low.right, to: high.right } : undefined
}

export const buildRange = ({ of, from, to }: Range): Expression => ({
  op: 'and',
  of: [
    { op: '>=', left: of, right: from },
    { op: '<=', left: of, right: to },
  ],
})
