import { z } from 'zod'
import { dataKinds, readSources } from '@registry/domain/access/data-kinds'
import { homeTaskNames } from '@registry/domain/access/home-tasks'
import { roles } from '@registry/domain/access/roles'
import { FieldNameText } from './ecrf.ts'
import { Done } from './fields.ts'
import { procedure, router } from './trpc.ts'

/** A number of patients; null if it would reveal a small group to a role that reads no patients' rows (REQ-UI-17). */
const Count = z.number().int().nullable()

/** The work of a staff user, for the user's roles (REQ-UI-12). */
export const StaffHome = z.object({
  /** The counts that the roles may see, with the moment of the oldest item where it reveals nothing, in the order of the page. */
  tasks: z.array(z.object({ task: z.enum(homeTaskNames), count: Count, oldest: z.string().nullable() })),
  /** The areas of the roles, with their names. */
  areas: z.array(z.object({ id: z.string(), it: z.string(), en: z.string() })),
  /** The record and the field of the discrepancy of the centre that has been open longest. */
  oldestDiscrepancy: z.object({ record: z.uuid(), field: FieldNameText.nullable() }).optional(),
  patients: z
    .object({ registered: Count, invited: Count, withMedicalConsent: Count, withPersonalConsent: Count, withdrawn: Count })
    .nullable(),
  /** Registered patients by centre, and by month of the last year. */
  cohort: z
    .object({
      centres: z.array(z.object({ code: z.string(), name: z.string(), count: Count })),
      months: z.array(z.object({ month: z.string(), count: Count })),
    })
    .nullable(),
  /** The files to delete, because a patient in them withdrew, the next due first (REQ-CON-17). */
  deletionRequests: z.array(
    z.object({
      export: z.uuid(),
      exportedAt: z.string(),
      name: z.string(),
      format: z.string(),
      recipient: z.string(),
      dueOn: z.iso.date(),
      overdue: z.boolean(),
    }),
  ),
})
/**
 * Use of data: read as a file, on screen, in a list or record, or otherwise, or to select recipients of a message. Or changed in a form, by
 * a file, or by a program of the centre.
 */
export const DataUseSource = z.enum([
  'export',
  'screen',
  ...new Set(Object.values(readSources)),
  'reading',
  'message',
  'form',
  'file',
  'service',
])
/**
 * The equal uses of the patient's data by other people on one day in Italy. `at` is the last of them. `actor` is a role, or `program` for a
 * program of the centre. `purpose` is the name of the filter. `kinds` is empty if the consents withheld every value. A use never contains
 * another person's name.
 */
export const DataUse = z.object({
  day: z.iso.date(),
  at: z.string(),
  times: z.number().int(),
  actor: z.enum([...roles, 'program']),
  centre: z.string().nullable(),
  source: DataUseSource,
  kinds: z.array(z.enum(dataKinds)),
  purpose: z.string().nullable(),
})
/** Postgres has no year 0. */
const oldestCursor = '1900-01-01'

/** Selects uses by the day of the cursor, kind of data and maximum age in days. */
export const DataUseSelection = z.strictObject({
  cursor: z.iso
    .date()
    .refine((day) => day >= oldestCursor)
    .optional(),
  /** TanStack Query sends the direction of its infinite queries. */
  direction: z.enum(['forward', 'backward']).optional(),
  kind: z.enum(dataKinds).optional(),
  days: z.number().int().min(1).max(36_600).optional(),
})
/** Whole days of uses, newest first. `next` is the day before which more uses follow. */
export const DataUsePage = z.object({ uses: z.array(DataUse), next: z.iso.date().nullable() })
/** The newest uses, the number of all uses of this year, and apart from it how often the list of patients was opened. */
export const PatientHome = z.object({ uses: z.array(DataUse), usesThisYear: z.number().int(), listReadsThisYear: z.number().int() })

/** The exports to delete whose files the caller has deleted. */
export const ConfirmedDeletions = z.object({ exports: z.array(z.uuid()).min(1).max(1000) })

export type ConfirmedDeletions = z.infer<typeof ConfirmedDeletions>
export type StaffHome = z.infer<typeof StaffHome>
export type DataUse = z.infer<typeof DataUse>
export type DataUseSelection = z.infer<typeof DataUseSelection>
export type DataUsePage = z.infer<typeof DataUsePage>
export type PatientHome = z.infer<typeof PatientHome>

export const home = router({
  staff: procedure({ permission: 'home:staff', audit: ['home', 'STAFF'], reads: 'counts' }).query(StaffHome),
  patient: procedure({ permission: 'home:patient', audit: ['home', 'PATIENT'], reads: 'own' }).query(PatientHome),
  dataUses: procedure({ permission: 'home:patient', audit: ['home', 'USES'], reads: 'own' })
    .input(DataUseSelection)
    .query(DataUsePage),
  confirmDeletions: procedure({ permission: 'deletion-request:confirm', audit: ['home', 'CONFIRM_DELETION'] })
    .input(ConfirmedDeletions)
    .mutation(Done),
})
