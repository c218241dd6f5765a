import { daysAfter, findItalianDay } from '../calendar.ts'
import { type FieldName, fields, getField } from '../fields/dictionary.ts'
import type { OwnRecordSource } from './own-record.ts'

/** The setting of REQ-PAT-31 with its default: for how many days patients do not read new clinical values. */
export const recordSettings = { record_delay_days: '0' } as const

/**
 * Returns the day in Italy from which a patient reads what the registry received at a moment, or null if the patient reads it today.
 * The moment counts and not the day of the sample, because the delay lets the centre explain a value after it has it.
 */
export const findReadableFrom = (receivedAt: string, delayDays: number, today: string): string | null => {
  if (delayDays === 0) return null
  const day = daysAfter(findItalianDay(Date.parse(receivedAt)), delayDays)
  return day > today ? day : null
}

/**
 * Takes the clinical values and reasons whose last change is newer than the delay out of a record. The value before does not come back,
 * because the patient would take it for the present one (REQ-PAT-31).
 */
export const delayNewValues = (source: OwnRecordSource, delayDays: number, today: string): OwnRecordSource => {
  const { values, missing, changes } = source
  const lastChanges = new Map(changes.map(({ field, at }) => [field, at]))
  const delayed = new Map<FieldName, string>()
  for (const [field, at] of lastChanges) {
    const isGiven = (values[field] ?? null) !== null || missing[field] !== undefined
    const day = isGiven && getField(field).table === 'patient_medical' ? findReadableFrom(at, delayDays, today) : null
    if (day !== null) delayed.set(field, day)
  }
  const takeReadable = <Entry>(entries: Readonly<Partial<Record<FieldName, Entry>>>): Readonly<Partial<Record<FieldName, Entry>>> =>
    Object.fromEntries(
      fields.flatMap(({ name }) => {
        const entry = entries[name]
        return entry === undefined || delayed.has(name) ? [] : [[name, entry] as const]
      }),
    )
  return { values: takeReadable(values), missing: takeReadable(missing), changes, delayed }
}
