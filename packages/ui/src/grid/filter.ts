import { parseTypedNumber } from '@registry/domain/fields/number-text'
import type { Language } from '@registry/domain/language'
import type { GridField } from './column.ts'
import type { GridBlank, GridFilter } from './view.ts'

const blankChecks: Record<GridBlank, (field: GridField, row: number) => boolean> = {
  filled: (field, row) => field.value(row) !== null,
  empty: (field, row) => field.value(row) === null && field.isWithheld?.(row) !== true,
  withheld: (field, row) => field.isWithheld?.(row) === true,
}

const isWithinDays = (day: string, { from, to }: GridFilter): boolean =>
  (from === undefined || day >= from) && (to === undefined || day <= to)

const isWithinNumbers = (number: number, { from, to }: GridFilter): boolean =>
  (from === undefined || number >= Number(from)) && (to === undefined || number <= Number(to))

const isWithin = (field: GridField, row: number, filter: GridFilter): boolean => {
  const value = field.value(row)
  if (value === null) return false
  return typeof value === 'number' ? isWithinNumbers(value, filter) : isWithinDays(String(value).slice(0, 10), filter)
}

/** True if a cell meets the filter of its column. An empty cell meets no limit and no value. */
export const meetsFilter = (field: GridField, row: number, filter: GridFilter): boolean =>
  (filter.blank === undefined || blankChecks[filter.blank](field, row)) &&
  (filter.values === undefined || filter.values.includes(field.text(row))) &&
  (filter.text === undefined || field.text(row).toLowerCase().includes(filter.text.toLowerCase())) &&
  ((filter.from === undefined && filter.to === undefined) || isWithin(field, row, filter))

/** Reads a typed number as the text of a limit. */
export const parseLimit = (typed: string, language: Language): string | undefined => {
  const number = parseTypedNumber(typed, { decimalComma: language === 'it' })
  return typeof number === 'number' ? String(number) : undefined
}

export type ValueCount = { readonly value: string; readonly count: number }

/** The different texts of a column with their numbers of rows, in alphabetical order. */
export const countValues = (field: GridField, rowCount: number, compare: (a: string, b: string) => number): readonly ValueCount[] => {
  const counts = new Map<string, number>()
  for (let row = 0; row < rowCount; row += 1) {
    const text = field.text(row)
    if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return [...counts].map(([value, count]) => ({ value, count })).toSorted((a, b) => compare(a.value, b.value))
}
