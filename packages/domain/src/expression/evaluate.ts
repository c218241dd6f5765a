import { daysBefore, daysBetween, monthsBefore, monthsBetween, yearsBetween } from '../calendar.ts'
import type { FieldName } from '../fields/dictionary.ts'
import type { MissingValues } from '../fields/missing.ts'
import type { PatientRecord, Value } from '../fields/values.ts'
import type { AnyResult, Comparison, Expression, FunctionName, Operand, ResultOperand, Scalar } from './expression.ts'
import type { ValueSource } from '../observations/value-sources.ts'
import { compareDocuments, foldCase, isLike } from './text-order.ts'

/**
 * The context of an evaluation: the reasons of missing values. Some rules need the record before the save and the days of its values. A
 * value without such a day counts as recorded today.
 */
export type EvaluationContext = {
  readonly today: string
  readonly missing?: MissingValues
  readonly previous?: PatientRecord
  readonly recordedOn?: Readonly<Partial<Record<FieldName, string>>>
  /** The sources of statistics of dated results; all other values are reported. */
  readonly sources?: Readonly<Partial<Record<FieldName, ValueSource>>>
  /** The dated results, in the order in which they were recorded. */
  readonly results?: readonly DatedResult[]
  /** The day of the newest dated result. */
  readonly newestResult?: string
}

/** A result in the unit of the field of its analyte. */
export type DatedResult = { readonly field: FieldName; readonly takenOn: string; readonly value: number }

type Truth = boolean | null
type Compute = (args: readonly Value[], today: string) => Value

const isNumber = (value: Value): value is number => typeof value === 'number'
const isText = (value: Value): value is string => typeof value === 'string'

/** Returns null if an argument is null or the result is not finite, such as a division by zero. */
const withNumbers =
  (compute: (left: number, right: number) => number): Compute =>
  (args) => {
    const [left = NaN, right = 0] = args.map((arg) => (isNumber(arg) ? arg : NaN))
    const result = compute(left, right)
    return Number.isFinite(result) ? result : null
  }

const withDays =
  (count: (from: string, to: string) => number): Compute =>
  ([from = null, to = null]) =>
    isText(from) && isText(to) ? count(from, to) : null

const withText =
  (convert: (text: string) => Value): Compute =>
  ([text = null]) =>
    isText(text) ? convert(text) : null

/** A power of a negative base is unknown, as is zero to a negative exponent, which is not finite. */
const power = (base: number, exponent: number): number => (base >= 0 ? base ** exponent : NaN)

/** Ignores unknown values like Postgres. The result is unknown only if all are. */
const pickExtreme =
  (better: (left: Value, right: Value) => boolean): Compute =>
  (args) =>
    args.reduce<Value>((best, arg) => (best === null || (arg !== null && better(arg, best)) ? arg : best), null)

const order = (left: Value, right: Value): number => {
  if (isText(left) && isText(right)) return compareDocuments(left, right)
  return Number(left) - Number(right)
}

const compute = {
  '+': withNumbers((left, right) => left + right),
  '-': withNumbers((left, right) => left - right),
  '*': withNumbers((left, right) => left * right),
  '/': withNumbers((left, right) => left / right),
  power: withNumbers(power),
  abs: withNumbers(Math.abs),
  floor: withNumbers(Math.floor),
  ceil: withNumbers(Math.ceil),
  least: pickExtreme((left, right) => order(left, right) < 0),
  greatest: pickExtreme((left, right) => order(left, right) > 0),
  coalesce: (args) => args.find((arg) => arg !== null) ?? null,
  count_true: (args) => args.filter((arg) => arg === true).length,
  years_between: withDays(yearsBetween),
  days_between: withDays(daysBetween),
  year: withText((day) => Number(day.slice(0, 4))),
  month: withText((day) => Number(day.slice(5, 7))),
  today: (_args, today) => today,
  days_ago: ([days], today) => daysBefore(today, Number(days)),
  months_ago: ([months], today) => monthsBefore(today, Number(months)),
  years_ago: ([years], today) => monthsBefore(today, Number(years) * 12),
  lower: withText((text) => foldCase(text).join('')),
  length: withText((text) => [...text].length),
} satisfies Record<FunctionName, Compute>

const orderSatisfies = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
} satisfies Record<Comparison, (order: number) => boolean>

const isList = (value: Value): value is readonly string[] => typeof value === 'object' && value !== null
const contains = (list: readonly string[], value: Value): boolean => isText(value) && list.includes(value)

const compare = (op: Comparison, left: Value, right: Value): Truth => {
  if (left === null || right === null) return null
  if (isList(left)) return contains(left, right) === (op === '=')
  return orderSatisfies[op](order(left, right))
}

const isAmong = (left: Value, values: readonly Scalar[]): Truth => {
  if (values.length === 0) return false
  if (left === null) return null
  return values.some((value) => (isList(left) ? contains(left, value) : left === value))
}

const negate = (truth: Truth): Truth => (truth === null ? null : !truth)

const conjunction = (truths: readonly Truth[]): Truth => {
  if (truths.includes(false)) return false
  return truths.includes(null) ? null : true
}

const measureResults = (operand: ResultOperand, results: readonly DatedResult[], today: string): Value => {
  const ofField = results.filter(({ field }) => field === operand.results)
  if (operand.measure === 'count') return ofField.length
  const known = operand.measure === 'value' ? ofField.filter(({ takenOn }) => takenOn <= operand.day) : ofField
  // Of one day, the result recorded last is the newest (REQ-OBS-04).
  const newest = known.reduce<DatedResult | undefined>((last, one) => (last && last.takenOn > one.takenOn ? last : one), undefined)
  if (!newest) return null
  return operand.measure === 'value' ? newest.value : monthsBetween(newest.takenOn, today)
}

const isAnyResult = ({ results: name, is, values: [first = NaN, second = first] }: AnyResult, results: readonly DatedResult[]): boolean =>
  results.some(
    ({ field, value }) => field === name && (is === 'between' ? value >= first && value <= second : orderSatisfies[is](value - first)),
  )

/**
 * Returns whether the expression is true, false or unknown (`null`) for a record, with the three-valued logic of SQL.
 * The tree must be well typed (`isWellTyped`).
 */
export const evaluate = (expression: Expression, record: PatientRecord, context: EvaluationContext): Truth => {
  const value = (operand: Operand): Value => {
    if ('field' in operand) return record[operand.field] ?? null
    if ('missingReason' in operand) return context.missing?.[operand.missingReason] ?? ''
    if ('previous' in operand) return context.previous?.[operand.previous] ?? null
    if ('recordedOn' in operand) return context.recordedOn?.[operand.recordedOn] ?? context.today
    if ('source' in operand) return context.sources?.[operand.source] ?? 'reported'
    if ('results' in operand) return measureResults(operand, context.results ?? [], context.today)
    if ('newestResult' in operand) return context.newestResult ?? null
    if ('value' in operand) return operand.value
    return compute[operand.call](operand.args.map(value), context.today)
  }
  const truth = (part: Expression): Truth => {
    switch (part.op) {
      case 'and':
        return conjunction(part.of.map(truth))
      case 'or':
        return negate(conjunction(part.of.map((branch) => negate(truth(branch)))))
      case 'not':
        return negate(truth(part.of))
      case 'in':
        return isAmong(value(part.left), part.values)
      case 'not in':
        return negate(isAmong(value(part.left), part.values))
      case 'like':
      case 'not like': {
        const text = value(part.left)
        return isText(text) ? isLike(text, part.pattern) === (part.op === 'like') : null
      }
      case 'any result':
        return isAnyResult(part, context.results ?? [])
      case 'is null':
        return value(part.of) === null
      case 'is not null':
        return value(part.of) !== null
      default:
        return compare(part.op, value(part.left), value(part.right))
    }
  }
  return truth(expression)
}
