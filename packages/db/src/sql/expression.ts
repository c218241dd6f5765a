import { findCommonType, getArgumentType, type ValueType } from '@registry/domain/expression/types'
import {
  listExpressionFields,
  type Comparison,
  type Expression,
  type FunctionName,
  type Operand,
  type Scalar,
} from '@registry/domain/expression/expression'
import { getField, type Field } from '@registry/domain/fields/dictionary'

/** How the values of an expression are typed in Postgres; an item of a multi-value field is a text. */
export type SqlType = 'text' | 'double precision' | 'date' | 'boolean'

/** What the SQL text depends on: how values are bound, where each field's column stands, and the day that counts as today. */
export type Compilation = {
  /** Gives a value its place in the text: a numbered parameter, or a quoted literal where parameters are not possible (COPY). */
  readonly bind: (value: string, type: SqlType) => string
  /** The column of a field, of the record at hand or of the one before the save; a known name, never text of a caller. */
  readonly column: (field: Field, of: 'record' | 'previous') => string
  /** The day on which a field's present value was recorded, as SQL; without it, today. */
  readonly recordedOn?: (field: Field, today: string) => string
  readonly today: string
  /**
   * The SQL condition under which consent shows the values of a field, where one is needed. A statement about values that are not shown is
   * unknown, also one about missing values: who may not be looked at is neither found nor excluded (D10).
   */
  readonly shownWhen?: (field: Field) => string | undefined
}

const sqlType = {
  text: 'text',
  number: 'double precision',
  day: 'date',
  truth: 'boolean',
  list: 'text',
} satisfies Record<ValueType, SqlType>

type CompileCall = (args: readonly string[], today: () => string) => string

const infix =
  (operator: string): CompileCall =>
  ([left, right]) =>
    `(${left} ${operator} ${right})`

const called =
  (name: string): CompileCall =>
  (args) =>
    `${name}(${args.join(', ')})`

/** Each function means here what `evaluate` says it means: unknown where SQL would fail. */
const calls = {
  '+': infix('+'),
  '-': infix('-'),
  '*': infix('*'),
  '/': ([left, right]) => `(${left} / nullif(${right}, 0))`,
  power: ([base, exponent]) => `(case when ${base} > 0 or (${base} = 0 and ${exponent} >= 0) then power(${base}, ${exponent}) end)`,
  least: called('least'),
  greatest: called('greatest'),
  abs: called('abs'),
  coalesce: called('coalesce'),
  count_true: (args) => `(${args.map((arg) => `(${arg} is true)::integer`).join(' + ')})::double precision`,
  years_between: ([from, to]) => `extract(year from age(${to}::timestamp, ${from}::timestamp))::double precision`,
  days_between: ([from, to]) => `(${to} - ${from})::double precision`,
  today: (_args, today) => today(),
} satisfies Record<FunctionName, CompileCall>

/** Texts are ordered by code point and compared byte by byte, whatever the collations of the columns are. */
const collated = (operand: string, type: ValueType): string => (type === 'text' ? `${operand} collate "C"` : operand)

/** Lower case by the rules of Unicode, in every database alike. */
const lowered = (operand: string): string => `lower(${operand} collate "pg_c_utf8")`

/** Compiles a well-typed tree to the text of a boolean SQL expression that agrees with `evaluate`. */
export const compileExpression = (expression: Expression, { bind, column, recordedOn, today, shownWhen }: Compilation): string => {
  const bound = (value: Scalar, type: ValueType): string => bind(String(value), sqlType[type])
  const reference = (name: Parameters<typeof getField>[0], of: 'record' | 'previous'): string => {
    const field = getField(name)
    return field.type === 'integer' ? `${column(field, of)}::double precision` : column(field, of)
  }
  const dayOfRecording = (field: Field): string => recordedOn?.(field, bound(today, 'day')) ?? bound(today, 'day')
  const operand = (part: Operand, type: ValueType): string => {
    if ('field' in part) return reference(part.field, 'record')
    if ('previous' in part) return reference(part.previous, 'previous')
    if ('recordedOn' in part) return dayOfRecording(getField(part.recordedOn))
    if ('value' in part) return bound(part.value, type)
    const args = part.args.map((arg) => operand(arg, getArgumentType(part.call, type)))
    return calls[part.call](args, () => bound(today, 'day'))
  }
  const comparison = (op: Comparison, left: Operand, right: Operand): string => {
    const type = findCommonType(left, right)
    if (type === 'list') return contains([operand(right, type)], operand(left, type), op === '=')
    return `(${collated(operand(left, type), type)} ${op} ${operand(right, type)})`
  }
  const membership = (left: Operand, values: readonly Scalar[], positive: boolean): string => {
    if (values.length === 0) return positive ? 'false' : 'true'
    const type = findCommonType(left)
    const items = values.map((value) => bound(value, type))
    if (type === 'list') return contains(items, operand(left, type), positive)
    return `(${collated(operand(left, type), type)} ${positive ? 'in' : 'not in'} (${items.join(', ')}))`
  }
  const clause = (part: Expression): string => (answersOfMissing(part) ? whereShown(part, plainClause(part)) : plainClause(part))
  const whereShown = (part: Expression, text: string): string => {
    const conditions = new Set(listExpressionFields(part).flatMap((name) => shownWhen?.(getField(name)) ?? []))
    return conditions.size === 0 ? text : `(case when ${[...conditions].join(' and ')} then ${text} end)`
  }
  const plainClause = (part: Expression): string => {
    switch (part.op) {
      case 'and':
      case 'or':
        return part.of.length === 0 ? String(part.op === 'and') : `(${part.of.map(clause).join(` ${part.op} `)})`
      case 'not':
        return `(not ${clause(part.of)})`
      case 'in':
      case 'not in':
        return membership(part.left, part.values, part.op === 'in')
      case 'like':
      case 'not like':
        return `(${lowered(operand(part.left, 'text'))} ${part.op} ${lowered(bound(part.pattern, 'text'))} escape '')`
      case 'is null':
      case 'is not null':
        return `(${operand(part.of, findCommonType(part.of))} ${part.op})`
      default:
        return comparison(part.op, part.left, part.right)
    }
  }
  return clause(expression)
}

/** Whether a test can be true or false of a value that is missing: the null checks, and functions that pass over missing values. */
const answersOfMissing = (part: Expression): boolean => {
  switch (part.op) {
    case 'and':
    case 'or':
    case 'not':
      return false
    case 'is null':
    case 'is not null':
      return true
    case 'in':
    case 'not in':
    case 'like':
    case 'not like':
      return 'call' in part.left
    default:
      return 'call' in part.left || 'call' in part.right
  }
}

const contains = (items: readonly string[], list: string, positive: boolean): string => {
  const overlap = `(${list} && array[${items.join(', ')}])`
  return positive ? overlap : `(not ${overlap})`
}

/** Binds values as numbered parameters, all sent as texts; `values` fills while an expression is compiled. */
export const numberedParameters = (): { readonly bind: Compilation['bind']; readonly values: string[] } => {
  const values: string[] = []
  return { values, bind: (value, type) => `$${values.push(value)}::text${type === 'text' ? '' : `::${type}`}` }
}

/** Writes values as literals, for statements that take no parameters (COPY); safe whatever `standard_conforming_strings` says. */
export const quotedLiterals: Compilation['bind'] = (value, type) =>
  `E'${value.replaceAll('\\', String.raw`\\`).replaceAll("'", "''")}'::${type}`
