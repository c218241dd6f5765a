import { z } from 'zod'
import { roles } from '@registry/domain/access/roles'
import type { Caller } from './caller.ts'

/** The work in front of a staff user, for the roles they hold (interface.md: work, not only buttons). */
export const StaffHome = z.object({
  patients: z
    .object({
      registered: z.number().int(),
      invited: z.number().int(),
      withMedicalConsent: z.number().int(),
      withPersonalConsent: z.number().int(),
      withdrawn: z.number().int(),
    })
    .nullable(),
  lastLoads: z.array(z.object({ at: z.string(), command: z.string(), by: z.string(), ok: z.number().int(), ko: z.number().int() })),
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
/** By what means data were read: a file, the screen, the list of consents that a centre takes, or another reading. */
export const DataUseMeans = z.enum(['export', 'screen', 'consents', 'reading'])
/**
 * One reading of the patient's data by somebody else: in what part (`program` is the centre's own), at which centre where it was one, by
 * what means and with which filter; never another person's name.
 */
export const DataUse = z.object({
  at: z.string(),
  by: z.enum([...roles, 'program']),
  centre: z.string().nullable(),
  means: DataUseMeans,
  purpose: z.string().nullable(),
})
/** The newest first, as many as are shown; the count is of all. */
export const PatientHome = z.object({ uses: z.array(DataUse), usesThisYear: z.number().int() })

export type StaffHome = z.infer<typeof StaffHome>
export type DataUse = z.infer<typeof DataUse>
export type PatientHome = z.infer<typeof PatientHome>

export type Home = {
  staff(caller: Caller): Promise<StaffHome>
  patient(caller: Caller): Promise<PatientHome>
}
