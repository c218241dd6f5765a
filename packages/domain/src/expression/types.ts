import { parseDay } from '../calendar.ts'
import { findAnalyteOfField } from '../observations/analytes.ts'
import { getField, type FieldName } from '../fields/dictionary.ts'
import type { FieldType } from '../fields/field-definition.ts'
import { findAgoUnit, isPeriod } from './period.ts'
import type { Comparison, Expression, FunctionName, Operand, ResultOperand, Scalar } from './expression.ts'

/** The type of an operand. Only operands of one type can be compared. */
export type ValueType = 'text' | 'number' | 'day' | 'truth' | 'list'

const valueTypes = {
  string: 'text',
  integer: 'number',
  float: 'number',
  date: 'day',
  boolean: 'truth',
  choice: 'text',
  choices: 'list',
} satisfies Record<FieldType, ValueType>

export const getFieldValueType = (name: FieldName): ValueType => valueTypes[getField(name).type]

/** `same` means that all arguments have one type of the list `of`, and the result has it too. */
type Signature =
  | { readonly args: ValueType; readonly count: number | 'some'; readonly result: ValueType }
  | { readonly args: 'same'; readonly count: 'some'; readonly of: readonly ValueType[] }

const numberSignature = (count: number): Signature => ({ args: 'number', count, result: 'number' })
const agoSignature: Signature = { args: 'number', count: 1, result: 'day' }
const daySignature = (count: number): Signature => ({ args: 'day', count, result: 'number' })

const signatures = {
  '+': numberSignature(2),
  '-': numberSignature(2),
  '*': numberSignature(2),
  '/': numberSignature(2),
  power: numberSignature(2),
  abs: numberSignature(1),
  floor: numberSignature(1),
  ceil: numberSignature(1),
  least: { args: 'same', count: 'some', of: ['number', 'day'] },
  greatest: { args: 'same', count: 'some', of: ['number', 'day'] },
  coalesce: { args: 'same', count: 'some', of: ['text', 'number', 'day', 'truth'] },
  count_true: { args: 'truth', count: 'some', result: 'number' },
  years_between: daySignature(2),
  days_between: daySignature(2),
  year: daySignature(1),
  month: daySignature(1),
  today: { args: 'day', count: 0, result: 'day' },
  days_ago: agoSignature,
  months_ago: agoSignature,
  years_ago: agoSignature,
  lower: { args: 'text', count: 1, result: 'text' },
  length: { args: 'text', count: 1, result: 'number' },
} satisfies Record<FunctionName, Signature>

const getSignature = (call: FunctionName): Signature => signatures[call]

const findScalarType = (value: Scalar): ValueType | undefined => {
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'truth' : undefined
}

const firstType = (operands: readonly Operand[]): ValueType | undefined => {
  for (const operand of operands) {
    const type = findOperandType(operand)
    if (type) return type
  }
  return undefined
}

/** Returns the type of an operand. A text constant has none, because it can be a day too and the other operand decides. */
const findOperandType = (operand: Operand): ValueType | undefined => {
  if ('field' in operand) return getFieldValueType(operand.field)
  if ('previous' in operand) return getFieldValueType(operand.previous)
  if ('missingReason' in operand || 'source' in operand) return 'text'
  if ('results' in operand) return 'number'
  if ('recordedOn' in operand || 'newestResult' in operand) return 'day'
  if ('value' in operand) return findScalarType(operand.value)
  const signature = getSignature(operand.call)
  return signature.args === 'same' ? firstType(operand.args) : signature.result
}

/** Returns the type in which the operands are compared. */
export const findCommonType = (...operands: readonly Operand[]): ValueType => firstType(operands) ?? 'text'

export const getArgumentType = (call: FunctionName, result: ValueType): ValueType => {
  const { args } = getSignature(call)
  return args === 'same' ? result : args
}

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

const fitsValue = {
  text: (value) => typeof value === 'string' && isStorable(value),
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  day: (value) => typeof value === 'string' && parseDay(value) === value,
  truth: (value) => typeof value === 'boolean',
  list: (value) => typeof value === 'string' && isStorable(value),
} satisfies Record<ValueType, (value: Scalar) => boolean>

const isConstantPeriod = (call: FunctionName, [first]: readonly Operand[]): boolean => {
  const unit = findAgoUnit(call)
  return unit === undefined || (first !== undefined && 'value' in first && isPeriod(first.value, unit))
}

const fitsCall = (call: FunctionName, args: readonly Operand[], type: ValueType): boolean => {
  const signature = getSignature(call)
  const typeFits = signature.args === 'same' ? signature.of.includes(type) : signature.result === type
  const countFits = signature.count === 'some' ? args.length > 0 : args.length === signature.count
  return typeFits && countFits && isConstantPeriod(call, args) && args.every((arg) => fits(arg, getArgumentType(call, type)))
}

const fits = (operand: Operand, type: ValueType): boolean => {
  if ('value' in operand) return fitsValue[type](operand.value)
  if ('results' in operand && !fitsResults(operand)) return false
  return 'call' in operand ? fitsCall(operand.call, operand.args, type) : findOperandType(operand) === type
}

const fitsResults = (operand: ResultOperand): boolean =>
  findAnalyteOfField(operand.results) !== undefined && (operand.measure !== 'value' || fitsValue.day(operand.day))

const isField = (operand: Operand): boolean => 'field' in operand || 'previous' in operand
const isEquality = (op: Comparison): boolean => op === '=' || op === '<>'

const fitsComparison = (op: Comparison, left: Operand, right: Operand): boolean => {
  const type = findCommonType(left, right)
  if (type === 'list') return isEquality(op) && isField(left) && fits(left, type) && 'value' in right && fitsValue.list(right.value)
  return (type !== 'truth' || isEquality(op)) && fits(left, type) && fits(right, type)
}

/** Whether every comparison has operands of one type and every function has the right arguments. */
export const isWellTyped = (expression: Expression): boolean => {
  switch (expression.op) {
    case 'and':
    case 'or':
      return expression.of.every(isWellTyped)
    case 'not':
      return isWellTyped(expression.of)
    case 'in':
    case 'not in': {
      const type = findCommonType(expression.left)
      return fits(expression.left, type) && expression.values.every((value) => fitsValue[type](value))
    }
    case 'like':
    case 'not like':
      return fits(expression.left, 'text') && isStorable(expression.pattern)
    case 'any result':
      return (
        findAnalyteOfField(expression.results) !== undefined &&
        expression.values.length === (expression.is === 'between' ? 2 : 1) &&
        expression.values.every(fitsValue.number)
      )
    case 'is null':
    case 'is not null':
      return fits(expression.of, findCommonType(expression.of))
    default:
      return fitsComparison(expression.op, expression.left, expression.right)
  }
}
