import { z } from 'zod'
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
/** Who used the patient's data, newest first: exports they were part of, never another person's name. */
export const DataUse = z.object({ at: z.string(), purpose: z.string(), by: z.string() })
export const PatientHome = z.object({ uses: z.array(DataUse), usesThisYear: z.number().int() })

export type StaffHome = z.infer<typeof StaffHome>
export type PatientHome = z.infer<typeof PatientHome>

export type Home = {
  staff(by: Caller): Promise<StaffHome>
  patient(by: Caller): Promise<PatientHome>
}
