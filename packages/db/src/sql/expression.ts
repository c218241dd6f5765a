import { findCommonType, getArgumentType, type ValueType } from '@registry/domain/expression/types'
import {
  listExpressionFields,
  type AnyResult,
  type Comparison,
  type Expression,
  type FunctionName,
  type Operand,
  type ResultOperand,
  type Scalar,
} from '@registry/domain/expression/expression'
import { formatCall, formatInfix } from '@registry/domain/expression/sql-text'
import { getField, type Field, type FieldName } from '@registry/domain/fields/dictionary'
import { findAnalyteOfField } from '@registry/domain/observations/analytes'

/** The Postgres types of values in an expression. An item of a multi-value field is text. */
export type SqlType = 'text' | 'uuid' | 'double precision' | 'numeric' | 'date' | 'boolean'

/** Describes how to write an expression as SQL: binding of values, columns of fields, and the current day. */
export type Compilation = {
  /** Returns the SQL for a value: a numbered parameter, or a quoted literal for statements without parameters (COPY). */
  readonly bind: (value: string, type: SqlType) => string
  /** The column of a field in the record, or in the record before the save. It is a known name, never a caller's text (THREAT-03). */
  readonly column: (field: Field, version: 'record' | 'previous') => string
  /** The column with the reasons of missing values of the field's table. Without it, no value has a reason (REQ-CRF-16). */
  readonly missingReasons?: (field: Field) => string | undefined
  /** SQL for the day on which the current value of a field was recorded. The default is today. */
  readonly recordedOn?: (field: Field, today: string) => string
  /** SQL for the source of a statistic. Without it, every value is reported. */
  readonly source?: (field: Field) => string
  /** The view with the dated results, and the column of the patient. Only filters compare results (REQ-FIL-32). */
  readonly results?: { readonly view: string; readonly patient: string }
  /** SQL for the day of the newest dated result of the record. Without it there is none. */
  readonly newestResult?: string
  readonly today: string
  /**
   * The consent condition, in SQL, for the values of a field that needs one. Any condition on hidden values is unknown, even a null check,
   * so patients without consent are neither found nor excluded (REQ-FIL-04).
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

/** Each function has the semantics of `evaluate`: the result is unknown where SQL would fail. */
const calls = {
  '+': formatInfix('+'),
  '-': formatInfix('-'),
  '*': formatInfix('*'),
  '/': ([left, right]) => `(${left} / nullif(${right}, 0))`,
  power: ([base, exponent]) => `(case when ${base} > 0 or (${base} = 0 and ${exponent} >= 0) then power(${base}, ${exponent}) end)`,
  least: formatCall('least'),
  greatest: formatCall('greatest'),
  abs: formatCall('abs'),
  floor: formatCall('floor'),
  ceil: formatCall('ceil'),
  coalesce: formatCall('coalesce'),
  count_true: (args) => `(${args.map((arg) => `(${arg} is true)::integer`).join(' + ')})::double precision`,
  years_between: ([from, to]) => `extract(year from age(${to}::timestamp, ${from}::timestamp))::double precision`,
  days_between: ([from, to]) => `(${to} - ${from})::double precision`,
  year: ([day]) => `extract(year from ${day})::double precision`,
  month: ([day]) => `extract(month from ${day})::double precision`,
  today: (_args, today) => today(),
  days_ago: ([days], today) => `(${today()} - ${days}::integer)`,
  months_ago: ([months], today) => `(${today()} - make_interval(months => ${months}::integer))::date`,
  years_ago: ([years], today) => `(${today()} - make_interval(years => ${years}::integer))::date`,
  // The outer collation makes the result comparable with any text.
  lower: ([text]) => `(lower(${text} collate "pg_c_utf8") collate "C")`,
  length: ([text]) => `char_length(${text})::double precision`,
} satisfies Record<FunctionName, CompileCall>

/** Compares text by code point, independent of the collation of the column. */
const withByteOrder = (operand: string, type: ValueType): string => (type === 'text' ? `${operand} collate "C"` : operand)

/** Converts to lower case by the rules of Unicode, independent of the database. */
const toLowerCase = (operand: string): string => `lower(${operand} collate "pg_c_utf8")`

/** Returns a boolean SQL expression with the semantics of `evaluate` for a well-typed tree. */
export const compileExpression = (expression: Expression, compilation: Compilation): string => {
  const { bind, column, missingReasons, recordedOn, source, results, newestResult, today, shownWhen } = compilation
  const bound = (value: Scalar, type: ValueType): string => bind(String(value), sqlType[type])
  const reference = (name: Parameters<typeof getField>[0], version: 'record' | 'previous'): string => {
    const field = getField(name)
    return field.type === 'integer' ? `${column(field, version)}::double precision` : column(field, version)
  }
  const dayOfRecording = (field: Field): string => recordedOn?.(field, bound(today, 'day')) ?? bound(today, 'day')
  const reason = (field: Field): string => {
    const reasons = missingReasons?.(field)
    return reasons === undefined ? "''::text" : `coalesce(${reasons} ->> '${field.column}', '')`
  }
  /** A sub-select reads the results of one patient and analyte by the index of the series. */
  const resultsOf = (name: FieldName): string => {
    const analyte = findAnalyteOfField(name)
    if (!results || !analyte) throw new Error(`${name} has no dated results here`)
    return `from ${results.view} as result where result.patient_id = ${results.patient} and result.analyte = '${analyte.name}'`
  }
  const measure = (part: ResultOperand): string => {
    const from = resultsOf(part.results)
    switch (part.measure) {
      case 'count':
        return `(select count(*) ${from})::double precision`
      case 'months':
        return `(select ${formatMonths('max(result.taken_on)', bound(today, 'day'))} ${from})`
      case 'value': {
        const newest = `(select max(result.taken_on) ${from} and result.taken_on <= ${bound(part.day, 'day')})`
        return `(select result.standard_value ${from} and result.taken_on = ${newest} order by result.recorded_at desc, result.number desc limit 1)::double precision`
      }
    }
  }
  // Not EXISTS: Postgres may replace it by a hash of the results of all patients, which reads the whole table. The numbers are decimal like
  // the results, because their conversion takes longer than the comparison.
  const anyResult = ({ results: name, is, values }: AnyResult): string => {
    const numbers = values.map((value) => bind(String(value), 'numeric'))
    const comparison = is === 'between' ? `between ${numbers.join(' and ')}` : `${is} ${numbers.join()}`
    return `coalesce((select true ${resultsOf(name)} and result.standard_value ${comparison} limit 1), false)`
  }
  const operand = (part: Operand, type: ValueType): string => {
    if ('field' in part) return reference(part.field, 'record')
    if ('missingReason' in part) return reason(getField(part.missingReason))
    if ('previous' in part) return reference(part.previous, 'previous')
    if ('recordedOn' in part) return dayOfRecording(getField(part.recordedOn))
    if ('source' in part) return source?.(getField(part.source)) ?? "'reported'::text"
    if ('results' in part) return measure(part)
    if ('newestResult' in part) return newestResult ?? 'null::date'
    if ('value' in part) return bound(part.value, type)
    const args = part.args.map((arg) => operand(arg, getArgumentType(part.call, type)))
    return calls[part.call](args, () => bound(today, 'day'))
  }
  const comparison = (op: Comparison, left: Operand, right: Operand): string => {
    const type = findCommonType(left, right)
    if (type === 'list') return contains([operand(right, type)], operand(left, type), op === '=')
    return `(${withByteOrder(operand(left, type), type)} ${op} ${operand(right, type)})`
  }
  const membership = (left: Operand, values: readonly Scalar[], positive: boolean): string => {
    if (values.length === 0) return positive ? 'false' : 'true'
    const type = findCommonType(left)
    const items = values.map((value) => bound(value, type))
    if (type === 'list') return contains(items, operand(left, type), positive)
    return `(${withByteOrder(operand(left, type), type)} ${positive ? 'in' : 'not in'} (${items.join(', ')}))`
  }
  const clause = (part: Expression): string => (canMatchNull(part) ? whereShown(part, plainClause(part)) : plainClause(part))
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
        return `(${toLowerCase(operand(part.left, 'text'))} ${part.op} ${toLowerCase(bound(part.pattern, 'text'))} escape '')`
      case 'any result':
        return anyResult(part)
      case 'is null':
      case 'is not null':
        return `(${operand(part.of, findCommonType(part.of))} ${part.op})`
      default:
        return comparison(part.op, part.left, part.right)
    }
  }
  return clause(expression)
}

const formatMonths = (from: string, to: string): string => {
  const age = `age(${to}::timestamp, ${from}::timestamp)`
  return `(extract(year from ${age}) * 12 + extract(month from ${age}))::double precision`
}

const canBeKnown = (operand: Operand): boolean => 'call' in operand || 'missingReason' in operand || 'results' in operand

/** Whether a condition has a result for a missing value: null checks, reasons, dated results, and functions that ignore missing values. */
const canMatchNull = (part: Expression): boolean => {
  switch (part.op) {
    case 'and':
    case 'or':
    case 'not':
      return false
    case 'any result':
    case 'is null':
    case 'is not null':
      return true
    case 'in':
    case 'not in':
    case 'like':
    case 'not like':
      return canBeKnown(part.left)
    default:
      return canBeKnown(part.left) || canBeKnown(part.right)
  }
}

const contains = (items: readonly string[], list: string, positive: boolean): string => {
  const overlap = `(${list} && array[${items.join(', ')}])`
  return positive ? overlap : `(not ${overlap})`
}

/** Binds values as numbered text parameters. `values` collects them during the compilation. */
export const numberedParameters = (): { readonly bind: Compilation['bind']; readonly values: string[] } => {
  const values: string[] = []
  return { values, bind: (value, type) => `$${values.push(value)}::text${type === 'text' ? '' : `::${type}`}` }
}

/** Writes values as literals for statements without parameters (COPY). Safe with each value of `standard_conforming_strings`. */
export const quotedLiterals: Compilation['bind'] = (value, type) =>
  `E'${value.replaceAll('\\', String.raw`\\`).replaceAll("'", "''")}'::${type}`
