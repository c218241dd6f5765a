import { describeExpression, type DescribeOptions } from '../expression/describe.ts'
import { buildRange, type Expression, type Operand } from '../expression/expression.ts'
import { ago, parsePeriod } from '../expression/period.ts'
import type { Condition, WrittenCondition } from './condition.ts'
import { isNullCheck, isResultOperator, listValues, takesList, takesPeriod } from './operators.ts'
import type { Predicate } from './predicate.ts'

/** Groups predicates: those of a group are alternatives, and each group must be met (REQ-FIL-27). */
export const groupPredicates = (predicates: readonly Predicate[]): readonly (readonly Predicate[])[] => {
  const groups: Predicate[][] = []
  for (const predicate of predicates) {
    const last = groups.at(-1)
    if (predicate.or && last) last.push(predicate)
    else groups.push([predicate])
  }
  return groups
}

/** Removes a predicate. The alternatives to it stay together, and join no other group. */
export const removePredicate = (predicates: readonly Predicate[], index: number): Predicate[] => {
  const startsGroup = !predicates[index]?.or
  return predicates.flatMap((predicate, at) => {
    if (at === index) return []
    if (at !== index + 1 || !startsGroup || !predicate.or) return [predicate]
    const { or: _joined, ...alone } = predicate
    return [alone]
  })
}

const buildGroup = (group: readonly Predicate[]): Expression => {
  const [first, ...others] = group.map(buildPredicate)
  if (first && others.length === 0) return first
  // A predicate with missing values is an OR already. One flat list reads as one sentence.
  return { op: 'or', of: group.map(buildPredicate).flatMap((one) => (one.op === 'or' ? one.of : [one])) }
}

const buildPredicate = (predicate: Predicate): Expression => {
  const comparison = buildComparison(predicate)
  return predicate.orMissing ? { op: 'or', of: [comparison, { op: 'is null', of: buildOperand(predicate) }] } : comparison
}

const buildOperand = ({ field, results, day }: Predicate): Operand => {
  switch (results) {
    case 'count':
    case 'months':
      return { results: field, measure: results }
    case 'value':
      if (day === undefined) throw new Error('The predicate was not read and lacks its day')
      return { results: field, measure: results, day }
    default:
      return { field }
  }
}

const buildAnyResult = ({ field, operator, value }: Predicate): Expression => {
  if (!isResultOperator(operator)) throw new Error('The predicate was not read and has an operator of other values')
  return { op: 'any result', results: field, is: operator, values: listValues(value).map(Number) }
}

const buildComparison = (predicate: Predicate): Expression => {
  const { field, operator, value, results } = predicate
  if (results === 'any') return buildAnyResult(predicate)
  const left = buildOperand(predicate)
  if (isNullCheck(operator)) return { op: operator, of: left }
  const values = listValues(value)
  if (takesList(operator)) return { op: operator, left, values }
  const [first, second] = values
  if (first === undefined) throw new Error('The predicate was not read and lacks its value')
  if (takesPeriod(operator)) {
    const period = parsePeriod(String(first))
    if (!period) throw new Error('The predicate was not read and lacks its period')
    const from = ago(period)
    return operator === 'older than' ? { op: '<', left, right: from } : buildRange({ of: left, from, to: { call: 'today', args: [] } })
  }
  if (operator === 'between') {
    if (second === undefined) throw new Error('The predicate was not read and lacks its second value')
    return buildRange({ of: left, from: { value: first }, to: { value: second } })
  }
  if (operator === 'missing because') return { op: '=', left: { missingReason: field }, right: { value: first } }
  if (operator === 'like' || operator === 'not like') return { op: operator, left, pattern: String(first) }
  return { op: operator, left, right: { value: first } }
}

/** Removes the tree, which callers never send: the server trusts only the text. */
export const toWrittenCondition = (condition: Condition): WrittenCondition =>
  condition.kind === 'sql' ? { kind: 'sql', text: condition.text } : condition

/** Builds the tree of a condition. A condition without predicates is true for all patients. */
export const buildExpression = (condition: Condition): Expression =>
  condition.kind === 'sql' ? condition.tree : { op: 'and', of: groupPredicates(condition.predicates).map(buildGroup) }

/** Describes a condition in words, so that people check it before they run it. Empty if it selects all patients. */
export const describeCondition = (condition: Condition, options: DescribeOptions): string =>
  describeExpression(buildExpression(condition), { ...options, missing: true })
