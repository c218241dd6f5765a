import { z } from 'zod'
import type { ErrorCode } from '../error-messages.ts'
import { findFilterField, type FieldName } from '../fields/dictionary.ts'

/** Returns why a filter may not use this field: it is unknown, or it identifies people (REQ-FIL-03, THREAT-02). */
export const findFieldNameError = (name: string): ErrorCode | undefined => {
  const field = findFilterField(name)
  if (!field) return 'filter_field_unknown'
  return field.filterable === false ? 'filter_field_excluded' : undefined
}

const KnownFieldName = z.string().transform((name, context): FieldName => {
  const detail = findFieldNameError(name)
  const field = detail ? undefined : findFilterField(name)
  if (field) return field.name
  context.addIssue({ code: 'custom', message: detail ?? 'filter_field_unknown' })
  return z.NEVER
})

/** The name of a field that a filter may use. It accepts any letter case and returns the dictionary's spelling. Callers see the exact type. */
export const FilterFieldName = z.preprocess((name: FieldName): unknown => name, KnownFieldName)
