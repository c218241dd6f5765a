import { normalizeEmail } from '../access/contact.ts'
import { getField, type FieldName } from '../fields/dictionary.ts'
import { buildReader, type ReaderContext } from '../fields/reader.ts'
import type { ErrorDetail } from '../error.ts'
import { isLanguage, type Language } from '../language.ts'
import type { RegistrationColumn } from '../imports/columns.ts'
import { findMobileError, type Mobile, type NumberParser } from './mobile.ts'

/** A patient as a centre registers them (D5). A mobile is its prefix and the national number; `authorised` is what C_DB says; `asksToReturn`, whether a person who withdrew asked to come back. */
export type Registration = {
  readonly centerId: string
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

/** How mobiles are read, and the prefixes to which the registry writes. */
export type MobileReading = { readonly parseNumber: NumberParser; readonly prefixes: readonly string[] }

export type RegistrationError = { readonly column: RegistrationColumn; readonly error: ErrorDetail }
export type RegistrationReading = { readonly registration?: Registration; readonly errors: readonly RegistrationError[] }

const fieldOf = {
  CENTER_ID: 'CENTER_ID',
  SURNAME: 'SURNAME',
  NAME: 'NAME',
  EMAIL: 'email',
  C_DB: 'c_db',
  // Another yes or no.
  ASKS_TO_RETURN: 'c_db',
} as const satisfies Partial<Record<RegistrationColumn, FieldName>>

/** The database asks the same of an address (D5). */
const isAddress = (email: string): boolean => email.length >= 6 && /^[^@\s]+@[^@\s]+$/.test(email)

/**
 * Makes the reader of one new patient, from a file's row or a form. `text` gives what a column holds, `undefined` where nothing.
 * RULE-37: the sign-in mode's contact must be there; the other one may be.
 */
export const registrationReader = (context: ReaderContext, { parseNumber, prefixes }: MobileReading) => {
  const readers = Object.fromEntries(Object.entries(fieldOf).map(([column, name]) => [column, buildReader(getField(name), context)]))
  const modes = new Map([...context.referenceIds('login_mode')].map((id) => [id.toLowerCase(), id]))

  return (text: (column: RegistrationColumn) => string | undefined): RegistrationReading => {
    const errors: RegistrationError[] = []
    const refuse = (column: RegistrationColumn, detail: ErrorDetail): null => {
      errors.push({ column, error: detail })
      return null
    }
    const wrong = (column: RegistrationColumn, code: ErrorDetail['code']): null => refuse(column, { code })
    const read = (column: keyof typeof fieldOf): string | null => {
      const reading = readers[column]?.text(text(column) ?? '')
      if (reading?.error) errors.push({ column, error: reading.error })
      return reading?.text ?? null
    }
    const written = (column: RegistrationColumn): string => text(column)?.trim() ?? ''

    const readMode = (): string | null => {
      const mode = written('LOGIN_MODE').toLowerCase()
      return mode === '' ? wrong('LOGIN_MODE', 'value_required') : (modes.get(mode) ?? wrong('LOGIN_MODE', 'value_not_listed'))
    }
    const readLang = (): Language | null => {
      const lang = written('LANG').toLowerCase() || 'it'
      return isLanguage(lang) ? lang : wrong('LANG', 'value_not_listed')
    }
    const readEmail = (): string | null => {
      const email = read('EMAIL')
      return email === null || isAddress(normalizeEmail(email)) ? email : wrong('EMAIL', 'contact_wrong')
    }
    const readNumber = (): Mobile | null => {
      const [prefix, number] = [written('MOBILE_PREFIX'), written('MOBILE')]
      if (number === '') return null
      const whole = /^(\+|00)/.test(number)
      const found = parseNumber(whole ? number : `${prefix}${number}`)
      if (found && prefix !== '' && prefix !== found.prefix) return wrong('MOBILE_PREFIX', 'mobile_prefix_wrong')
      const detail = findMobileError(found, prefixes)
      return found && !detail ? found : refuse('MOBILE', detail ?? { code: 'mobile_wrong' })
    }

    const [centerId, surname, name] = [read('CENTER_ID'), read('SURNAME'), read('NAME')]
    const [authorised, asksToReturn] = [read('C_DB'), read('ASKS_TO_RETURN')]
    const [mode, lang, email, mobile] = [readMode(), readLang(), readEmail(), readNumber()]
    if (mode === 'Email' && written('EMAIL') === '') wrong('EMAIL', 'rule_email_missing')
    if (mode === 'Mobile' && written('MOBILE') === '') wrong('MOBILE', 'rule_mobile_missing')
    if (errors.length > 0 || centerId === null || surname === null || name === null || lang === null) return { errors }
    if (mode !== 'Email' && mode !== 'Mobile') return { errors }
    const contact = { email, mobilePrefix: mobile?.prefix ?? null, mobile: mobile?.number ?? null }
    return {
      errors,
      registration: {
        centerId,
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
