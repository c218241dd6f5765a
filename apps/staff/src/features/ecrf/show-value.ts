import type { RecordChoices } from '@registry/api-contract/ecrf'
import { getField, type FieldName } from '@registry/domain/fields/dictionary'
import { formatUnit } from '@registry/domain/fields/units'
import type { Value } from '@registry/domain/fields/values'
import type { Language } from '@registry/domain/language'
import { showDate, showMeasurement } from '@registry/ui/language/format.ts'

type Words = { readonly yes: string; readonly no: string; readonly none: string }

/** Returns a function that shows a value of a field as a person reads it: a choice by its name, a number with its unit. */
export const createValueText =
  (choices: RecordChoices, language: Language, words: Words) =>
  (name: FieldName, value: Value | undefined): string => {
    const { type, unit, referenceTable } = getField(name)
    const label = (id: string): string => choices[referenceTable ?? '']?.find((row) => row.id === id)?.name ?? id
    if (value === null || value === undefined) return words.none
    if (typeof value === 'boolean') return value ? words.yes : words.no
    if (typeof value === 'number') return [showMeasurement(value, language), unit && formatUnit(unit, language)].filter(Boolean).join(' ')
    if (typeof value === 'object') return value.map((id) => `${id} ${label(id)}`).join(', ')
    if (type === 'date') return showDate(value)
    return type === 'choice' ? label(value) : value
  }
