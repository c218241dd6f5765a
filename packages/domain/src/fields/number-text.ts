import type { ErrorDetail } from '../error.ts'
import type { ErrorCode } from '../error-messages.ts'
import { cleanText } from '../text.ts'

/** Notation of a number by people and programs. */
export type NumberNotation = {
  /** The comma is the decimal sign in a file with `;`, a text cell of a workbook, and an Italian form. */
  readonly decimalComma?: boolean
  /** `1e+05` is a number, as R writes it in files. */
  readonly exponents?: boolean
  /** `95%` is 95. */
  readonly percent?: boolean
}

type NumberReading = { readonly number: number; readonly error?: undefined } | { readonly error: ErrorCode }

/** The characters that Word, Excel and the web write before a negative number: minus, en dash and hyphen. */
const minusSigns = /^[\u2212\u2013\u2010]/
const percentSign = /[\s]*%$/
const exponent = /[eE][+-]?\d{1,3}$/
const pointed = /^[+-]?(?:\d+\.?\d*|\.\d+)$/
const comma = /^[+-]?(?:\d+,?\d*|,\d+)$/
const thousands = /^[+-]?\d{1,3}(?:\.\d{3})+,\d*$/
const ambiguous = /^[+-]?\d+\.\d{3}$/

const invalid: NumberReading = { error: 'value_number_invalid' }

/** Removes the thousands signs and turns the decimal comma into a point. Returns `undefined` for an ambiguous point. */
const toPointed = (digits: string): string | undefined => {
  if (ambiguous.test(digits)) return undefined
  if (thousands.test(digits)) return digits.replaceAll('.', '').replace(',', '.')
  return comma.test(digits) ? digits.replace(',', '.') : digits
}

/**
 * Reads a number, for forms, files and services alike. Other text is an error and is never reduced to its digits. Where the comma is the
 * decimal sign, a point before exactly three digits may be a thousands sign. So `1.200` is rejected as ambiguous (REQ-IMP-03).
 */
export const parseNumberText = (
  text: string,
  { decimalComma = false, exponents = false, percent = false }: NumberNotation,
): NumberReading => {
  const signed = text.replace(minusSigns, '-')
  const plain = percent ? signed.replace(percentSign, '') : signed
  const power = exponents ? (exponent.exec(plain)?.[0] ?? '') : ''
  const digits = plain.slice(0, plain.length - power.length)
  const written = decimalComma ? toPointed(digits) : digits
  if (written === undefined) return { error: 'value_number_ambiguous' }
  const number = pointed.test(written) ? Number(written + power) : Number.NaN
  return Number.isFinite(number) ? { number } : invalid
}

/** The two numbers that an ambiguous text can mean, as a person would write them: `1.200` is `1200` or `1,2`. */
export const listReadings = (text: string): { readonly whole: string; readonly decimal: string } => {
  const digits = text.replace(minusSigns, '-').replace(/[^\d.+-].*$/, '')
  return { whole: String(Number(digits.replace('.', ''))), decimal: String(Number(digits)).replace('.', ',') }
}

/** The number that a person typed in a form, or the typed text if it is none. Nothing typed is changed or lost. */
export const parseTypedNumber = (typed: string, notation: Omit<NumberNotation, 'exponents'>): number | string | null => {
  const text = cleanText(typed)
  if (text === '') return null
  const reading = parseNumberText(text, notation)
  return reading.error ? typed : reading.number
}

/** Reasons why a text stays as typed in a form field. */
export const explainTypedNumber = (typed: string, notation: Omit<NumberNotation, 'exponents'>): ErrorDetail => {
  const { error } = parseNumberText(cleanText(typed), notation)
  return error === 'value_number_ambiguous' ? { code: error, params: listReadings(cleanText(typed)) } : { code: 'value_number_invalid' }
}
