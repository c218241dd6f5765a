import type { ErrorDetail } from '../error.ts'

/** Message of an error with a suggestion. Its code stays the same, and `near` is a parameter (REQ-IMP-05). */
export const nearMessages = {
  value_not_listed: /*i18n*/ { id: 'error.value_not_listed_near', message: 'Voce non presente nell’elenco: scrivi {near}' },
  import_patient_unknown: /*i18n*/ {
    id: 'error.import_patient_unknown_near',
    message: 'Il centro non ha un paziente con questo codice. Ne ha uno con il codice {near}: scrivi {near}, se è lui',
  },
} as const

const hasNearMessage = (code: string): code is keyof typeof nearMessages => Object.hasOwn(nearMessages, code)

/** The message of an error that names what was probably meant. */
export const findNearMessage = ({ code, params }: ErrorDetail) =>
  params?.['near'] !== undefined && hasNearMessage(code) ? nearMessages[code] : undefined
