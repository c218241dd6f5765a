import { describeExpression, type DescribeOptions } from '../expression/describe.ts'
import type { Expression } from '../expression/expression.ts'
import type { Condition, WrittenCondition } from './condition.ts'
import { isNullCheck, listValues, takesList } from './operators.ts'
import type { Predicate } from './predicate.ts'

const buildPredicate = (predicate: Predicate): Expression => {
  const comparison = buildComparison(predicate)
  return predicate.orMissing ? { op: 'or', of: [comparison, { op: 'is null', of: { field: predicate.field } }] } : comparison
}

const buildComparison = ({ field, operator, value }: Predicate): Expression => {
  const left = { field }
  if (isNullCheck(operator)) return { op: operator, of: left }
  const values = listValues(value)
  if (takesList(operator)) return { op: operator, left, values }
  const [first] = values
  if (first === undefined) throw new Error('The predicate was not read and lacks its value')
  if (operator === 'missing because') return { op: '=', left: { missingReason: field }, right: { value: first } }
  if (operator === 'like' || operator === 'not like') return { op: operator, left, pattern: String(first) }
  return { op: operator, left, right: { value: first } }
}

/** Removes the tree, which callers never send: the server trusts only the text. */
export const toWrittenCondition = (condition: Condition): WrittenCondition =>
  condition.kind === 'sql' ? { kind: 'sql', text: condition.text } : condition

/** Builds the tree of a condition. A condition without predicates is true for all patients. */
export const buildExpression = (condition: Condition): Expression =>
  condition.kind === 'sql' ? condition.tree : { op: 'and', of: condition.predicates.map(buildPredicate) }

/** Describes a condition in words, so that people check it before they run it. Empty if it selects all patients. */
export const describeCondition = (condition: Condition, options: DescribeOptions): string =>
  describeExpression(buildExpression(condition), { ...options, missing: true })
