import { formatDay } from '../calendar.ts'
import type { Language } from '../language.ts'
import { getField, type FieldName } from './dictionary.ts'
import { formatMeasurement, formatUnit } from './units.ts'
import { missingReasonLabels, parseMissingCell } from './missing.ts'
import type { Value } from './values.ts'

/** The values of choices by reference table, with their names in one language. */
type Choices = Readonly<Record<string, readonly { readonly id: string; readonly name: string }[]>>
type Words = { readonly yes: string; readonly no: string; readonly none: string }

/** Returns a formatter for people: choices by name, numbers with their unit, missing values by their reason. */
export const createValueText =
  (choices: Choices, language: Language, words: Words) =>
  (name: FieldName, value: Value | undefined): string => {
    const { type, unit, referenceTable } = getField(name)
    const label = (id: string): string => choices[referenceTable ?? '']?.find((row) => row.id === id)?.name ?? id
    if (value === null || value === undefined) return words.none
    const reason = parseMissingCell(value)
    if (reason) return missingReasonLabels[reason][language]
    if (typeof value === 'boolean') return value ? words.yes : words.no
    if (typeof value === 'number') return [formatMeasurement(value, language), unit && formatUnit(unit, language)].filter(Boolean).join(' ')
    if (typeof value === 'object') return value.map((id) => `${id} ${label(id)}`).join(', ')
    if (type === 'date') return formatDay(value)
    return type === 'choice' ? label(value) : value
  }
