import type { ErrorDetail } from '../error.ts'
import type { PatientFieldName } from '../fields/dictionary.ts'

/** The fields that patients change themselves (REQ-PAT-10). The centre changes name, surname and date of birth. */
export const ownFields = [
  'login_mode',
  'email',
  'mobile_prefix',
  'mobile',
  'telephone',
  'legal_id',
  'address_nation',
  'address_area',
  'address_town',
  'address_street',
  'address_zip',
  'lob_nation',
  'lob_region',
] as const satisfies readonly PatientFieldName[]

export type OwnField = (typeof ownFields)[number]
/** The patient's personal data. An empty field is null. */
export type OwnValues = Readonly<Record<OwnField, string | null>>
export type OwnErrors = Readonly<Partial<Record<OwnField, ErrorDetail>>>

/** The fields of the contacts. A change of one of them requires the password again (REQ-ACC-21). */
const contactFields = ['login_mode', 'email', 'mobile_prefix', 'mobile'] as const satisfies readonly OwnField[]

export const listChangedFields = (before: OwnValues, after: OwnValues): OwnField[] =>
  ownFields.filter((field) => before[field] !== after[field])

export const changesContact = (changed: readonly OwnField[]): boolean => contactFields.some((field) => changed.includes(field))

/** The contact with which the patient signs in. Undefined without one. */
export const findSignInContact = (values: OwnValues): string | undefined => {
  if (values.login_mode === 'Email') return values.email ?? undefined
  return values.mobile_prefix !== null && values.mobile !== null ? `${values.mobile_prefix}${values.mobile}` : undefined
}
