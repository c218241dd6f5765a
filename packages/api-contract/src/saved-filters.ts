import { z } from 'zod'
import { permissions } from '@registry/domain/access/permissions'
import { withErrorCode } from '@registry/domain/error'
import { ExpressionTree } from '@registry/domain/expression/schema'
import { dataDomainConsents } from '@registry/domain/fields/data-domain-consent'
import { Condition, WrittenCondition, isStorable, sqlTextMax } from '@registry/domain/filter/condition'
import { FilterFieldName } from '@registry/domain/filter/field-name'
import { reasonMax, reasonMin } from '@registry/domain/filter/generalise'
import { filterDescriptionMax, filterNameMax, summaryFieldsMax } from '@registry/domain/filter/limits'
import { FieldSelection } from '@registry/domain/filter/selection'
import { Cell } from './fields.ts'

const content = {
  name: z.string().trim().min(1, withErrorCode('filter_name_required')).max(filterNameMax, withErrorCode('filter_name_too_long')),
  description: z
    .string()
    .trim()
    .min(1, withErrorCode('filter_description_required'))
    .max(filterDescriptionMax, withErrorCode('filter_description_too_long')),
  fields: FieldSelection,
  where: WrittenCondition,
}

export const FilterId = z.number().int().positive()
export const NewSavedFilter = z.strictObject(content)
/**
 * `version` is the version that the client read. The server does not overwrite a newer one.
 * Old programs send no version; their change applies to the current one.
 */
export const ChangedSavedFilter = z.strictObject({ id: FilterId, version: z.number().int().optional(), ...content })

/** A filter to disable, enable or delete, with the version that the client read. */
export const FilterAtVersion = z.strictObject({ id: FilterId, version: z.number().int() })

export const SavedFilter = z.object({
  id: FilterId,
  version: z.number().int(),
  name: z.string(),
  description: z.string(),
  author: z.string(),
  changedAt: z.string(),
  /** True for the author and for GlobalAdmin, unless a study froze the filter (REQ-FIL-01). */
  mayChange: z.boolean(),
  /** True if a study past its first state uses the filter: nobody changes it (REQ-FIL-01). */
  isFrozen: z.boolean(),
  /** A disabled filter does not run (REQ-FIL-20). */
  isDisabled: z.boolean(),
  /** The number of studies that use the filter. Nobody disables or deletes a used one (REQ-FIL-20, REQ-FIL-21). */
  studies: z.number().int(),
  /** The last export that the caller may read (REQ-EXP-10). */
  lastExportAt: z.string().nullable(),
  /** `null` if the stored filter is invalid today. It is shown as broken and never run (REQ-FIL-08). */
  fields: FieldSelection.nullable(),
  where: Condition.nullable(),
})

/** The versions of a filter, the newest first, and the studies that use it (REQ-FIL-19). */
export const FilterHistory = z.object({
  versions: z.array(
    z.object({
      version: z.number().int(),
      name: z.string(),
      description: z.string(),
      changedAt: z.string(),
      changedBy: z.string(),
      isDisabled: z.boolean(),
      fields: FieldSelection.nullable(),
      where: Condition.nullable(),
    }),
  ),
  studies: z.array(z.object({ id: z.string(), title: z.string() })),
})

export const RunRole = z.enum(permissions['filter:run'])
export const FilterRun = z.strictObject({ id: FilterId, asRole: RunRole })
/** A run on screen. `isPreview` reads the first 20 rows only (REQ-FIL-29). */
export const ScreenRun = FilterRun.extend({ isPreview: z.boolean().optional() })
/** Reason for exact values of small groups. The manifest keeps it (REQ-EXP-07). */
export const ExportReason = z
  .string()
  .trim()
  .min(reasonMin, withErrorCode('export_reason_short'))
  .max(reasonMax, withErrorCode('export_reason_long'))
  .refine(isStorable, withErrorCode('value_characters'))
const SmallGroups = z.object({ alone: z.number().int(), inSmallGroups: z.number().int() })
/** The patients of an export who are unique or in groups under five, with exact and with coarser values (REQ-EXP-06). */
export const ExportRisk = z.object({
  patients: z.number().int(),
  ...SmallGroups.shape,
  generalised: SmallGroups,
  /** The exported fields by which patients can be recognised. */
  fields: z.array(z.string()),
  /** Whether a column of the file has generalised values. */
  canGeneralise: z.boolean(),
})
/** Numbers of visible patients whose condition is unknown: consent refused, consent not answered, or a value missing (REQ-FIL-04). */
export const Excluded = z.object({ noConsent: z.number().int(), noAnswer: z.number().int(), noValue: z.number().int() })
/** Cells that are empty because a consent is missing: all `columns` of all `rows`, by position (REQ-FIL-09). */
export const WithheldCells = z.object({ columns: z.array(z.number().int()), rows: z.array(z.number().int()) })
/** The first 1,000 rows, or 20 of a preview, and the count of all (REQ-EXP-01, REQ-FIL-29). The columns are field names. */
export const FilterRows = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(Cell)),
  total: z.number().int(),
  excluded: Excluded,
  withheld: z.array(WithheldCells),
})

/** The conditions of a filter as they are edited, also unsaved (REQ-FIL-10). */
export const FilterDraft = z.strictObject({ asRole: RunRole, where: WrittenCondition })
/** A filter as it is edited, also unsaved, whose first rows are shown (REQ-FIL-29). */
export const PreviewRequest = FilterDraft.extend({ fields: FieldSelection })
/** A number of patients whose rows the caller may read, so it is exact (REQ-FIL-11). */
const Count = z.number().int().nonnegative()
/** The patients who remain after each consent and each condition (REQ-FIL-10). */
export const FilterCounts = z.object({
  visible: Count,
  /**
   * First the consent to the registry, then the consents that the conditions need, then the conditions in their order. Each step starts with
   * the patients who remain before it. `unknown` is the part of `removed` that has not answered, or whose value is missing.
   */
  steps: z.array(
    z.object({ consent: z.enum(['c_db', ...dataDomainConsents]).nullable(), remaining: Count, removed: Count, unknown: Count }),
  ),
  /** Remaining patients without each consent. Their columns that need it stay empty. */
  withheld: z.array(z.object({ consent: z.enum(dataDomainConsents), patients: Count })),
})

/** A summary of the patients of a condition, also an unsaved one, by fields (REQ-FIL-17). */
export const SummaryRequest = z.strictObject({
  asRole: RunRole,
  where: WrittenCondition,
  fields: z.array(FilterFieldName).min(1).max(summaryFieldsMax),
})
/** Intervals are numbered by `listIntervalLimits`. */
export const FilterSummary = z.object({
  patients: Count,
  /** Whom the condition selects, in both languages (REQ-FIL-18). */
  sentence: z.object({ it: z.string(), en: z.string() }),
  fields: z.array(
    z.object({
      field: z.string(),
      values: z.array(z.object({ value: z.string(), patients: Count })),
      others: Count,
      missing: Count,
      withheld: Count,
    }),
  ),
})

/** The text of a free condition, which may be unfinished. */
export const SqlText = z.string().max(sqlTextMax, withErrorCode('filter_text_too_long'))
/**
 * The tree of a text, or its error in the caller's language. `offset` and `length` are UTF-16 units, the line counts from 1 (REQ-FIL-13).
 */
export const CheckedSql = z.object({
  tree: ExpressionTree.nullable(),
  problem: z.object({ message: z.string(), offset: z.number().int(), length: z.number().int(), line: z.number().int() }).nullable(),
})

/** One field for the picker and for conditions, in the caller's language (REQ-FIL-05). */
export const FieldInfo = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(['string', 'integer', 'float', 'date', 'boolean', 'list']),
  unit: z.string().optional(),
  operators: z.array(z.string()),
  options: z.array(z.object({ id: z.string(), label: z.string() })),
})
/** The fields that a filter may use: personal ones, and medical ones by category (REQ-FIL-03). */
export const FieldPicker = z.object({
  personal: z.array(z.object({ name: z.string(), label: z.string() })),
  medical: z.array(
    z.object({ category: z.string(), label: z.string(), fields: z.array(z.object({ name: z.string(), label: z.string() })) }),
  ),
})

export type NewSavedFilter = z.infer<typeof NewSavedFilter>
export type ChangedSavedFilter = z.infer<typeof ChangedSavedFilter>
export type FilterAtVersion = z.infer<typeof FilterAtVersion>
export type SavedFilter = z.infer<typeof SavedFilter>
export type FilterHistory = z.infer<typeof FilterHistory>
export type FilterRun = z.infer<typeof FilterRun>
export type ExportRisk = z.infer<typeof ExportRisk>
export type Excluded = z.infer<typeof Excluded>
export type WithheldCells = z.infer<typeof WithheldCells>
export type FilterRows = z.infer<typeof FilterRows>
export type ScreenRun = z.infer<typeof ScreenRun>
export type PreviewRequest = z.infer<typeof PreviewRequest>
export type FilterDraft = z.infer<typeof FilterDraft>
export type FilterCounts = z.infer<typeof FilterCounts>
export type SummaryRequest = z.infer<typeof SummaryRequest>
export type FilterSummary = z.infer<typeof FilterSummary>
export type CheckedSql = z.infer<typeof CheckedSql>
export type FieldInfo = z.infer<typeof FieldInfo>
export type FieldPicker = z.infer<typeof FieldPicker>
