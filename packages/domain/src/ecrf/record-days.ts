import type { FieldName } from '../fields/dictionary.ts'
import { parseMissingCell } from '../fields/missing.ts'
import type { PatientRecord } from '../fields/values.ts'
import type { ValueChange } from './history.ts'

/** A change, as a chart of a record needs it. */
export type ChartChange = Pick<ValueChange, 'field' | 'at' | 'new'>

/** The values after the last save of a day, and the fields that changed on it. */
export type RecordDay = { readonly day: string; readonly record: PatientRecord; readonly changed: ReadonlySet<FieldName> }

/** The day of a save in Italy, where the centres are. */
export const toItalianDay = (at: string): string => new Date(at).toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' })

/** The values of a record day by day, the oldest first. A reason of a missing value is no value (REQ-CRF-16). */
export const listDays = (changes: readonly ChartChange[]): readonly RecordDay[] => {
  const oldestFirst = changes.toSorted((one, other) => one.at.localeCompare(other.at))
  let record: PatientRecord = {}
  return [...Map.groupBy(oldestFirst, ({ at }) => toItalianDay(at))].map(([day, ofDay]) => {
    const values = ofDay.map(({ field, new: value }) => [field, parseMissingCell(value) === undefined ? value : null] as const)
    record = { ...record, ...Object.fromEntries(values) }
    return { day, record, changed: new Set(ofDay.map(({ field }) => field)) }
  })
}
