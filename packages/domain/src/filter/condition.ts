import { z } from 'zod'
import { describeExpression, type Telling } from '../expression/describe.ts'
import type { Expression, Scalar } from '../expression/expression.ts'
import { writeExpression } from '../expression/sql-text.ts'
import { ExpressionTree, expressionLimits } from '../expression/schema.ts'
import type { ErrorDetail, FieldErrors } from '../error.ts'
import type { ErrorCode } from '../error-messages.ts'
import { fieldNamed } from '../fields/dictionary.ts'
import type { ReferenceTable } from '../reference/tables.ts'
import { isNullCheck, takesList } from './operators.ts'
import { Test } from './test.ts'

/** A filter is a selection and a condition: whoever handles one finds both behind this door. */
export { FieldSelection, selectedFields } from './selection.ts'
export { Test } from './test.ts'

const says = (code: ErrorCode): { error: ErrorCode } => ({ error: code })

/** Longest text of a free condition (T01). */
export const sqlTextMax = 4000

const Tests = z.strictObject({
  kind: z.literal('tests'),
  tests: z.array(Test).max(expressionLimits.predicates, says('filter_too_many_tests')),
})

/** Only the tree has a meaning: whatever text comes with it, the condition's text is written from the tree. */
const Sql = z
  .strictObject({
    kind: z.literal('sql'),
    text: z.string().max(sqlTextMax, says('filter_text_too_long')).default(''),
    tree: ExpressionTree,
  })
  .overwrite((condition) => ({ ...condition, text: writeExpression(condition.tree) }))

/** What a saved filter tests: tests joined with AND as the screen builds them, or a free tree from SQL text (D10). */
export const Condition = z.discriminatedUnion('kind', [Tests, Sql], says('filter_unreadable'))
export type Condition = z.infer<typeof Condition>

/** The values that a test compares with, none for a null check. */
const valuesOf = (value: Test['value']): readonly Scalar[] => {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

const testExpression = (test: Test): Expression => {
  const said = valueExpression(test)
  return test.orMissing ? { op: 'or', of: [said, { op: 'is null', of: { field: test.field } }] } : said
}

const valueExpression = ({ field, operator, value }: Test): Expression => {
  const left = { field }
  if (isNullCheck(operator)) return { op: operator, of: left }
  const values = valuesOf(value)
  if (takesList(operator)) return { op: operator, left, values }
  const [one] = values
  if (one === undefined) throw new Error('A test of a filter that was not read lacks its value')
  if (operator === 'like' || operator === 'not like') return { op: operator, left, pattern: String(one) }
  return { op: operator, left, right: { value: one } }
}

/** The one tree that a condition means. No tests at all hold for everybody. */
export const toExpression = (condition: Condition): Expression =>
  condition.kind === 'sql' ? condition.tree : { op: 'and', of: condition.tests.map(testExpression) }

type IsListed = (table: ReferenceTable, id: string) => boolean

const unlisted = ({ field, value }: Test, isListed: IsListed): boolean => {
  const { lookup } = fieldNamed(field)
  return lookup !== undefined && valuesOf(value).some((id) => !isListed(lookup, String(id)))
}

/** Faults of tests that name an item which its reference table does not have, by path as `where.tests.0.value`. */
export const findListErrors = (condition: Condition, isListed: IsListed): FieldErrors => {
  if (condition.kind === 'sql') return {}
  const detail: ErrorDetail = { code: 'value_not_listed' }
  const errors = condition.tests.flatMap((test, index) =>
    unlisted(test, isListed) ? [[`where.tests.${index}.value`, detail] as const] : [],
  )
  return Object.fromEntries(errors)
}

/** A condition in words, for people to check before they run it; empty when everybody is meant. */
export const describeCondition = (condition: Condition, telling: Telling): string =>
  describeExpression(toExpression(condition), { ...telling, missing: true })
