import { parseDay } from '../calendar.ts'
import { cleanText, isPlainText } from '../text.ts'
import type { ReferenceTable } from '../reference/tables.ts'
import type { Field } from './dictionary.ts'
import type { FieldType } from './field-definition.ts'
import { parseNumberText } from './number-text.ts'
import { buildListMatcher } from './list-matcher.ts'
import { buildDayLimits, buildLengthCheck, buildNumberLimits } from './limits.ts'
import { readResult, readError, type ReadResult } from './read-result.ts'
import { textFormats } from './text-formats.ts'
import { parseList } from './values.ts'

/** The context of a reader: day, whether the comma is the decimal sign, and the ids of each reference table. */
export type ReaderContext = {
  readonly today: string
  readonly decimalComma?: boolean
  readonly referenceIds: (table: ReferenceTable) => ReadonlySet<string>
  /** The labels of the ids, which are accepted in their place. */
  readonly referenceLabels?: (table: ReferenceTable) => ReadonlyMap<string, readonly string[]>
}

/** Reads the values of one field. It is built once per field and used for each cell. */
export type ValueReader = {
  /** Reads the text of a file, a form or a saved condition. A text of blanks and invisible characters is no value. */
  readonly text: (text: string) => ReadResult
  /** Reads a value of the API, or of a cell with a number, whose text has a decimal point. `null` and `undefined` are no value. */
  readonly json: (value: unknown) => ReadResult
}

type ReaderBuilder = (field: Field, context: ReaderContext) => (text: string) => ReadResult

const badCharacters = readError('value_characters')

const buildStringReader: ReaderBuilder = (field) => {
  const tooLong = buildLengthCheck(field)
  const { normalise, findError } = textFormats[field.name] ?? {}
  return (text) => {
    if (!isPlainText(text)) return badCharacters
    const normalised = normalise ? normalise(text) : text
    const code = findError?.(normalised)
    return tooLong(normalised) ?? (code ? readError(code) : readResult(normalised))
  }
}

/** Plain numbers: `String(Number(text))` would return the same text, so the reader keeps it. */
const canonicalNumber = /^(?:0|[1-9]\d{0,8})(?:\.\d{0,4}[1-9])?$/
const notANumber = readError('value_number_invalid')
const notWhole = readError('value_integer_invalid')

const buildFloatReader: ReaderBuilder = (field, { decimalComma = false }) => {
  const { findError, findWarning } = buildNumberLimits(field)
  const notation = { decimalComma, exponents: true, percent: field.unit === '%' }
  const readNumber = (number: number, text: string): ReadResult => findError(number) ?? readResult(text, findWarning(number))
  return (text) => {
    // Where the comma is the decimal sign, a point can be a thousands sign.
    const pointed = decimalComma && text.includes('.') ? '' : decimalComma ? text.replace(',', '.') : text
    if (canonicalNumber.test(pointed)) return readNumber(Number(pointed), pointed)
    const reading = parseNumberText(text, notation)
    return reading.error ? readError(reading.error) : readNumber(reading.number, String(reading.number))
  }
}

const buildIntegerReader: ReaderBuilder = (field, context) => {
  const reader = buildFloatReader(field, context)
  return (text) => {
    const reading = reader(text)
    return reading.text && !Number.isSafeInteger(Number(reading.text)) ? notWhole : reading
  }
}

const notADay = readError('value_date_invalid')

const buildDateReader: ReaderBuilder = (field, { today }) => {
  const { findError, findWarning } = buildDayLimits(field, today)
  return (text) => {
    const day = parseDay(text)
    return day === undefined ? notADay : (findError(day) ?? readResult(day, findWarning(day)))
  }
}

const [yes, no, notABoolean] = [readResult('true'), readResult('false'), readError('value_boolean_invalid')]
/** The boolean words (REQ-IMP-03). The accent of sì may be a separate character. */
const answers = new Map<string, ReadResult>([
  ...['true', '1', 'sì', 'si', 'yes', 'vero'].map((text) => [text, yes] as const),
  ...['false', '0', 'no', 'falso'].map((text) => [text, no] as const),
])

const buildBooleanReader: ReaderBuilder = () => (text) =>
  answers.get(text) ?? answers.get(text.normalize('NFC').toLowerCase()) ?? notABoolean

const notListed = readError('value_not_listed')

const buildMatcher = ({ referenceTable: table }: Field, context: ReaderContext): ReturnType<typeof buildListMatcher> =>
  buildListMatcher({
    ids: table ? context.referenceIds(table) : new Set(),
    labels: (table && context.referenceLabels?.(table)) ?? new Map(),
  })

const buildChoiceReader: ReaderBuilder = (field, context) => {
  const match = buildMatcher(field, context)
  const readings = new Map<string, ReadResult>()
  const readListed = (text: string): ReadResult => {
    const found = match(text)
    if (!found) return notListed
    return 'id' in found ? readResult(found.id) : readError('value_not_listed', { near: found.near })
  }
  return (text) => {
    const reading = readings.get(text) ?? readListed(text)
    if (reading.text) readings.set(text, reading)
    return reading
  }
}

/** Maximum of items of a multi-value field. */
const maxItems = 200
const notAList = readError('value_multilist_invalid')
const tooManyItems = readError('value_too_many_items', { max: maxItems })

const buildChoicesReader: ReaderBuilder = (field, context) => {
  const match = buildMatcher(field, context)
  return (text) => {
    const items = parseList(text)
    if (!items) return notAList
    const ids = new Set<string>()
    for (const item of items) {
      const found = match(cleanText(item))
      if (!found) return notListed
      if ('near' in found) return readError('value_not_listed', { near: found.near })
      ids.add(found.id)
    }
    if (ids.size === 0) return readResult(null)
    return ids.size > maxItems ? tooManyItems : readResult(JSON.stringify([...ids]))
  }
}

const readers = {
  string: buildStringReader,
  integer: buildIntegerReader,
  float: buildFloatReader,
  date: buildDateReader,
  boolean: buildBooleanReader,
  choice: buildChoiceReader,
  choices: buildChoicesReader,
} satisfies Record<FieldType, ReaderBuilder>

/** The JSON types that each field type accepts. `choices` also accepts an array of texts. */
const jsonTypes = {
  string: ['string', 'number'],
  integer: ['string', 'number'],
  float: ['string', 'number'],
  date: ['string'],
  boolean: ['string', 'number', 'boolean'],
  choice: ['string', 'number'],
  choices: ['string'],
} satisfies Record<FieldType, readonly ('string' | 'number' | 'boolean')[]>

const invalid = {
  string: readError('value_text_invalid'),
  integer: notWhole,
  float: notANumber,
  date: notADay,
  boolean: notABoolean,
  choice: notListed,
  choices: notAList,
} satisfies Record<FieldType, ReadResult>

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const missing = readError('value_required')
const noValue = readResult(null)

/** Builds the reader of a field. A required field rejects an empty value. */
export const buildReader = (field: Field, context: ReaderContext): ValueReader => {
  const readText = readers[field.type](field, context)
  const empty = field.required ? missing : noValue
  const text = (raw: string): ReadResult => {
    const cleaned = cleanText(raw)
    return cleaned === '' ? empty : readText(cleaned)
  }
  const readPointed = context.decimalComma ? buildReader(field, { ...context, decimalComma: false }).text : text
  const accepted: readonly string[] = jsonTypes[field.type]
  const json = (value: unknown): ReadResult => {
    if (value === null || value === undefined) return empty
    if (field.type === 'choices' && Array.isArray(value)) return readText(JSON.stringify(value))
    return isScalar(value) && accepted.includes(typeof value) ? readPointed(String(value)) : invalid[field.type]
  }
  return { text, json }
}
