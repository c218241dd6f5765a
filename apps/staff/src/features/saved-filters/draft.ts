import { NewSavedFilter, type SavedFilter } from '@registry/api-contract/saved-filters'
import { appErrorFromZod } from '@registry/api-contract/zod-errors'
import type { FieldErrors } from '@registry/domain/error'
import { formatExpressionAsSql } from '@registry/domain/expression/sql-text'
import { sqlTextMax, WrittenCondition } from '@registry/domain/filter/condition'
import { buildExpression, toWrittenCondition } from '@registry/domain/filter/condition-tree'
import { type FieldSelection, UnfinishedFieldSelection } from '@registry/domain/filter/selection'
import { isRecord } from '@registry/ui/request-error.ts'

/** True when the stored selection or condition is unreadable: the filter is shown but never runs. */
export const isBroken = ({ fields, where }: Pick<SavedFilter, 'fields' | 'where'>): boolean => fields === null || where === null

/** Compares two parts of filters by their values. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * A filter in the form. `where` is null while the stored condition is unreadable and not replaced. `aside` is what was written in the other
 * mode, of conditions or of SQL, and is not saved.
 */
export type Draft = {
  readonly name: string
  readonly description: string
  readonly fields: FieldSelection
  readonly where: WrittenCondition | null
  readonly aside: WrittenCondition | null
}

const emptySelection: FieldSelection = { PATIENT: [], MEDICAL_DATA: {} }

const noConditions: WrittenCondition = { kind: 'predicates', predicates: [] }

export const emptyDraft: Draft = { name: '', description: '', fields: emptySelection, where: noConditions, aside: null }

/** An unreadable selection becomes empty. An unreadable condition stays null, since no condition would select all patients (REQ-FIL-08). */
export const toDraft = ({ name, description, fields, where }: SavedFilter): Draft => ({
  name,
  description,
  fields: fields ?? emptySelection,
  where: where && toWrittenCondition(where),
  aside: null,
})

/** A draft that was not saved, and the version of the filter that it changes. */
export type UnsavedDraft = { readonly version: number | null; readonly draft: Draft }

/** Reads a stored draft. One of an older release that does not fit is ignored. */
export const parseUnsavedDraft = (stored: unknown): UnsavedDraft | undefined => {
  if (!isRecord(stored) || !isRecord(stored['draft'])) return undefined
  const { name, description, fields, where, aside = null } = stored['draft']
  const selection = UnfinishedFieldSelection.safeParse(fields)
  const condition = WrittenCondition.nullable().safeParse(where)
  const other = WrittenCondition.nullable().safeParse(aside)
  if (typeof name !== 'string' || typeof description !== 'string' || !selection.success) return undefined
  if (!condition.success || !other.success) return undefined
  const version = typeof stored['version'] === 'number' ? stored['version'] : null
  return { version, draft: { name, description, fields: selection.data, where: condition.data, aside: other.data } }
}

type Check = { readonly filter: NewSavedFilter; readonly errors?: undefined } | { readonly errors: FieldErrors }

/** The filter of a draft, or its errors. The server checks the same schema. */
export const checkDraft = ({ aside: _notSaved, ...draft }: Draft): Check => {
  const parsed = NewSavedFilter.safeParse(draft)
  return parsed.success ? { filter: parsed.data } : { errors: appErrorFromZod(parsed.error).fields }
}

/** The input that shows an error, by the path of the error: a part of the filter or one condition. */
export const findErrorField = (path: string): string => /^where\.predicates\.\d+/.exec(path)?.[0] ?? path.split('.', 1)[0] ?? path

const isEmpty = (condition: WrittenCondition | null): boolean =>
  condition === null || (condition.kind === 'sql' ? condition.text === '' : condition.predicates.length === 0)

/** Changes between conditions and SQL. Text of one mode is kept while the other is used (REQ-FIL-16). */
export const switchMode = ({ where, aside }: Draft, mode: WrittenCondition['kind']): Pick<Draft, 'where' | 'aside'> => {
  if (where?.kind === mode) return { where, aside }
  const empty: WrittenCondition = mode === 'sql' ? { kind: 'sql', text: '' } : noConditions
  return { where: aside?.kind === mode ? aside : empty, aside: isEmpty(where) ? null : where }
}

type BroughtIn =
  | { readonly text: string; readonly rejected?: undefined }
  | { readonly text?: undefined; readonly rejected: 'text' | 'long' }

type GuidedConditions = Extract<WrittenCondition, { readonly kind: 'predicates' }>

/** The guided conditions that the text box can bring in, if there are any. */
export const findGuidedConditions = ({ aside }: Pick<Draft, 'aside'>): GuidedConditions | undefined =>
  aside?.kind === 'predicates' && aside.predicates.length > 0 ? aside : undefined

/** Writes the conditions as SQL. The text box must be empty, so that nothing is overwritten (REQ-FIL-16). */
export const bringInConditions = (written: string, conditions: GuidedConditions): BroughtIn => {
  if (written.trim() !== '') return { rejected: 'text' }
  const text = formatExpressionAsSql(buildExpression(conditions))
  return text.length > sqlTextMax ? { rejected: 'long' } : { text }
}
