import { NewSavedFilter, type SavedFilter } from '@registry/api-contract/saved-filters'
import { appErrorFromZod } from '@registry/api-contract/zod-errors'
import type { Condition, FieldSelection } from '@registry/domain/filter/condition'
import type { FieldErrors } from '@registry/domain/error'

/** A filter while it is written. `where` is null while a condition that can no longer be read waits to be written anew. */
export type Draft = {
  readonly name: string
  readonly description: string
  readonly fields: FieldSelection
  readonly where: Condition | null
}

const nothingChosen: FieldSelection = { PATIENT: [], MEDICAL_DATA: {} }

export const emptyDraft: Draft = { name: '', description: '', fields: nothingChosen, where: { kind: 'tests', tests: [] } }

/** A broken selection begins anew; a broken condition stays broken until somebody says what it shall be, for none at all means everybody. */
export const toDraft = ({ name, description, fields, where }: SavedFilter): Draft => ({
  name,
  description,
  fields: fields ?? nothingChosen,
  where,
})

/** True when what is stored can no longer be honoured: the filter is shown, never run. */
export const isBroken = ({ fields, where }: Pick<SavedFilter, 'fields' | 'where'>): boolean => fields === null || where === null

export const isSameDraft = (one: Draft, other: Draft): boolean => JSON.stringify(one) === JSON.stringify(other)

type Check = { readonly filter: NewSavedFilter; readonly errors?: undefined } | { readonly errors: FieldErrors }

/** The filter that a draft makes, or its faults by the contract's own rules: what passes here passes on the server. */
export const checkDraft = (draft: Draft): Check => {
  const parsed = NewSavedFilter.safeParse(draft)
  return parsed.success ? { filter: parsed.data } : { errors: appErrorFromZod(parsed.error).fields }
}

/** The place in the form where a fault stands, by the path that the server or the schema gives it: a part of the filter, or one condition. */
export const findErrorPlace = (path: string): string => /^where\.tests\.\d+/.exec(path)?.[0] ?? path.split('.', 1)[0] ?? path
