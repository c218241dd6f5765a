import { expressionLimits } from '@registry/domain/expression/schema'
import type { FieldName } from '@registry/domain/fields/dictionary'
import type { Locate } from './parse-where.ts'
import { SqlProblem, type Place } from './problem.ts'

/** A value that a condition compares with a choice field, to be looked up in the reference table. */
export type ListedValue = { readonly field: FieldName; readonly id: string; readonly place: Place }

/** The state while one parsed text is read: locations, and the values found so far. */
export type Reading = { readonly locate: Locate; readonly listed: ListedValue[]; conditions: number }

/** Rejects a node with an unlisted part, such as FILTER, OVER or DISTINCT of a function (THREAT-01). */
export const requireOnly = (node: object, known: readonly string[], place: Place): void => {
  if (Object.keys(node).some((key) => !known.includes(key))) throw new SqlProblem('sql_not_allowed', place)
}

/** The depth is checked before the next level is read. */
export const requireDepth = (depth: number, place: Place): void => {
  if (depth > expressionLimits.depth) throw new SqlProblem('sql_too_deep', place)
}

/** Returns the only name of a list of name parts. A name with a schema has more, and is rejected. */
export const findOnlyName = (parts: readonly object[] | undefined): string | undefined => {
  const [first, ...others] = parts ?? []
  if (!first || others.length > 0 || !('String' in first)) return undefined
  const { String: text } = first
  return typeof text === 'object' && text !== null && 'sval' in text && typeof text.sval === 'string' ? text.sval : undefined
}
