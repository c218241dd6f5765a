import { z } from 'zod'
import { homeTaskNames } from '@registry/domain/access/home-tasks'
import { roles } from '@registry/domain/access/roles'
import type { Caller } from './caller.ts'

/** A number of patients; null if it would reveal a small group to a role that reads no patients' rows (REQ-UI-17). */
const Count = z.number().int().nullable()

/** The work of a staff user, for the user's roles (REQ-UI-12). */
export const StaffHome = z.object({
  /** The counts that the roles may see, in the order of the page. */
  tasks: z.array(z.object({ task: z.enum(homeTaskNames), count: Count })),
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
  lastImports: z.array(z.object({ at: z.string(), command: z.string(), actor: z.string(), ok: z.number().int(), ko: z.number().int() })),
  lastFilters: z.array(z.object({ id: z.number().int(), name: z.string(), changedAt: z.string() })),
  lastExports: z.array(
    z.object({
      at: z.string(),
      filterId: z.number().int(),
      filterName: z.string(),
      format: z.string(),
      rows: z.number().int(),
      outcome: z.string(),
    }),
  ),
})
/** How data were read: as a file, on screen, as the consent list of a centre, or otherwise. */
export const DataUseMeans = z.enum(['export', 'screen', 'consents', 'reading'])
/**
 * One reading of the patient's data by another person. `actor` is a role, or `program` for a program of the centre. `purpose` is the name of
 * the filter. A reading never contains another person's name.
 */
export const DataUse = z.object({
  at: z.string(),
  actor: z.enum([...roles, 'program']),
  centre: z.string().nullable(),
  means: DataUseMeans,
  purpose: z.string().nullable(),
})
/** The newest readings first, limited to those shown. The count includes all of this year. */
export const PatientHome = z.object({ uses: z.array(DataUse), usesThisYear: z.number().int() })

export type StaffHome = z.infer<typeof StaffHome>
export type DataUse = z.infer<typeof DataUse>
export type PatientHome = z.infer<typeof PatientHome>

export type Home = {
  staff(caller: Caller): Promise<StaffHome>
  patient(caller: Caller): Promise<PatientHome>
}
