import { z } from 'zod'
import { withErrorCode } from '@registry/domain/error'
import { cleanText } from '@registry/domain/text'
import { LoginMode } from './session.ts'
import { CodeSent, OneTimeCode } from './sign-in.ts'
import { procedure, router } from './trpc.ts'

const Stored = z.string().nullable()
/** The service checks each field by the dictionary, whose limits are narrower, and names the limit in its error. */
const Typed = z.string().max(1000).nullable()

const ownFields = <S extends z.ZodType>(text: S) => ({
  email: text,
  mobile_prefix: text,
  mobile: text,
  telephone: text,
  legal_id: text,
  address_nation: text,
  address_area: text,
  address_town: text,
  address_street: text,
  address_zip: text,
  lob_nation: text,
  lob_region: text,
})

/** The names of a nation or region. */
const PlaceNames = z.object({ trans_it: Stored, trans_en: Stored })

/** The personal data that patients see on their page (REQ-PAT-10). */
export const PersonalData = z.object({
  /** Changes with each save. A save names the version that its person saw. */
  version: z.string(),
  name: z.string(),
  surname: z.string(),
  dob: Stored,
  login_mode: LoginMode,
  ...ownFields(Stored),
  /** The names of the nations and regions, by field. A page that only shows them then needs no list of all. */
  names: z.record(z.string(), PlaceNames),
  /** Whether C_DB_P lets the centre and researchers see the data that are not the registration (REQ-CON-11). */
  shared: z.boolean(),
})

export const PersonalDataChange = z.strictObject({
  version: z.string().max(80),
  values: z.strictObject({ login_mode: LoginMode, ...ownFields(Typed) }),
  /** Required to change a contact if the last check is older than ten minutes (REQ-ACC-21). */
  password: z.string().max(1000).optional(),
  /** The code that was sent to the new contact. */
  otp: OneTimeCode.optional(),
})

/** The saved data; or, for a new sign-in contact without its code, what was sent to it. Then nothing is saved yet. */
export const PersonalDataSaved = z.object({ saved: PersonalData.nullable(), codeSent: CodeSent.nullable() })

/** The secret of the link that the previous contact received. */
export const ContactUndo = z.strictObject({ secret: z.string().max(100, withErrorCode('field_wrong')) })
/** Whether the previous contact is restored or stays, and whether a centre had corrected it. It is not restored if the link is unknown, used, too old, or the contact now signs somebody else in. */
export const ContactUndone = z.object({ undone: z.boolean(), byCentre: z.boolean() })

export const CorrectionConfirmation = z.strictObject({ ...ContactUndo.shape, otp: OneTimeCode })
/** The code that was sent; null if the link is unknown, used or too old. */
export const CorrectionCode = z.object({ codeSent: CodeSent.nullable() })
export const CorrectionConfirmed = z.object({ confirmed: z.boolean() })

export const TypedMobile = z.strictObject({
  number: z.string().overwrite(cleanText).max(40),
  /** A person who signs in by e-mail can have any number. Otherwise the number is used to sign in. */
  loginMode: z.enum(['Email', 'Mobile']).optional(),
})
/** A mobile as the registry stores it: the prefix with its +, and the national number. */
export const VerifiedMobile = z.object({ country_code: z.string(), national_number: z.string() })

export type PersonalData = z.infer<typeof PersonalData>
export type PersonalDataChange = z.infer<typeof PersonalDataChange>
export type PersonalDataSaved = z.infer<typeof PersonalDataSaved>
export type ContactUndo = z.infer<typeof ContactUndo>
export type CorrectionConfirmation = z.infer<typeof CorrectionConfirmation>
export type CorrectionCode = z.infer<typeof CorrectionCode>
export type CorrectionConfirmed = z.infer<typeof CorrectionConfirmed>
export type ContactUndone = z.infer<typeof ContactUndone>
export type TypedMobile = z.infer<typeof TypedMobile>
export type VerifiedMobile = z.infer<typeof VerifiedMobile>

export const personalData = router({
  read: procedure({ permission: 'personal-data:own', audit: ['UpdatePersonalData', 'GET'], reads: 'own' }).query(PersonalData),
  /** @throws AppError personal_data_changed if somebody saved in between; code_refused at `otp` (REQ-PAT-10) */
  save: procedure({ permission: 'personal-data:own', audit: ['UpdatePersonalData'], reads: 'own' })
    .input(PersonalDataChange)
    .mutation(PersonalDataSaved),
  /** The secret is in the body of a POST, because addresses are logged (THREAT-36). */
  undoContactChange: procedure({ permission: 'contact:undo', audit: ['UndoContactChange'] })
    .input(ContactUndo)
    .mutation(ContactUndone),
  /** Sends a code to a contact that a centre corrected. @throws AppError too_many_attempts, code_limit (REQ-PAT-24) */
  sendCorrectionCode: procedure({ permission: 'contact:confirm', audit: ['ConfirmContact', 'SEND_CODE'] })
    .input(ContactUndo)
    .mutation(CorrectionCode),
  /** Confirms such a contact. @throws AppError too_many_attempts; code_refused, contact_taken at `otp` */
  confirmCorrection: procedure({ permission: 'contact:confirm', audit: ['ConfirmContact'] })
    .input(CorrectionConfirmation)
    .mutation(CorrectionConfirmed),
  /** @throws AppError mobile_wrong, mobile_not_mobile, mobile_prefix_not_allowed (REQ-PAT-11) */
  verifyMobile: procedure({ permission: 'mobile:verify', audit: ['verify_phone_number'] })
    .input(TypedMobile)
    .mutation(VerifiedMobile),
})
