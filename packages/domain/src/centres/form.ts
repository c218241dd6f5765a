import { isTelephone } from '../access/contact.ts'
import { findTypedCentrePasswordError } from '../access/password.ts'
import type { ErrorDetail } from '../error.ts'

/** The address of the form of a new centre. No centre can have this code. */
export const newCentreCode = '__new__'

const notInAddresses: readonly string[] = [newCentreCode, '.', '..']

/** Whether a text can be the code of a centre. The context of a transaction separates codes with commas. */
export const isCentreCode = (code: string): boolean =>
  code !== '' && code.length <= 80 && code === code.trim() && !/[,\p{Cc}\p{Cs}]/u.test(code) && !notInAddresses.includes(code)

/** Whether a text can be the telephone of a centre. Empty means none. */
export const isCentreTelephone = (telephone: string): boolean => telephone === '' || isTelephone(telephone)

/** The longest overlap of two e-CRF passwords, in hours (REQ-ADM-20). */
export const maxOverlapHours = 168

/** The form of a centre. A list without a choice is null. */
export type CentreFormValues = {
  readonly id: string
  readonly name: string
  readonly geotreeid: string | null
  readonly address: string
  readonly city: string
  readonly telephone: string
  readonly ecrf: string | null
  /** Whether the two fields of the password are shown: always for a centre without one. */
  readonly changesPassword: boolean
  readonly ecrfPassword: string
  readonly password2: string
  /** A text, because it is typed. */
  readonly overlapHours: string
}

export type CentreFormErrors = Readonly<Partial<Record<keyof CentreFormValues, ErrorDetail>>>

const findPasswordErrors = ({ ecrfPassword, password2, overlapHours }: CentreFormValues): CentreFormErrors => {
  if (ecrfPassword === '' && password2 === '') return {}
  const error = ecrfPassword === password2 ? undefined : { code: 'centre_passwords_differ' as const }
  const own = findTypedCentrePasswordError(ecrfPassword)
  const isWhole = /^\d{1,3}$/.test(overlapHours.trim()) && Number(overlapHours) <= maxOverlapHours
  return {
    ...(own && { ecrfPassword: own }),
    ...(error && { password2: error }),
    ...(!isWhole && { overlapHours: { code: 'centre_overlap_wrong', params: { maximum: maxOverlapHours } } }),
  }
}

/** Returns the errors that the form finds before the server: code, name and area are required, the telephone is one, the passwords are equal (REQ-ADM-06). */
export const findCentreFormErrors = (values: CentreFormValues): CentreFormErrors => ({
  ...(!isCentreCode(values.id) && { id: { code: values.id === '' ? 'field_required' : 'centre_code_wrong' } }),
  ...(values.name.trim() === '' && { name: { code: 'field_required' } }),
  ...(values.geotreeid === null && { geotreeid: { code: 'field_required' } }),
  ...(!isCentreTelephone(values.telephone.trim()) && { telephone: { code: 'centre_telephone_wrong' } }),
  ...(values.changesPassword && findPasswordErrors(values)),
})
