import { z } from 'zod'
import { roles } from '@registry/domain/access/roles'
import type { Caller } from './caller.ts'

/** The dashboard of a staff user, for the user's roles (REQ-UI-12). */
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
