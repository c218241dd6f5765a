import type { FieldName } from './dictionary.ts'

/** The value of a field. Days are ISO texts, a choice is an id, several choices are a list of ids. `null` is no value. */
export type Value = string | number | boolean | readonly string[] | null

/** The values of one patient. An absent field is unknown, like `null`. */
export type PatientRecord = Readonly<Partial<Record<FieldName, Value>>>

/** The cell that clears a stored value; an empty cell keeps it. */
export const clearToken = String.raw`\N`

const isTexts = (list: unknown): list is string[] => Array.isArray(list) && list.every((item) => typeof item === 'string')

/** Parses a JSON list of texts. Returns `undefined` for other text. */
export const parseList = (text: string): readonly string[] | undefined => {
  try {
    const list: unknown = JSON.parse(text)
    return isTexts(list) ? list : undefined
  } catch {
    return undefined
  }
}

/** Returns the canonical text of a value, which files and staging tables use (REQ-IMP-03). `null` stays `null`. */
export const formatValue = (value: Value): string | null => {
  if (value === null) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
