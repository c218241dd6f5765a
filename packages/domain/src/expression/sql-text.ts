import type { Expression, FunctionName, Operand, Scalar } from './expression.ts'

type WriteCall = (args: readonly string[]) => string

const infix =
  (sign: string): WriteCall =>
  ([left, right]) =>
    `(${left} ${sign} ${right})`
const named =
  (name: string): WriteCall =>
  (args) =>
    `${name}(${args.join(', ')})`

const calls = {
  '+': infix('+'),
  '-': infix('-'),
  '*': infix('*'),
  '/': infix('/'),
  power: named('power'),
  least: named('least'),
  greatest: named('greatest'),
  abs: named('abs'),
  coalesce: named('coalesce'),
  count_true: named('count_true'),
  years_between: named('years_between'),
  days_between: named('days_between'),
  today: () => 'current_date',
} satisfies Record<FunctionName, WriteCall>

const scalar = (value: Scalar): string => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value))

const operand = (part: Operand): string => {
  if ('field' in part) return part.field
  if ('previous' in part) return `previous(${part.previous})`
  if ('recordedOn' in part) return `recorded_on(${part.recordedOn})`
  return 'value' in part ? scalar(part.value) : calls[part.call](part.args.map(operand))
}

const nested = (part: Expression): string => (part.op === 'and' || part.op === 'or' ? `(${writeExpression(part)})` : writeExpression(part))

/**
 * Writes a tree as the text of an SQL condition, for people and for programs of old that show one (spec 1, section 3). It is never run:
 * only the tree has a meaning, and its text follows from it.
 */
export const writeExpression = (part: Expression): string => {
  switch (part.op) {
    case 'and':
    case 'or':
      return part.of.map(nested).join(` ${part.op.toUpperCase()} `)
    case 'not':
      return `NOT (${writeExpression(part.of)})`
    case 'in':
    case 'not in':
      return `${operand(part.left)} ${part.op.toUpperCase()} (${part.values.map(scalar).join(', ')})`
    case 'like':
    case 'not like':
      return `${operand(part.left)} ${part.op.toUpperCase()} ${scalar(part.pattern)}`
    case 'is null':
    case 'is not null':
      return `${operand(part.of)} ${part.op.toUpperCase()}`
    default:
      return `${operand(part.left)} ${part.op} ${operand(part.right)}`
  }
}
