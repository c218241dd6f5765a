import { z } from 'zod'
import type { ErrorCode } from '../error-messages.ts'
import { findField, type FieldName } from '../fields/dictionary.ts'

/** Why a filter may not name this field: the dictionary does not have it, or it identifies people (spec 1, section 9; THREAT-02). */
export const findFieldNameError = (name: string): ErrorCode | undefined => {
  const field = findField(name)
  if (!field) return 'filter_field_unknown'
  return field.filterable === false ? 'filter_field_excluded' : undefined
}

const KnownFieldName = z.string().transform((name, context): FieldName => {
  const detail = findFieldNameError(name)
  const field = detail ? undefined : findField(name)
  if (field) return field.name
  context.addIssue({ code: 'custom', message: detail ?? 'filter_field_unknown' })
  return z.NEVER
})

/** The name of a field that a filter may use. Read in any letter case, though typed for those who write it; comes out in the dictionary's spelling. */
export const FilterFieldName = z.preprocess((written: FieldName): unknown => written, KnownFieldName)
