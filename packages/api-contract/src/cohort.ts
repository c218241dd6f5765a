import { z } from 'zod'
import { permissions } from '@registry/domain/access/permissions'
import { procedure, router } from './trpc.ts'

export const CohortQuery = z.strictObject({ asRole: z.enum(permissions['cohort:read']) })

/** A number of patients; null for a small group of other centres (REQ-COH-02). */
const Count = z.number().int().nonnegative().nullable()

const Indicator = z.object({
  cells: z.array(z.object({ key: z.string(), patients: Count })).readonly(),
  /** All patients with a value, also those of hidden cells. */
  total: Count,
  others: Count,
  missing: Count,
  withheld: Count,
})
const Parts = z.array(z.object({ key: z.string(), part: Count, total: Count })).readonly()

const Iron = { ferritin: Indicator, lic: Indicator, t2: Indicator }
const Cohort = z.object({
  patients: Count,
  pyramid: Indicator,
  regions: Indicator,
  ...Iron,
  chelation: Indicator,
  admissions: Indicator,
  complications: Parts,
  missing: Parts,
  survival: z
    .array(
      z.object({
        decade: z.string(),
        patients: Count,
        dataPoints: z.array(z.object({ age: z.number().int(), percent: z.number().int() })).readonly(),
      }),
    )
    .readonly(),
})

export const CohortPage = z.object({
  /** Time of the oldest shown numbers; null before the first computation. */
  computedAt: z.string().nullable(),
  /** The visible patients, or those of the filter. */
  own: Cohort,
  /** All centres. Null with fewer than five centres of five patients (REQ-COH-04). */
  network: Cohort.nullable(),
  centres: z.array(z.object({ code: z.string(), name: z.string(), patients: Count, ...Iron, missing: Parts })),
  /** The ICD-9 codes of each group of causes, for the condition of a new filter. */
  causes: z.record(z.string(), z.array(z.string())),
})

export type CohortQuery = z.infer<typeof CohortQuery>
export type CohortPage = z.infer<typeof CohortPage>

export const cohort = router({
  /** The patients of the caller's area or centre, from prepared numbers (REQ-COH-01). */
  read: procedure({ permission: 'cohort:read', audit: ['cohort', 'READ'], reads: 'counts' })
    .input(CohortQuery)
    .query(CohortPage),
})
