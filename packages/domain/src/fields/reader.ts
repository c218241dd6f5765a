import { readDay } from '../calendar.ts'
import type { ReferenceTable } from '../reference/tables.ts'
import type { Field } from './dictionary.ts'
import type { Kind } from './kinds.ts'
import { dayLimits, findLengthError, numberLimits } from './limits.ts'
import { read, readingError, type Reading } from './readings.ts'
import { textForms } from './text-forms.ts'
import { readList } from './values.ts'

/** What reading needs to know beside the field: the day of the check, whether a comma may part decimals (D4), the ids of each table. */
export type ReadingContext = {
  readonly today: string
  readonly decimalComma?: boolean
  readonly listed: (table: ReferenceTable) => ReadonlySet<string>
}

/** Reads the values of one field; made once for a field, used for each cell. */
export type ValueReader = {
  /** From the text of a file, a form or a saved condition. A blank text is no value. */
  readonly text: (text: string) => Reading
  /** From a JSON value: the form's and the API's door. Texts are read as texts, `null` and `undefined` are no value. */
  readonly json: (value: unknown) => Reading
}

type ReaderOf = (field: Field, context: ReadingContext) => (text: string) => Reading

const controlCharacter = /[\p{Cc}--[\t\n\r]]/v
const badCharacters = readingError('value_characters')

const ofString: ReaderOf = (field) => {
  const tooLong = findLengthError(field)
  const { form, findError: detail } = textForms[field.name] ?? {}
  return (text) => {
    if (controlCharacter.test(text) || !text.isWellFormed()) return badCharacters
    const formed = form ? form(text) : text
    const code = detail?.(formed)
    return tooLong(formed) ?? (code ? readingError(code) : read(formed))
  }
}

const writtenNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/
const notANumber = readingError('value_number_invalid')
const notWhole = readingError('value_integer_invalid')

const ofFloat: ReaderOf = (field, { decimalComma = false }) => {
  const { refusal, warning } = numberLimits(field)
  return (text) => {
    const pointed = decimalComma ? text.replace(',', '.') : text
    const number = writtenNumber.test(pointed) ? Number(pointed) : NaN
    if (!Number.isFinite(number)) return notANumber
    return refusal(number) ?? read(String(number), warning(number))
  }
}

const ofInteger: ReaderOf = (field, context) => {
  const reader = ofFloat(field, context)
  return (text) => {
    const reading = reader(text)
    return reading.text && !Number.isSafeInteger(Number(reading.text)) ? notWhole : reading
  }
}

const notADay = readingError('value_date_invalid')

const ofDate: ReaderOf = (field, { today }) => {
  const { refusal, warning } = dayLimits(field, today)
  return (text) => {
    const day = readDay(text)
    return day === undefined ? notADay : (refusal(day) ?? read(day, warning(day)))
  }
}

const [yes, no, neither] = [read('true'), read('false'), readingError('value_boolean_invalid')]
/** D4; the accent of sì may come as a letter of its own. */
const answers = new Map<string, Reading>([
  ...['true', '1', 'sì', 'si', 'yes', 'vero'].map((text) => [text, yes] as const),
  ...['false', '0', 'no', 'falso'].map((text) => [text, no] as const),
])

const ofBoolean: ReaderOf = () => (text) => answers.get(text) ?? answers.get(text.normalize('NFC').toLowerCase()) ?? neither

const notListed = readingError('value_not_listed')

const idsOf = (field: Field, context: ReadingContext): ReadonlySet<string> => (field.lookup ? context.listed(field.lookup) : new Set())

const ofList: ReaderOf = (field, context) => {
  const readings = new Map([...idsOf(field, context)].map((id) => [id, read(id)]))
  return (text) => readings.get(text) ?? notListed
}

/** Most items of a multi-value field. */
const maxItems = 200
const notAList = readingError('value_multilist_invalid')
const tooManyItems = readingError('value_too_many_items', { max: maxItems })

const ofMultilist: ReaderOf = (field, context) => {
  const ids = idsOf(field, context)
  return (text) => {
    const items = readList(text)
    if (!items) return notAList
    const once = [...new Set(items)]
    if (once.length === 0) return read(null)
    if (once.length > maxItems) return tooManyItems
    return once.every((item) => ids.has(item)) ? read(JSON.stringify(once)) : notListed
  }
}

const readers = {
  string: ofString,
  integer: ofInteger,
  float: ofFloat,
  date: ofDate,
  boolean: ofBoolean,
  list: ofList,
  multilist: ofMultilist,
} satisfies Record<Kind, ReaderOf>

/** Which JSON values stand for which kind; anything else is refused. A list of texts stands for a multilist too. */
const jsonTypes = {
  string: ['string', 'number'],
  integer: ['string', 'number'],
  float: ['string', 'number'],
  date: ['string'],
  boolean: ['string', 'number', 'boolean'],
  list: ['string', 'number'],
  multilist: ['string'],
} satisfies Record<Kind, readonly ('string' | 'number' | 'boolean')[]>

const invalid = {
  string: readingError('value_text_invalid'),
  integer: notWhole,
  float: notANumber,
  date: notADay,
  boolean: neither,
  list: notListed,
  multilist: notAList,
} satisfies Record<Kind, Reading>

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const missing = readingError('value_required')
const nothing = read(null)

/** Makes the reader of a field. A required field refuses to be without value. */
export const readerOf = (field: Field, context: ReadingContext): ValueReader => {
  const readText = readers[field.kind](field, context)
  const empty = field.required ? missing : nothing
  const text = (raw: string): Reading => {
    const trimmed = raw.trim()
    return trimmed === '' ? empty : readText(trimmed)
  }
  const accepted: readonly string[] = jsonTypes[field.kind]
  const json = (value: unknown): Reading => {
    if (value === null || value === undefined) return empty
    if (field.kind === 'multilist' && Array.isArray(value)) return readText(JSON.stringify(value))
    return isScalar(value) && accepted.includes(typeof value) ? text(String(value)) : invalid[field.kind]
  }
  return { text, json }
}
