import { normalizeEmail } from '../access/contact.ts'
import type { ErrorCode } from '../error-messages.ts'
import { normalizePrefix } from '../patient/mobile.ts'
import { findLegalIdError } from '../patient/legal-id.ts'
import type { FieldName } from './dictionary.ts'

/** The characters that keyboards and programs write as an apostrophe. */
const apostrophe = /[’‘ʼ`´′]/gu

/** Returns a name as stored: upper case, single blanks, accented letters composed, one spelling of the apostrophe. */
export const normalizeName = (text: string): string =>
  text.normalize('NFC').replace(apostrophe, "'").trim().replace(/\s+/g, ' ').toUpperCase()

type TextFormat = {
  /** Returns the text as stored. */
  readonly normalise?: (text: string) => string
  /** Returns the error of a normalised text, if it has one. */
  readonly findError?: (text: string) => ErrorCode | undefined
}

/** Fields with a special text format (REQ-PAT-07, RULE-35). Italian postcodes are checked by a cross-field rule (RULE-34). */
export const textFormats: Partial<Record<FieldName, TextFormat>> = {
  SURNAME: { normalise: normalizeName },
  NAME: { normalise: normalizeName },
  email: { normalise: normalizeEmail },
  legal_id: { normalise: (text) => text.toUpperCase().replace(/\s+/g, ''), findError: findLegalIdError },
  mobile_prefix: { normalise: normalizePrefix, findError: (text) => (/^\+\d{1,4}$/.test(text) ? undefined : 'mobile_prefix_wrong') },
}
