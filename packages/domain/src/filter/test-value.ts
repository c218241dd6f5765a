import { readDay } from '../calendar.ts'
import type { ErrorCode } from '../error-messages.ts'
import type { Kind } from '../fields/kinds.ts'

/** The value of a test in the form in which the tree compares it, or why it cannot be. */
type TestValue = { readonly value: string | number | boolean; readonly error?: undefined } | { readonly error: ErrorCode }
type Written = string | number | boolean

/** Longest text that a test compares. */
const textMax = 1000

const asText = (written: Written): TestValue => {
  const text = String(written)
  if (text.length > textMax || !text.isWellFormed() || text.includes('\0')) return { error: 'value_characters' }
  return { value: text }
}

const asNumber = (written: Written): TestValue => {
  const number = typeof written === 'boolean' ? Number.NaN : Number(written)
  return Number.isFinite(number) ? { value: number } : { error: 'value_number_invalid' }
}

const asDay = (written: Written): TestValue => {
  const day = typeof written === 'string' ? readDay(written.trim()) : undefined
  return day === undefined ? { error: 'value_date_invalid' } : { value: day }
}

const truths = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

const asTruth = (written: Written): TestValue => {
  const truth = truths.get(String(written).trim().toLowerCase())
  return truth === undefined ? { error: 'value_boolean_invalid' } : { value: truth }
}

/** Values come typed from the screen and often as texts from the legacy call; both end in one form. */
export const readTestValue = {
  string: asText,
  integer: asNumber,
  float: asNumber,
  date: asDay,
  boolean: asTruth,
  list: asText,
  multilist: asText,
} satisfies Record<Kind, (written: Written) => TestValue>
