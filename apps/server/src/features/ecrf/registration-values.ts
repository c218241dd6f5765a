import type { ReaderContext } from '@registry/domain/fields/reader'
import { buildReader } from '@registry/domain/fields/reader'
import { getField } from '@registry/domain/fields/dictionary'
import type { PatientRecord } from '@registry/domain/fields/values'
import { recordError, type ErrorDetail } from '@registry/domain/error'
import type { RegistrationColumn } from '@registry/domain/imports/columns'
import { buildRegistrationReader, type MobileReading } from '@registry/domain/patient/registration'
import type { Cell } from '@registry/tabular/table'

/** The fields of a registration that its centre corrects (REQ-PAT-24). */
export const registrationFields = ['SURNAME', 'NAME', 'login_mode', 'email', 'mobile_prefix', 'mobile'] as const
export type RegistrationField = (typeof registrationFields)[number]
export type RegistrationValues = Readonly<Record<RegistrationField, string | null>>

const contactFields = ['login_mode', 'email', 'mobile_prefix', 'mobile'] as const

const fieldByColumn: Partial<Record<RegistrationColumn, RegistrationField>> = {
  LOGIN_MODE: 'login_mode',
  EMAIL: 'email',
  MOBILE_PREFIX: 'mobile_prefix',
  MOBILE: 'mobile',
}

export const readStoredRegistration = (values: PatientRecord): RegistrationValues => {
  const read = (name: RegistrationField): string | null => {
    const value = values[name]
    return typeof value === 'string' ? value : null
  }
  return {
    SURNAME: read('SURNAME'),
    NAME: read('NAME'),
    login_mode: read('login_mode'),
    email: read('email'),
    mobile_prefix: read('mobile_prefix'),
    mobile: read('mobile'),
  }
}

/** The contact with which the patient signs in, or null. */
export const findSignInContact = ({ login_mode, email, mobile_prefix, mobile }: RegistrationValues): string | null =>
  login_mode === 'Email' ? email : mobile_prefix !== null && mobile !== null ? `${mobile_prefix}${mobile}` : null

const toText = (cell: Cell | undefined): string => (typeof cell === 'string' || typeof cell === 'number' ? String(cell) : '')

/**
 * Parses a correction like the registration of a new patient. Fields that the correction does not contain, and an unchanged contact, keep
 * their stored values.
 * @throws AppError validation_failed with the error of each field
 */
export const readCorrection = (
  stored: RegistrationValues,
  typed: ReadonlyMap<RegistrationField, Cell>,
  context: ReaderContext,
  mobiles: MobileReading,
): RegistrationValues => {
  const errors = new Map<string, ErrorDetail>()
  const readName = (field: 'SURNAME' | 'NAME'): string | null => {
    if (!typed.has(field)) return stored[field]
    const { text, error } = buildReader(getField(field), context).text(toText(typed.get(field)))
    if (error) errors.set(field, error)
    return text ?? null
  }
  const names = { SURNAME: readName('SURNAME'), NAME: readName('NAME') }
  const changesContact = contactFields.some((field) => typed.has(field) && toText(typed.get(field)).trim() !== (stored[field] ?? ''))
  const read = (field: RegistrationField): string => (typed.has(field) ? toText(typed.get(field)) : (stored[field] ?? ''))
  // A whole number has its own prefix, which the stored one must not contradict.
  const hasOwnPrefix = typed.has('mobile') && !typed.has('mobile_prefix') && /^\s*(\+|00)/.test(read('mobile'))
  const cells: Partial<Record<RegistrationColumn, string>> = {
    CENTER_ID: '1',
    SURNAME: 'A',
    NAME: 'A',
    LOGIN_MODE: read('login_mode'),
    EMAIL: read('email'),
    MOBILE_PREFIX: hasOwnPrefix ? '' : read('mobile_prefix'),
    MOBILE: read('mobile'),
  }
  const contact = changesContact ? buildRegistrationReader(context, mobiles)((column) => cells[column]) : undefined
  for (const { column, error } of contact?.errors ?? []) errors.set(fieldByColumn[column] ?? column, error)
  if (errors.size > 0) throw recordError(Object.fromEntries(errors))
  const { login_mode, email, mobile_prefix, mobile } = stored
  const found = contact?.registration
  return found
    ? { ...names, login_mode: found.loginMode, email: found.email, mobile_prefix: found.mobilePrefix, mobile: found.mobile }
    : { ...names, login_mode, email, mobile_prefix, mobile }
}
