import type { FieldName } from './dictionary.ts'
import type { FieldType } from './field-definition.ts'

/** What a field holds in memory: days are ISO texts, a list its id, a multilist its ids; `null` is no value. */
export type Value = string | number | boolean | readonly string[] | null

/** What is known of one patient; a field that is absent is unknown, as one that holds `null`. */
export type PatientRecord = Readonly<Partial<Record<FieldName, Value>>>

/** An empty cell leaves the stored value as it is; this one clears it (D4). */
export const clearToken = String.raw`\N`

/** What a cell of a file asks for, before its value is read (D4). `null` is what JSON's null and a cleared cell become. */
export const cellIntent = (cell: string | null): 'keep' | 'clear' | 'value' => {
  if (cell === null) return 'clear'
  const text = cell.trim()
  if (text === '') return 'keep'
  return text === clearToken ? 'clear' : 'value'
}

const keepText = (text: string): Value => text

const isTexts = (list: unknown): list is string[] => Array.isArray(list) && list.every((item) => typeof item === 'string')

/** The ids that a JSON list text holds; `undefined` when the text is no list of texts. */
export const parseList = (text: string): readonly string[] | undefined => {
  try {
    const list: unknown = JSON.parse(text)
    return isTexts(list) ? list : undefined
  } catch {
    return undefined
  }
}

const parsers = {
  string: keepText,
  integer: Number,
  float: Number,
  date: keepText,
  boolean: (text) => text === 'true',
  choice: keepText,
  choices: (text) => parseList(text) ?? null,
} satisfies Record<FieldType, (text: string) => Value>

/** The value that a canonical text stands for: the text that a reading answers, or that a file of ours holds. */
export const parseValue = (kind: FieldType, text: string | null): Value => (text === null ? null : parsers[kind](text))

/** The canonical text of a value, the same for every kind's files and staging tables (D4); `null` stays `null`. */
export const formatValue = (value: Value): string | null => {
  if (value === null) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
