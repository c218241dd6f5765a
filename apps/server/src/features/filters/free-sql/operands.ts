import type { A_Const, A_Expr, ColumnRef, FuncCall, Node, TypeCast } from 'libpg-query'
import type { FunctionName, Operand, ResultOperand, Scalar } from '@registry/domain/expression/expression'
import { anyResultFunction, resultFunctions } from '@registry/domain/expression/sql-text'
import { findCommonType, isWellTyped } from '@registry/domain/expression/types'
import { findFilterField, getField, type FieldName } from '@registry/domain/fields/dictionary'
import { canMissForReason } from '@registry/domain/fields/missing'
import { findAnalyteOfField } from '@registry/domain/observations/analytes'
import { findFieldNameError } from '@registry/domain/filter/field-name'
import type { Place } from './problem.ts'
import { SqlProblem } from './problem.ts'
import { findOnlyName, requireDepth, requireOnly, type Reading } from './reading.ts'

export type PlacedOperand = { readonly operand: Operand; readonly place: Place }

/** The functions by their names in the text. `extract(year from …)` and `current_date` have their own grammar. */
const functionsByName: ReadonlyMap<string, FunctionName> = new Map(
  (
    [
      'abs',
      'floor',
      'ceil',
      'power',
      'count_true',
      'years_between',
      'days_between',
      'days_ago',
      'months_ago',
      'years_ago',
      'lower',
      'length',
    ] as const
  ).map((name) => [name, name]),
)
const functionList = [
  ...functionsByName.keys(),
  'missing_reason',
  anyResultFunction,
  ...Object.values(resultFunctions),
  'coalesce',
  'least',
  'greatest',
  'extract(year from …)',
  'extract(month from …)',
  'current_date',
]

const arithmetic: ReadonlyMap<string, FunctionName> = new Map((['+', '-', '*', '/'] as const).map((sign) => [sign, sign]))

const readField = ({ fields }: ColumnRef, place: Place): Operand => {
  const name = findOnlyName(fields) ?? ''
  const error = findFieldNameError(name)
  const field = findFilterField(name)
  if (error === 'filter_field_excluded') throw new SqlProblem('sql_field_excluded', place)
  if (error || !field) throw new SqlProblem('sql_field_unknown', place)
  return { field: field.name }
}

const readScalar = (constant: A_Const, place: Place): Scalar => {
  if (constant.isnull) throw new SqlProblem('sql_null', place)
  // The parser omits zero, false and the empty text.
  if (constant.ival) return constant.ival.ival ?? 0
  if (constant.boolval) return constant.boolval.boolval ?? false
  if (constant.sval) return constant.sval.sval ?? ''
  const number = constant.fval ? Number(constant.fval.fval) : Number.NaN
  if (!Number.isFinite(number)) throw new SqlProblem('sql_number', place)
  return number
}

/** Only a text becomes a day: `DATE '2020-01-31'`. */
const readCast = ({ arg, typeName }: TypeCast, reading: Reading): PlacedOperand => {
  const place = reading.locate(arg && 'A_Const' in arg ? arg.A_Const.location : typeName?.location)
  const isDay = typeName?.names?.length === 1 ? findOnlyName(typeName.names) === 'date' : false
  if (!isDay || !arg || !('A_Const' in arg) || !arg.A_Const.sval) throw new SqlProblem('sql_not_allowed', place)
  requireOnly(typeName ?? {}, ['names', 'typemod', 'location'], place)
  const value = readScalar(arg.A_Const, place)
  if (!isWellTyped({ op: '=', left: { call: 'today', args: [] }, right: { value } })) throw new SqlProblem('sql_day', place)
  return { operand: { value }, place }
}

const requireArguments = (operand: Operand, place: Place): Operand => {
  if (!isWellTyped({ op: 'is null', of: operand })) throw new SqlProblem('sql_arguments', place)
  return operand
}

const readCall = (call: FunctionName, args: readonly Node[] | undefined, place: Place, depth: number, reading: Reading): PlacedOperand => {
  const operands = (args ?? []).map((arg) => readOperand(arg, depth + 1, reading).operand)
  return { operand: requireArguments({ call, args: operands }, place), place }
}

/** `extract(year from …)` is the only call with a schema, which the grammar adds. */
const readExtract = (args: readonly Node[], place: Place, depth: number, reading: Reading): PlacedOperand => {
  const [part, day] = args
  const name = part && 'A_Const' in part ? part.A_Const.sval?.sval : undefined
  if (name !== 'year' && name !== 'month') throw new SqlProblem('sql_function_unknown', place, { functions: functionList.join(', ') })
  return readCall(name, day && [day], place, depth, reading)
}

/** `missing_reason(HB)` takes a field, not its value (REQ-CRF-16). */
const readMissingReason = (args: readonly Node[] | undefined, place: Place): PlacedOperand => {
  const [arg, ...others] = args ?? []
  if (!arg || others.length > 0 || !('ColumnRef' in arg)) throw new SqlProblem('sql_arguments', place)
  const operand = readField(arg.ColumnRef, place)
  if (!('field' in operand) || !canMissForReason(getField(operand.field))) throw new SqlProblem('sql_arguments', place)
  return { operand: { missingReason: operand.field }, place }
}

/** Reads the field of a function of dated results (REQ-FIL-32). */
export const readResultsField = (arg: Node | undefined, place: Place): FieldName => {
  const operand = arg && 'ColumnRef' in arg ? readField(arg.ColumnRef, place) : undefined
  if (!operand || !('field' in operand) || !findAnalyteOfField(operand.field)) throw new SqlProblem('sql_arguments', place)
  return operand.field
}

const readResults = (measure: ResultOperand['measure'], [arg, day, ...others]: readonly Node[], place: Place): PlacedOperand => {
  const results = readResultsField(arg, place)
  if (others.length > 0 || (day !== undefined) !== (measure === 'value')) throw new SqlProblem('sql_arguments', place)
  if (measure !== 'value') return { operand: { results, measure }, place }
  const value = day && 'A_Const' in day ? readScalar(day.A_Const, place) : undefined
  return { operand: requireArguments({ results, measure, day: String(value) }, place), place }
}

const resultMeasuresByName: ReadonlyMap<string, ResultOperand['measure']> = new Map(
  (['count', 'months', 'value'] as const).map((measure) => [resultFunctions[measure], measure]),
)

const readFunction = (call: FuncCall, place: Place, depth: number, reading: Reading): PlacedOperand => {
  requireOnly(call, ['funcname', 'args', 'funcformat', 'location'], place)
  const [schema, extract] = (call.funcname ?? []).map((part) => findOnlyName([part]))
  if (call.funcformat === 'COERCE_SQL_SYNTAX' && schema === 'pg_catalog' && extract === 'extract')
    return readExtract(call.args ?? [], place, depth, reading)
  const name = findOnlyName(call.funcname) ?? ''
  if (name === 'missing_reason' && call.funcformat === 'COERCE_EXPLICIT_CALL') return readMissingReason(call.args, place)
  const measure = resultMeasuresByName.get(name)
  if (measure && call.funcformat === 'COERCE_EXPLICIT_CALL') return readResults(measure, call.args ?? [], place)
  // It is true or false only together with its comparison.
  if (name === anyResultFunction) throw new SqlProblem('sql_result_comparison', place)
  const known = functionsByName.get(name)
  if (!known || call.funcformat !== 'COERCE_EXPLICIT_CALL')
    throw new SqlProblem('sql_function_unknown', place, { functions: functionList.join(', ') })
  return readCall(known, call.args, place, depth, reading)
}

const isDay = ({ operand }: PlacedOperand): boolean => findCommonType(operand) === 'day' && isWellTyped({ op: 'is null', of: operand })

const readArithmetic = (expression: A_Expr, place: Place, depth: number, reading: Reading): PlacedOperand => {
  const sign = arithmetic.get(findOnlyName(expression.name) ?? '')
  if (expression.kind !== 'AEXPR_OP' || !sign || !expression.rexpr) throw new SqlProblem('sql_not_allowed', place)
  const right = readOperand(expression.rexpr, depth + 1, reading)
  if (!expression.lexpr && sign !== '-' && sign !== '+') throw new SqlProblem('sql_not_allowed', place)
  const left = expression.lexpr ? readOperand(expression.lexpr, depth + 1, reading) : { operand: { value: 0 }, place }
  // The difference of two days is a number of days, as in Postgres.
  const areDays = sign === '-' && isDay(left) && isDay(right)
  const operand: Operand = areDays
    ? { call: 'days_between', args: [right.operand, left.operand] }
    : { call: sign, args: [left.operand, right.operand] }
  if (!isWellTyped({ op: 'is null', of: operand })) throw new SqlProblem('sql_types', place)
  return { operand, place }
}

/** Reads a value: a field, a constant, a calculation or a function of the list. @throws SqlProblem for any other node */
export const readOperand = (node: Node, depth: number, reading: Reading): PlacedOperand => {
  const place = reading.locate(findLocation(node))
  requireDepth(depth, place)
  if ('ColumnRef' in node) return { operand: readField(node.ColumnRef, place), place }
  if ('A_Const' in node) return { operand: { value: readScalar(node.A_Const, place) }, place }
  if ('TypeCast' in node) return readCast(node.TypeCast, reading)
  if ('A_Expr' in node) return readArithmetic(node.A_Expr, place, depth, reading)
  if ('FuncCall' in node) return readFunction(node.FuncCall, place, depth, reading)
  if ('CoalesceExpr' in node) return readCall('coalesce', node.CoalesceExpr.args, place, depth, reading)
  if ('MinMaxExpr' in node)
    return readCall(node.MinMaxExpr.op === 'IS_LEAST' ? 'least' : 'greatest', node.MinMaxExpr.args, place, depth, reading)
  if ('SQLValueFunction' in node && node.SQLValueFunction.op === 'SVFOP_CURRENT_DATE')
    return { operand: { call: 'today', args: [] }, place }
  throw new SqlProblem('sql_not_allowed', place)
}

/** Returns the location that each kind of node has. */
export const findLocation = (node: Node): number | undefined => {
  const [content] = Object.values<unknown>(node)
  const location = typeof content === 'object' && content !== null && 'location' in content ? content.location : undefined
  return typeof location === 'number' ? location : undefined
}
