import type { A_Expr, BoolExpr, BooleanTest, FuncCall, Node } from 'libpg-query'
import {
  comparisons,
  listExpressionFields,
  type Comparison,
  type Expression,
  type Operand,
  type Scalar,
} from '@registry/domain/expression/expression'
import { anyResultFunction } from '@registry/domain/expression/sql-text'
import { expressionLimits } from '@registry/domain/expression/schema'
import { findCommonType, isWellTyped, type ValueType } from '@registry/domain/expression/types'
import { getField } from '@registry/domain/fields/dictionary'
import { isMissingReason, missingReasons } from '@registry/domain/fields/missing'
import { findLocation, readOperand, readResultsField, type PlacedOperand } from './operands.ts'
import { SqlProblem, type Place } from './problem.ts'
import { findOnlyName, requireDepth, requireOnly, type Reading } from './reading.ts'

const wrongValue = {
  text: 'sql_text',
  number: 'sql_number',
  day: 'sql_day',
  truth: 'sql_truth',
  list: 'sql_text',
} as const satisfies Record<ValueType, string>

type PlacedValue = { readonly value: Scalar; readonly place: Place }

/** Checks a value against the field with which it is compared: type, reference table, and characters that exports omit (REQ-EXP-05). */
const checkValue = (left: Operand, { value, place }: PlacedValue, reading: Reading): void => {
  if (!isWellTyped({ op: 'in', left, values: [value] })) throw new SqlProblem(wrongValue[findCommonType(left)], place)
  if ('missingReason' in left && !isMissingReason(value))
    throw new SqlProblem('sql_reason_unknown', place, { reasons: missingReasons.join(', ') })
  if (!('field' in left)) return
  const { name, referenceTable, codes, exportedLength } = getField(left.field)
  if (codes && !codes.includes(String(value))) throw new SqlProblem('sql_value_unlisted', place, { field: name })
  if (referenceTable) reading.listed.push({ field: name, id: String(value), place })
  if (exportedLength !== undefined && String(value).length > exportedLength) throw new SqlProblem('sql_value_too_exact', place)
}

/** Completes a condition without branches. */
const complete = (expression: Expression, place: Place, reading: Reading): Expression => {
  reading.conditions += 1
  if (reading.conditions > expressionLimits.predicates) throw new SqlProblem('sql_too_many_conditions', place)
  if (listExpressionFields(expression).length === 0) throw new SqlProblem('sql_no_field', place)
  if (!isWellTyped(expression)) throw new SqlProblem('sql_types', place)
  return expression
}

const mirrored = { '=': '=', '<>': '<>', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const satisfies Record<Comparison, Comparison>

const compare = (op: Comparison, left: PlacedOperand, right: PlacedOperand, place: Place, reading: Reading): Expression => {
  // The field comes first, as in conditions from the form.
  if ('value' in left.operand && !('value' in right.operand)) return compare(mirrored[op], right, left, place, reading)
  if ('value' in right.operand && !('value' in left.operand)) checkValue(left.operand, { ...right.operand, place: right.place }, reading)
  return complete({ op, left: left.operand, right: right.operand }, place, reading)
}

const listNodes = (node: Node | undefined): readonly Node[] | undefined => (node && 'List' in node ? node.List.items : undefined)

const readMembership = (left: PlacedOperand, op: 'in' | 'not in', list: Node | undefined, place: Place, reading: Reading): Expression => {
  const items = listNodes(list) ?? []
  const excess = items[expressionLimits.items]
  if (excess) throw new SqlProblem('sql_too_many_values', reading.locate(findLocation(excess)))
  const values = items.map((item): Scalar => {
    const { operand, place: at } = readOperand(item, 1, reading)
    if (!('value' in operand)) throw new SqlProblem('sql_constant', at)
    checkValue(left.operand, { value: operand.value, place: at }, reading)
    return operand.value
  })
  return complete({ op, left: left.operand, values }, place, reading)
}

/** LIKE ignores case, as in conditions from the form (REQ-FIL-06), so ILIKE means the same. */
const readPattern = (left: PlacedOperand, isNegative: boolean, node: Node | undefined, place: Place, reading: Reading): Expression => {
  if (!node || !('A_Const' in node)) throw new SqlProblem('sql_constant', place)
  const { operand, place: at } = readOperand(node, 1, reading)
  const pattern = 'value' in operand ? operand.value : ''
  if (typeof pattern !== 'string') throw new SqlProblem('sql_text', at)
  const { exportedLength } = 'field' in left.operand ? getField(left.operand.field) : {}
  if (exportedLength !== undefined && pattern.replaceAll('%', '').length > exportedLength) throw new SqlProblem('sql_value_too_exact', at)
  return complete({ op: isNegative ? 'not like' : 'like', left: left.operand, pattern }, place, reading)
}

const readBetween = (left: PlacedOperand, list: Node | undefined, place: Place, depth: number, reading: Reading): Expression => {
  const [low, high] = (listNodes(list) ?? []).map((node) => readOperand(node, depth + 1, reading))
  if (!low || !high) throw new SqlProblem('sql_not_allowed', place)
  return { op: 'and', of: [compare('>=', left, low, place, reading), compare('<=', left, high, place, reading)] }
}

/** `any_result(FERRITIN) > 1000` and `any_result(FERRITIN) BETWEEN 500 AND 1000`: one result meets the whole comparison (REQ-FIL-32). */
const readAnyResult = (call: FuncCall, { kind, name, rexpr }: A_Expr, place: Place, reading: Reading): Expression => {
  requireOnly(call, ['funcname', 'args', 'funcformat', 'location'], place)
  const [arg, ...others] = call.args ?? []
  const results = readResultsField(arg, place)
  const isBetween = kind === 'AEXPR_BETWEEN'
  const is = isBetween ? 'between' : comparisons.find((comparison) => comparison === findOnlyName(name))
  if (others.length > 0 || !is || (!isBetween && kind !== 'AEXPR_OP')) throw new SqlProblem('sql_result_comparison', place)
  const values = (isBetween ? listNodes(rexpr) : rexpr && [rexpr]) ?? []
  const numbers = values.map((node) => {
    const { operand, place: at } = readOperand(node, 1, reading)
    if (!('value' in operand) || typeof operand.value !== 'number') throw new SqlProblem('sql_number', at)
    return operand.value
  })
  return complete({ op: 'any result', results, is, values: numbers }, place, reading)
}

const readComparison = (expression: A_Expr, depth: number, reading: Reading): Expression => {
  const place = reading.locate(expression.location)
  requireOnly(expression, ['kind', 'name', 'lexpr', 'rexpr', 'rexpr_list_start', 'rexpr_list_end', 'location'], place)
  const { kind, lexpr, rexpr } = expression
  const name = findOnlyName(expression.name)
  if (!lexpr) throw new SqlProblem('sql_not_allowed', place)
  if ('FuncCall' in lexpr && findOnlyName(lexpr.FuncCall.funcname) === anyResultFunction)
    return readAnyResult(lexpr.FuncCall, expression, place, reading)
  const left = readOperand(lexpr, depth + 1, reading)
  if (kind === 'AEXPR_IN') return readMembership(left, name === '=' ? 'in' : 'not in', rexpr, place, reading)
  if (kind === 'AEXPR_LIKE' || kind === 'AEXPR_ILIKE') return readPattern(left, name?.startsWith('!') === true, rexpr, place, reading)
  if (kind === 'AEXPR_BETWEEN') return readBetween(left, rexpr, place, depth, reading)
  if (kind === 'AEXPR_NOT_BETWEEN') return { op: 'not', of: readBetween(left, rexpr, place, depth, reading) }
  const op = comparisons.find((comparison) => comparison === name)
  if (kind !== 'AEXPR_OP' || !op || !rexpr) throw new SqlProblem('sql_not_allowed', place)
  return compare(op, left, readOperand(rexpr, depth + 1, reading), place, reading)
}

const isTrue = (operand: Operand, value: boolean): Expression => ({ op: '=', left: operand, right: { value } })

/** The tests of a yes/no value: the value that replaces a missing one, and the expected value. */
const truthTests: Readonly<Record<string, readonly [missing: boolean, asked: boolean]>> = {
  IS_TRUE: [false, true],
  IS_NOT_TRUE: [false, false],
  IS_FALSE: [true, false],
  IS_NOT_FALSE: [true, true],
}

const readTruthTest = ({ arg, booltesttype = 'IS_TRUE' }: BooleanTest, place: Place, depth: number, reading: Reading): Expression => {
  if (!arg) throw new SqlProblem('sql_not_allowed', place)
  const { operand } = readOperand(arg, depth + 1, reading)
  if (findCommonType(operand) !== 'truth') throw new SqlProblem('sql_types', place)
  const [missing, asked] = truthTests[booltesttype] ?? []
  if (missing === undefined || asked === undefined)
    return complete({ op: booltesttype === 'IS_UNKNOWN' ? 'is null' : 'is not null', of: operand }, place, reading)
  return complete(isTrue({ call: 'coalesce', args: [operand, { value: missing }] }, asked), place, reading)
}

const readBranches = ({ boolop, args = [] }: BoolExpr, depth: number, reading: Reading): Expression => {
  const [first, ...others] = args.map((arg) => readCondition(arg, depth + 1, reading))
  if (!first) throw new Error('the parser returned a branch without parts')
  return boolop === 'NOT_EXPR' ? { op: 'not', of: first } : { op: boolop === 'AND_EXPR' ? 'and' : 'or', of: [first, ...others] }
}

/** Reads a condition: branches, comparisons, tests. @throws SqlProblem for any other node */
export const readCondition = (node: Node, depth: number, reading: Reading): Expression => {
  const place = reading.locate(findLocation(node))
  requireDepth(depth, place)
  if ('BoolExpr' in node) return readBranches(node.BoolExpr, depth, reading)
  if ('A_Expr' in node) return readComparison(node.A_Expr, depth, reading)
  if ('BooleanTest' in node) return readTruthTest(node.BooleanTest, place, depth, reading)
  if ('NullTest' in node && node.NullTest.arg) {
    const { arg, nulltesttype, argisrow } = node.NullTest
    if (argisrow) throw new SqlProblem('sql_not_allowed', place)
    const of = readOperand(arg, depth + 1, reading).operand
    return complete({ op: nulltesttype === 'IS_NULL' ? 'is null' : 'is not null', of }, place, reading)
  }
  // A yes/no field is a condition by itself.
  return complete(isTrue(readOperand(node, depth + 1, reading).operand, true), place, reading)
}
