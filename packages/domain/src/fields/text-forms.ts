import { normalizeEmail } from '../access/contact.ts'
import type { ErrorCode } from '../error-messages.ts'
import { findLegalIdError } from '../patient/legal-id.ts'
import { upperName } from '../patient/names.ts'
import type { FieldName } from './dictionary.ts'

type TextForm = {
  /** The form in which the text is kept. */
  readonly form?: (text: string) => string
  /** Why the text, in that form, is refused. */
  readonly findError?: (text: string) => ErrorCode | undefined
}

/** Texts that have a form of their own (D5; R35 for the tax code, R34 for Italian postal codes stands with the rules). */
export const textForms: Partial<Record<FieldName, TextForm>> = {
  SURNAME: { form: upperName },
  NAME: { form: upperName },
  email: { form: normalizeEmail },
  legal_id: { form: (text) => text.toUpperCase(), findError: findLegalIdError },
  mobile_prefix: { findError: (text) => (/^\+\d{1,4}$/.test(text) ? undefined : 'mobile_prefix_wrong') },
}
