import { normalizeEmail } from '../access/contact.ts'
import type { ErrorCode } from '../error-messages.ts'
import { findLegalIdError } from '../patient/legal-id.ts'
import { upperName } from '../patient/names.ts'
import type { FieldName } from './dictionary.ts'

type TextFormat = {
  /** The form in which the text is kept. */
  readonly normalise?: (text: string) => string
  /** Why the text, in that form, is refused. */
  readonly findError?: (text: string) => ErrorCode | undefined
}

/** Texts that have a form of their own (D5; RULE-35 for the tax code, RULE-34 for Italian postal codes stands with the rules). */
export const textFormats: Partial<Record<FieldName, TextFormat>> = {
  SURNAME: { normalise: upperName },
  NAME: { normalise: upperName },
  email: { normalise: normalizeEmail },
  legal_id: { normalise: (text) => text.toUpperCase(), findError: findLegalIdError },
  mobile_prefix: { findError: (text) => (/^\+\d{1,4}$/.test(text) ? undefined : 'mobile_prefix_wrong') },
}
