import { isAddress, normalizeEmail } from '../access/contact.ts'
import { isMinor } from '../guardians/majority.ts'
import { getField, type FieldName } from '../fields/dictionary.ts'
import { buildReader, type ReaderContext } from '../fields/reader.ts'
import { parseMissingCell } from '../fields/missing.ts'
import type { ErrorDetail } from '../error.ts'
import { isLanguage, type Language } from '../language.ts'
import type { RegistrationColumn } from '../imports/columns.ts'
import { cleanText } from '../text.ts'
import { findNumberError, joinNumber, normalizePrefix, type Mobile, type NumberParser } from './mobile.ts'

/** The parent or guardian of a minor, with whose contact nobody of the patient's centre has to sign in. */
export type RegisteredGuardian = {
  readonly surname: string
  readonly name: string
  readonly mode: 'Email' | 'Mobile'
  /** As in the sign-in: the e-mail address, or the number with its prefix. */
  readonly contact: string
}

/** A new patient, as the centre registers them. `authorised` is the value of C_DB. `asksToReturn` is the request of a withdrawn person. */
export type Registration = {
  readonly centrePatientCode: string
  readonly surname: string
  readonly name: string
  readonly loginMode: 'Email' | 'Mobile'
  readonly lang: Language
  readonly email: string | null
  readonly mobilePrefix: string | null
  readonly mobile: string | null
  readonly authorised: boolean | null
  readonly asksToReturn: boolean
  /** The birth date that the centre gives with a guardian (REQ-GRD-01). */
  readonly birthDate: string | null
  readonly guardian: RegisteredGuardian | null
}

/** The parser of mobiles and the allowed prefixes. */
export type MobileReading = { readonly parseNumber: NumberParser; readonly prefixes: readonly string[] }

export type RegistrationError = { readonly column: RegistrationColumn; readonly error: ErrorDetail }
export type RegistrationReading = { readonly registration?: Registration; readonly errors: readonly RegistrationError[] }

const fieldByColumn = {
  CENTER_ID: 'CENTER_ID',
  SURNAME: 'SURNAME',
  NAME: 'NAME',
  EMAIL: 'email',
  LOGIN_MODE: 'login_mode',
  C_DB: 'c_db',
  // The columns from here are no fields of the dictionary, and are read like these.
  ASKS_TO_RETURN: 'c_db',
  BIRTH_DATE: 'DOB',
  GUARDIAN_SURNAME: 'SURNAME',
  GUARDIAN_NAME: 'NAME',
  GUARDIAN_EMAIL: 'email',
} as const satisfies Partial<Record<RegistrationColumn, FieldName>>

const guardianColumns = [
  'GUARDIAN_SURNAME',
  'GUARDIAN_NAME',
  'GUARDIAN_EMAIL',
  'GUARDIAN_MOBILE',
] as const satisfies readonly RegistrationColumn[]

/** The sign-in mode of a patient whose guardian signs in. */
const noContact = 'none'

/**
 * Returns a function that reads one new patient from a row of a file or from a form. `cell` returns the content of a column.
 * The contact of the sign-in mode is required, the other one is optional (RULE-37). A patient with a guardian needs none (REQ-GRD-01).
 */
export const buildRegistrationReader = (context: ReaderContext, { parseNumber, prefixes }: MobileReading) => {
  const readers = Object.fromEntries(Object.entries(fieldByColumn).map(([column, name]) => [column, buildReader(getField(name), context)]))

  return (cell: (column: RegistrationColumn) => string | undefined): RegistrationReading => {
    // A registration stores no reason, so its cell is an empty one and never a name (REQ-CRF-16).
    const text: typeof cell = (column) => {
      const content = cell(column)
      return parseMissingCell(content) === undefined ? content : undefined
    }
    const errors: RegistrationError[] = []
    const reject = (column: RegistrationColumn, detail: ErrorDetail): null => {
      errors.push({ column, error: detail })
      return null
    }
    const rejectWith = (column: RegistrationColumn, code: ErrorDetail['code']): null => reject(column, { code })
    const read = (column: keyof typeof fieldByColumn): string | null => {
      const reading = readers[column]?.text(text(column) ?? '')
      if (reading?.error) errors.push({ column, error: reading.error })
      return reading?.text ?? null
    }
    const trimmed = (column: RegistrationColumn): string => cleanText(text(column) ?? '')
    /** The fields like which these columns are read are required in a record. */
    const readOptional = (column: keyof typeof fieldByColumn): string | null => (trimmed(column) === '' ? null : read(column))

    const hasGuardian = guardianColumns.some((column) => trimmed(column) !== '')
    const readMode = (): string | null => {
      if (trimmed('LOGIN_MODE') !== '') return read('LOGIN_MODE')
      return hasGuardian ? noContact : rejectWith('LOGIN_MODE', 'value_required')
    }
    const readLang = (): Language | null => {
      const lang = trimmed('LANG').toLowerCase() || 'it'
      return isLanguage(lang) ? lang : rejectWith('LANG', 'value_not_listed')
    }
    const readEmail = (column: 'EMAIL' | 'GUARDIAN_EMAIL' = 'EMAIL'): string | null => {
      const email = read(column)
      return email === null || isAddress(normalizeEmail(email)) ? email : rejectWith(column, 'contact_wrong')
    }
    const readNumber = (loginMode: string | null): Mobile | null => {
      const [prefix, number] = [normalizePrefix(trimmed('MOBILE_PREFIX')), trimmed('MOBILE')]
      if (number === '') return null
      const found = parseNumber(joinNumber(prefix, number))
      if (found && prefix !== '' && prefix !== found.prefix) return rejectWith('MOBILE_PREFIX', 'mobile_prefix_wrong')
      const detail = findNumberError(found, { loginMode, prefixes })
      return found && !detail ? found : reject('MOBILE', detail ?? { code: 'mobile_wrong' })
    }

    const readGuardianMobile = (): string | null => {
      const number = trimmed('GUARDIAN_MOBILE')
      if (number === '') return null
      const found = parseNumber(number)
      const detail = findNumberError(found, { loginMode: 'Mobile', prefixes })
      return found && !detail ? `${found.prefix}${found.number}` : reject('GUARDIAN_MOBILE', detail ?? { code: 'mobile_wrong' })
    }
    const readGuardian = (birthDate: string | null): RegisteredGuardian | null => {
      if (!hasGuardian) return null
      const before = errors.length
      const [guardianSurname, guardianName] = [readOptional('GUARDIAN_SURNAME'), readOptional('GUARDIAN_NAME')]
      const [guardianEmail, guardianMobile] = [readEmail('GUARDIAN_EMAIL'), readGuardianMobile()]
      for (const column of ['GUARDIAN_SURNAME', 'GUARDIAN_NAME'] as const) if (trimmed(column) === '') rejectWith(column, 'value_required')
      if (trimmed('GUARDIAN_EMAIL') === '' && trimmed('GUARDIAN_MOBILE') === '') rejectWith('GUARDIAN_EMAIL', 'value_required')
      if (trimmed('BIRTH_DATE') === '') rejectWith('BIRTH_DATE', 'guardian_birth_date_required')
      else if (birthDate !== null && !isMinor(birthDate, context.today)) rejectWith('BIRTH_DATE', 'guardian_not_minor')
      const contact = guardianEmail === null ? guardianMobile : normalizeEmail(guardianEmail)
      if (errors.length > before || guardianSurname === null || guardianName === null || contact === null) return null
      return { surname: guardianSurname, name: guardianName, mode: guardianEmail === null ? 'Mobile' : 'Email', contact }
    }

    const [centrePatientCode, surname, name] = [read('CENTER_ID'), read('SURNAME'), read('NAME')]
    const [authorised, asksToReturn] = [read('C_DB'), read('ASKS_TO_RETURN')]
    const [mode, lang, email] = [readMode(), readLang(), readEmail()]
    const mobile = readNumber(mode)
    const birthDate = readOptional('BIRTH_DATE')
    const guardian = readGuardian(birthDate)
    if (mode === 'Email' && trimmed('EMAIL') === '') rejectWith('EMAIL', 'rule_email_missing')
    if (mode === 'Mobile' && trimmed('MOBILE') === '') rejectWith('MOBILE', 'rule_mobile_missing')
    if (errors.length > 0 || centrePatientCode === null || surname === null || name === null || lang === null) return { errors }
    if (mode !== 'Email' && mode !== 'Mobile' && mode !== noContact) return { errors }
    const contact = { email, mobilePrefix: mobile?.prefix ?? null, mobile: mobile?.number ?? null }
    return {
      errors,
      registration: {
        centrePatientCode,
        surname,
        name,
        loginMode: mode === noContact ? 'Email' : mode,
        lang,
        ...contact,
        authorised: authorised === null ? null : authorised === 'true',
        asksToReturn: asksToReturn === 'true',
        birthDate,
        guardian,
      },
    }
  }
}
