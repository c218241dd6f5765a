import { z } from 'zod'
import { languages } from '@registry/domain/language'
import { roles } from '@registry/domain/access/roles'
import type { Caller } from './caller.ts'

const Flag = z.boolean().nullable()
export const LoginMode = z.enum(['Email', 'Mobile'])
const OptionalText = z.string().nullable()

/** What a signed-in patient's client knows of them (spec 1, section 3, patient extras). */
export const PatientExtras = z.object({
  login_mode: LoginMode,
  mobile_prefix: OptionalText,
  mobile: OptionalText,
  telephone: OptionalText,
  legal_id: OptionalText,
  address_nation: OptionalText,
  address_area: OptionalText,
  address_town: OptionalText,
  address_street: OptionalText,
  address_zip: OptionalText,
  dob: OptionalText,
  lob_nation: OptionalText,
  lob_region: OptionalText,
  c_db: Flag,
  c_db_p: Flag,
  c_db_m: Flag,
  c_s: Flag,
  c_extraeu: Flag,
  c_p_db: Flag,
  c_f: Flag,
  /** The consent texts changed in a way that needs a new answer (D8). */
  consents_to_renew: z.boolean(),
  studi_attesa: z.array(
    z.object({ clinical_study_id: z.string(), clinical_study_title: z.object({ trans_it: z.string(), trans_en: z.string() }) }),
  ),
})

/** The signed-in person, in the field names of spec 1, section 3. */
export const UserInfo = z.object({
  name: z.string(),
  surname: z.string(),
  username: z.string(),
  email: OptionalText,
  roles: z.array(z.object({ role: z.enum(roles), center: z.string().optional(), areaid: z.string().optional() })),
  passwordExpired: z.boolean(),
  /** Staff who must add a second factor before anything else (D6). */
  secondFactorMissing: z.literal(true).optional(),
  /** Beside `passwordExpired`: it expired by its age alone, so the old one is asked with the new one (THREAT-17). */
  asksOldPassword: z.literal(true).optional(),
  /** Beside `passwordExpired`: the centre that invites, where the contact has an account already and the choice comes first (D5). */
  invitedBy: z.string().optional(),
  mode: z.enum(['patient', 'user']),
  lang: z.enum(languages),
  fe_version: z.string(),
  be_version: z.string(),
  patient: PatientExtras.optional(),
})

/** What both apps must know before anyone signs in (D1). */
export const SiteInfo = z.object({
  staffOrigin: z.string(),
  myconsentOrigin: z.string(),
  languages: z.array(z.enum(languages)),
  /** The newest front end that the server knows, and its own version. */
  fe_version: z.string(),
  be_version: z.string(),
  demo: z.boolean(),
  /** Who answers for the data and where to write, as the operator configured it; shown at the foot of every page. */
  contacts: z.object({ controller: z.string().nullable(), dataProtectionOfficer: z.string().nullable(), support: z.string().nullable() }),
})

export type UserInfo = z.infer<typeof UserInfo>
export type PatientExtras = z.infer<typeof PatientExtras>
export type SiteInfo = z.infer<typeof SiteInfo>

export type Sessions = {
  /** The person behind the session cookie, `null` for a visitor. */
  current(caller: Caller): Promise<UserInfo | null>
  end(caller: Caller): Promise<void>
  site(caller: Caller): Promise<SiteInfo>
}
