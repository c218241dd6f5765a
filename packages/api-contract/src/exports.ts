import { z } from 'zod'
import { exportFormats } from '@registry/domain/file-formats'
import { procedure, router } from './trpc.ts'

const Day = z.iso.date()
const Moment = z.string()
const FilterNumber = z.number().int().min(1).max(2_147_483_647)

/** A search of the manifests. An absent field does not restrict it. Days are those in Italy, both included (REQ-EXP-10). */
export const ManifestSearch = z.strictObject({
  person: z.string().min(1).max(320).optional(),
  filterId: FilterNumber.optional(),
  format: z.enum(exportFormats).optional(),
  from: Day.optional(),
  to: Day.optional(),
  /** The last manifest of the previous page. */
  cursor: z.uuid().optional(),
  /** TanStack Query sends the direction of its infinite queries. */
  direction: z.enum(['forward', 'backward']).optional(),
})

export const exportOutcomes = ['running', 'complete', 'partial', 'failed', 'cancelled', 'interrupted'] as const

/** One export in the list: who, what and when. */
export const ManifestLine = z.object({
  id: z.uuid(),
  at: Moment,
  actor: z.string(),
  asRole: z.string(),
  filter: z.object({ id: z.number().int(), version: z.number().int(), name: z.string() }),
  study: z.object({ id: z.string(), title: z.string() }).nullable(),
  format: z.enum(exportFormats),
  outcome: z.enum(exportOutcomes),
  rows: z.number().int(),
})

export const ManifestPage = z.object({ manifests: z.array(ManifestLine), next: z.uuid().nullable() })

/** Options of the form: people and filters with exports that the caller may read. */
export const ManifestChoices = z.object({
  people: z.array(z.string()),
  filters: z.array(z.object({ id: z.number().int(), name: z.string() })),
})

export const ManifestQuery = z.strictObject({ id: z.uuid() })

/** A whole manifest, without the patients: the filter reveals a condition of each (REQ-CON-08). */
export const Manifest = ManifestLine.extend({
  columns: z.array(z.string()),
  /** The exported patients who have not withdrawn since. */
  patients: z.number().int(),
  excluded: z.object({ noConsent: z.number().int(), noAnswer: z.number().int(), noValue: z.number().int() }),
  uniqueRows: z.number().int(),
  rowsInSmallGroups: z.number().int(),
  generalised: z.boolean(),
  labels: z.boolean(),
  delimiter: z.enum(['comma', 'semicolon']),
  reason: z.string().nullable(),
  /** Whether a program took exact values of unique rows and gave no reason (REQ-EXP-07). */
  lacksReason: z.boolean(),
  repeats: z.uuid().nullable(),
  /** Whether the caller can make this file again (REQ-EXP-11). */
  repeatable: z.boolean(),
  /** Outcome of the file; null while it is running. */
  ended: z.object({ at: Moment, bytes: z.number(), sha256: z.string() }).nullable(),
})

export type ManifestSearch = z.infer<typeof ManifestSearch>
export type ManifestLine = z.infer<typeof ManifestLine>
export type ManifestPage = z.infer<typeof ManifestPage>
export type ManifestChoices = z.infer<typeof ManifestChoices>
export type Manifest = z.infer<typeof Manifest>

export const exports = router({
  /** The caller's exports, or all for a GlobalAdmin, the newest first, page by page (REQ-EXP-10). */
  search: procedure({ permission: 'export:read', audit: ['export_manifests', 'LIST'] })
    .input(ManifestSearch)
    .query(ManifestPage),
  choices: procedure({ permission: 'export:read', audit: ['export_manifests', 'CHOICES'] }).query(ManifestChoices),
  /** @throws AppError not_found, even for another person's export */
  get: procedure({ permission: 'export:read', audit: ['export_manifests', 'GET'] })
    .input(ManifestQuery)
    .query(Manifest),
})
