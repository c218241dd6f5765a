import { parseDay } from '../calendar.ts'
import type { ErrorCode } from '../error-messages.ts'
import type { FieldType } from '../fields/field-definition.ts'

type PredicateValue = { readonly value: string | number | boolean; readonly error?: undefined } | { readonly error: ErrorCode }
type ValueInput = string | number | boolean

/** Maximum length of a text value, in characters. */
const textMax = 1000

const parseText = (input: ValueInput): PredicateValue => {
  const text = String(input)
  if (text.length > textMax || !text.isWellFormed() || text.includes('\0')) return { error: 'value_characters' }
  return { value: text }
}

const parseNumber = (input: ValueInput): PredicateValue => {
  const number = typeof input === 'boolean' ? Number.NaN : Number(input)
  return Number.isFinite(number) ? { value: number } : { error: 'value_number_invalid' }
}

const parseDayValue = (input: ValueInput): PredicateValue => {
  const day = typeof input === 'string' ? parseDay(input.trim()) : undefined
  return day === undefined ? { error: 'value_date_invalid' } : { value: day }
}

const booleans = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

const parseBoolean = (input: ValueInput): PredicateValue => {
  const truth = booleans.get(String(input).trim().toLowerCase())
  return truth === undefined ? { error: 'value_boolean_invalid' } : { value: truth }
}

/** Parsers by field type. The screen sends typed values, old programs often send texts. */
export const parsePredicateValue = {
  string: parseText,
  integer: parseNumber,
  float: parseNumber,
  date: parseDayValue,
  boolean: parseBoolean,
  choice: parseText,
  choices: parseText,
} satisfies Record<FieldType, (input: ValueInput) => PredicateValue>
