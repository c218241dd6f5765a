import { isAddress, normalizeEmail } from '../access/contact.ts'
import { getField, type FieldName } from '../fields/dictionary.ts'
import { buildReader, type ReaderContext } from '../fields/reader.ts'
import { parseMissingCell } from '../fields/missing.ts'
import type { ErrorDetail } from '../error.ts'
import { isLanguage, type Language } from '../language.ts'
import type { RegistrationColumn } from '../imports/columns.ts'
import { cleanText } from '../text.ts'
import { findNumberError, joinNumber, normalizePrefix, type Mobile, type NumberParser } from './mobile.ts'

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
  // ASKS_TO_RETURN is no field of the dictionary. It is read as a boolean, like c_db.
  ASKS_TO_RETURN: 'c_db',
} as const satisfies Partial<Record<RegistrationColumn, FieldName>>

/** The database checks addresses by the same pattern (REQ-PAT-02). */

/**
 * Returns a function that reads one new patient from a row of a file or from a form. `cell` returns the content of a column.
 * The contact of the sign-in mode is required, the other one is optional (RULE-37).
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

    const readMode = (): string | null => {
      return trimmed('LOGIN_MODE') === '' ? rejectWith('LOGIN_MODE', 'value_required') : read('LOGIN_MODE')
    }
    const readLang = (): Language | null => {
      const lang = trimmed('LANG').toLowerCase() || 'it'
      return isLanguage(lang) ? lang : rejectWith('LANG', 'value_not_listed')
    }
    const readEmail = (): string | null => {
      const email = read('EMAIL')
      return email === null || isAddress(normalizeEmail(email)) ? email : rejectWith('EMAIL', 'contact_wrong')
    }
    const readNumber = (loginMode: string | null): Mobile | null => {
      const [prefix, number] = [normalizePrefix(trimmed('MOBILE_PREFIX')), trimmed('MOBILE')]
      if (number === '') return null
      const found = parseNumber(joinNumber(prefix, number))
      if (found && prefix !== '' && prefix !== found.prefix) return rejectWith('MOBILE_PREFIX', 'mobile_prefix_wrong')
      const detail = findNumberError(found, { loginMode, prefixes })
      return found && !detail ? found : reject('MOBILE', detail ?? { code: 'mobile_wrong' })
    }

    const [centrePatientCode, surname, name] = [read('CENTER_ID'), read('SURNAME'), read('NAME')]
    const [authorised, asksToReturn] = [read('C_DB'), read('ASKS_TO_RETURN')]
    const [mode, lang, email] = [readMode(), readLang(), readEmail()]
    const mobile = readNumber(mode)
    if (mode === 'Email' && trimmed('EMAIL') === '') rejectWith('EMAIL', 'rule_email_missing')
    if (mode === 'Mobile' && trimmed('MOBILE') === '') rejectWith('MOBILE', 'rule_mobile_missing')
    if (errors.length > 0 || centrePatientCode === null || surname === null || name === null || lang === null) return { errors }
    if (mode !== 'Email' && mode !== 'Mobile') return { errors }
    const contact = { email, mobilePrefix: mobile?.prefix ?? null, mobile: mobile?.number ?? null }
    return {
      errors,
      registration: {
        centrePatientCode,
        surname,
        name,
        loginMode: mode,
        lang,
        ...contact,
        authorised: authorised === null ? null : authorised === 'true',
        asksToReturn: asksToReturn === 'true',
      },
    }
  }
}
