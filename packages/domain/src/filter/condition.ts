import { z } from 'zod'
import { ExpressionTree, expressionLimits } from '../expression/schema.ts'
import { type ErrorDetail, type FieldErrors, withErrorCode } from '../error.ts'
import { getField } from '../fields/dictionary.ts'
import type { ReferenceTable } from '../reference/tables.ts'
import { listValues } from './operators.ts'
import { Predicate } from './predicate.ts'

/** Maximum length of the text of a free condition, in characters (THREAT-01). */
export const sqlTextMax = 4000

const Predicates = z.strictObject({
  kind: z.literal('predicates'),
  predicates: z.array(Predicate).max(expressionLimits.predicates, withErrorCode('filter_too_many_predicates')),
})

/** Whether Postgres can store a text. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

const written = {
  kind: z.literal('sql'),
  text: z.string().max(sqlTextMax, withErrorCode('filter_text_too_long')).refine(isStorable, withErrorCode('value_characters')),
}

/** The condition as people and programs write it, and as it is stored. The server parses the text at each use (REQ-FIL-07). */
export const WrittenCondition = z.discriminatedUnion('kind', [Predicates, z.strictObject(written)], withErrorCode('filter_unreadable'))
export type WrittenCondition = z.infer<typeof WrittenCondition>

const Sql = z.strictObject({ ...written, tree: ExpressionTree })

/** The condition of a saved filter: predicates joined with AND and OR, or a text with its parsed tree. */
export const Condition = z.discriminatedUnion('kind', [Predicates, Sql], withErrorCode('filter_unreadable'))
export type Condition = z.infer<typeof Condition>

type IsReferenceValue = (table: ReferenceTable, id: string) => boolean

const hasUnknownValue = ({ field, operator, value }: Predicate, isReferenceValue: IsReferenceValue): boolean => {
  if (operator === 'missing because') return false
  const { referenceTable, codes } = getField(field)
  if (codes) return listValues(value).some((id) => !codes.includes(String(id)))
  return referenceTable !== undefined && listValues(value).some((id) => !isReferenceValue(referenceTable, String(id)))
}

/** Returns errors for values that are not in their reference table, by paths such as `where.predicates.0.value`. */
export const findReferenceValueErrors = (condition: Condition, isReferenceValue: IsReferenceValue): FieldErrors => {
  if (condition.kind === 'sql') return {}
  const detail: ErrorDetail = { code: 'value_not_listed' }
  const errors = condition.predicates.flatMap((predicate, index) =>
    hasUnknownValue(predicate, isReferenceValue) ? [[`where.predicates.${index}.value`, detail] as const] : [],
  )
  return Object.fromEntries(errors)
}
