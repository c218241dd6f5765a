import type { ErrorCode } from '../error-messages.ts'

/**
 * Report of a value that cannot be read: the value and the accepted forms (REQ-IMP-05). A form shows the value
 * itself, so its messages are shorter.
 */
export const unreadableValueMessages = {
  value_date_invalid: /*i18n*/ {
    id: 'report.value_date_invalid',
    message:
      'Data non valida: «{value}». Scrivi 2001-02-03 oppure, giorno per primo, 03/02/2001, 3/2/2001, 03-02-2001, 03.02.2001, 03022001; l’anno ha quattro cifre',
  },
  value_number_invalid: /*i18n*/ {
    id: 'report.value_number_invalid',
    message: 'Numero non valido: «{value}». Scrivi solo cifre, il segno e un separatore dei decimali',
  },
  value_number_ambiguous: /*i18n*/ {
    id: 'report.value_number_ambiguous',
    message: 'Il punto di «{value}» può separare le migliaia o i decimali: scrivi {whole} oppure {decimal}',
  },
  value_integer_invalid: /*i18n*/ { id: 'report.value_integer_invalid', message: 'Non è un numero intero: «{value}»' },
  value_boolean_invalid: /*i18n*/ {
    id: 'report.value_boolean_invalid',
    message: 'Né sì né no: «{value}». Scrivi sì, true, vero, yes o 1, oppure no, false, falso o 0',
  },
  value_not_listed: /*i18n*/ { id: 'report.value_not_listed', message: 'Voce non presente nell’elenco: «{value}»' },
  value_multilist_invalid: /*i18n*/ {
    id: 'report.value_multilist_invalid',
    message: 'Non è un elenco JSON di codici: «{value}». Scrivi per esempio ["282.4","285.9"]',
  },
} as const satisfies Partial<Record<ErrorCode, unknown>>

export type UnreadableValueCode = keyof typeof unreadableValueMessages

/** An unknown value that looks like one of the list. */
export const nearValueMessage = /*i18n*/ {
  id: 'report.value_not_listed_near',
  message: 'Voce non presente nell’elenco: «{value}». Scrivi {near}',
}

/** A value that can be read and is rejected, with its error. */
export const rejectedValueMessages = {
  value: /*i18n*/ { id: 'report.rejected_value', message: '{message} · nel file: «{value}»' },
  valueAndRange: /*i18n*/ { id: 'report.rejected_value_range', message: '{message} · nel file: «{value}» · accettati: da {min} a {max}' },
}

/** The accepted values of a list, next to the error of an unknown one. */
export const listedValuesMessages = {
  all: /*i18n*/ { id: 'report.listed_values', message: '{message} · accettati: {values}' },
  inTemplate: /*i18n*/ {
    id: 'report.listed_values_in_template',
    message: '{message} · le {count} voci accettate sono nel file Excel da compilare',
  },
}

/** Whether the stored report of an import repeats the value of an error. */
export const isUnreadableValue = (code: ErrorCode): code is UnreadableValueCode => Object.hasOwn(unreadableValueMessages, code)
