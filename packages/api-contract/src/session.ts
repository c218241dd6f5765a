import { z } from 'zod'
import { roles } from '@registry/domain/access/roles'
import { languages } from '@registry/domain/language'
import { Done } from './fields.ts'
import { procedure, router } from './trpc.ts'

const Flag = z.boolean().nullable()
export const LoginMode = z.enum(['Email', 'Mobile'])
const OptionalText = z.string().nullable()

/** Further data of a signed-in patient, with legacy field names. */
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
  /** True if a new version of the consent texts needs a new answer (REQ-CON-05). */
  consents_to_renew: z.boolean(),
  studi_attesa: z.array(
    z.object({
      clinical_study_id: z.string(),
      clinical_study_title: z.object({ trans_it: z.string(), trans_en: z.string() }),
      invited_at: z.string(),
      /** The last day to answer. */
      end_enrollment_date: z.string(),
    }),
  ),
})

/** The signed-in person, with legacy field names. */
export const UserInfo = z.object({
  /** The opaque id of the account, which our pages send in the header X-Account (THREAT-61). */
  account: z.string(),
  name: z.string(),
  surname: z.string(),
  username: z.string(),
  email: OptionalText,
  roles: z.array(z.object({ role: z.enum(roles), center: z.string().optional(), areaid: z.string().optional() })),
  /** The centres of a CenterAdmin of several, and the one of this session once it is chosen (REQ-IMP-09). */
  centres: z.array(z.object({ code: z.string(), name: z.string() })).optional(),
  centre: z.string().optional(),
  passwordExpired: z.boolean(),
  /** True for staff who must add a second factor first (REQ-ACC-02). */
  secondFactorMissing: z.literal(true).optional(),
  /** True if `passwordExpired` is due to the password's age. The change then requires the old password (THREAT-17). */
  asksOldPassword: z.literal(true).optional(),
  /** With `passwordExpired`: the inviting centre, if the contact is in use and the person must choose first (REQ-PAT-04). */
  invitedBy: z.string().optional(),
  /** With `passwordExpired`: the centre that registered the patient, until the first password is chosen (REQ-PAT-08). */
  registeredBy: z.string().optional(),
  /** The patient's centre, with the number to call it. */
  patientCentre: z.object({ name: z.string(), telephone: OptionalText }).optional(),
  /** Of a guardian: the opaque id of the patient for whom the session acts, or null (REQ-GRD-02). */
  actingFor: z.uuid().nullable().optional(),
  /** True for a guardian who is a patient too. */
  ownPatient: z.literal(true).optional(),
  mode: z.enum(['patient', 'user']),
  lang: z.enum(languages),
  fe_version: z.string(),
  be_version: z.string(),
  patient: PatientExtras.optional(),
})

/** Configuration that both apps need without a session (REQ-OPS-01). */
export const SiteInfo = z.object({
  staffOrigin: z.string(),
  myconsentOrigin: z.string(),
  languages: z.array(z.enum(languages)),
  /** The newest front end that the server knows, and the server's version (REQ-UI-09). */
  fe_version: z.string(),
  be_version: z.string(),
  demo: z.boolean(),
  /** The active centres, and the people who take part in tens; null while they are few (REQ-UI-01). */
  participants: z.object({ centres: z.number().int(), people: z.number().int() }).nullable(),
  /** Contacts of the operator, shown in the footer of every page. */
  contacts: z.object({ controller: z.string().nullable(), dataProtectionOfficer: z.string().nullable(), support: z.string().nullable() }),
})

/** The language of the mails and SMS that the signed-in person receives. */
export const OwnLanguage = z.strictObject({ language: z.enum(languages) })

/** The centre for which a CenterAdmin of several works from now on. */
export const CentreChoice = z.strictObject({ centre: z.string().max(80) })

export type CentreChoice = z.infer<typeof CentreChoice>
export type OwnLanguage = z.infer<typeof OwnLanguage>
export type UserInfo = z.infer<typeof UserInfo>
export type PatientExtras = z.infer<typeof PatientExtras>
export type SiteInfo = z.infer<typeof SiteInfo>

export const session = router({
  /** Returns the person of the session cookie, or `null` for a visitor. */
  current: procedure({ permission: 'session:read', audit: ['get_userinfo'], reads: 'own' }).query(UserInfo.nullable()),
  site: procedure({ permission: 'session:read', audit: ['site'] }).query(SiteInfo),
  end: procedure({ permission: 'session:end', audit: ['userlogout'] }).mutation(Done),
  /** Keeps the centre in the session. @throws AppError permission_denied (REQ-IMP-09) */
  chooseCentre: procedure({ permission: 'centre:choose', audit: ['choose_centre'] })
    .input(CentreChoice)
    .mutation(Done),
  /** Stores the language in which the person reads, for mails and SMS (REQ-UI-08). */
  chooseLanguage: procedure({ permission: 'language:own', audit: ['own_language'] })
    .input(OwnLanguage)
    .mutation(Done),
})
