import { z } from 'zod'
import { Condition, FieldSelection } from '@registry/domain/filter/condition'
import { filterDescriptionMax, filterNameMax } from '@registry/domain/filter/limits'
import { permissions } from '@registry/domain/access/permissions'
import type { Caller } from './caller.ts'
import { Cell, withErrorCode } from './fields.ts'

const content = {
  name: z.string().trim().min(1, withErrorCode('filter_name_required')).max(filterNameMax, withErrorCode('filter_name_too_long')),
  description: z
    .string()
    .trim()
    .min(1, withErrorCode('filter_description_required'))
    .max(filterDescriptionMax, withErrorCode('filter_description_too_long')),
  fields: FieldSelection,
  where: Condition,
}

export const FilterId = z.number().int().positive()
export const NewSavedFilter = z.strictObject(content)
/**
 * `version` is the one that was read: a filter changed by someone else in between is refused, not overwritten.
 * Programs of old know of no version; their change counts as made on what stands.
 */
export const ChangedSavedFilter = z.strictObject({ id: FilterId, version: z.number().int().optional(), ...content })

export const SavedFilter = z.object({
  id: FilterId,
  version: z.number().int(),
  name: z.string(),
  description: z.string(),
  author: z.string(),
  changedAt: z.string(),
  /** True for the author and for GlobalAdmin, unless a study froze the filter (D10). */
  mayChange: z.boolean(),
  /** `null` when what is stored can no longer be honoured: shown as broken, never run. */
  fields: FieldSelection.nullable(),
  where: Condition.nullable(),
})

export const RunRole = z.enum(permissions['filter:run'])
export const FilterRun = z.strictObject({ id: FilterId, asRole: RunRole })
/** Patients in sight of whom a filter cannot say whether they meet its condition: consent refused, not answered, or given with a value missing (D10). */
export const LeftOut = z.object({ noConsent: z.number().int(), noAnswer: z.number().int(), noValue: z.number().int() })
/** The first 1,000 rows and the count of all (D10); the columns are field names. */
export const FilterRows = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(Cell)),
  total: z.number().int(),
  leftOut: LeftOut,
})

export const fileFormats = ['csv', 'json', 'xlsx', 'xml'] as const
export type FileFormat = (typeof fileFormats)[number]
export const ExportProgress = z.object({ rows: z.number().int(), total: z.number().int(), finished: z.boolean() })

/** What the picker and a condition need to know of one field, in the caller's language (spec 1, /query_field_info). */
export const FieldInfo = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(['string', 'integer', 'float', 'date', 'boolean', 'list']),
  unit: z.string().optional(),
  operators: z.array(z.string()),
  options: z.array(z.object({ id: z.string(), label: z.string() })),
})
/** The fields a filter may use: the personal ones, and the medical ones by category. */
export const FieldPicker = z.object({
  personal: z.array(z.object({ name: z.string(), label: z.string() })),
  medical: z.array(
    z.object({ category: z.string(), label: z.string(), fields: z.array(z.object({ name: z.string(), label: z.string() })) }),
  ),
})

export type NewSavedFilter = z.infer<typeof NewSavedFilter>
export type ChangedSavedFilter = z.infer<typeof ChangedSavedFilter>
export type SavedFilter = z.infer<typeof SavedFilter>
export type FilterRun = z.infer<typeof FilterRun>
export type LeftOut = z.infer<typeof LeftOut>
export type FilterRows = z.infer<typeof FilterRows>
export type FieldInfo = z.infer<typeof FieldInfo>
export type FieldPicker = z.infer<typeof FieldPicker>
export type ExportProgress = z.infer<typeof ExportProgress>

export type SavedFilters = {
  list(caller: Caller): Promise<SavedFilter[]>
  get(caller: Caller, id: number): Promise<SavedFilter>
  save(caller: Caller, filter: NewSavedFilter): Promise<SavedFilter>
  change(caller: Caller, filter: ChangedSavedFilter): Promise<SavedFilter>
  picker(caller: Caller): Promise<FieldPicker>
  fieldInfo(caller: Caller, field: string): Promise<FieldInfo>
  run(caller: Caller, run: FilterRun): Promise<FilterRows>
  /** How far the caller's own export has come; a finished or unknown one is `finished`. */
  exportProgress(caller: Caller, exportId: string): Promise<ExportProgress>
}
