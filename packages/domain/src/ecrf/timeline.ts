import type { FieldName } from '../fields/dictionary.ts'
import type { PatientRecord } from '../fields/values.ts'
import type { ValueChange } from './history.ts'

/**
 * The values that a record shows over time, with the limits of their usual bands in the unit of the field (REQ-CRF-13). Ferritin ranges
 * over powers of ten, so its axis is logarithmic.
 */
export const timelineFields = {
  FERRITIN_LAST: { limits: [500, 1000, 2500], axis: 'log' },
  HB_LAST: { limits: [9.5, 10.5], axis: 'linear' },
  LIC_LAST: { limits: [3, 7, 15], axis: 'linear' },
  T2_HEART_LAST: { limits: [10, 20], axis: 'linear' },
  CREATININE_LAST: { limits: [], axis: 'linear' },
} as const satisfies Readonly<Partial<Record<FieldName, { readonly limits: readonly number[]; readonly axis: 'linear' | 'log' }>>>
export type TimelineField = keyof typeof timelineFields
export const timelineFieldNames = Object.keys(timelineFields).filter((name): name is TimelineField => name in timelineFields)

/** The treatments on the same time line: their regimen, the date of their start, and the regimen that is none. */
export const treatments = {
  transfusion: { regimen: 'TT', start: 'TT_START', none: 'NEVER' },
  chelation: { regimen: 'ICT_TYPE', start: 'ICT_START', none: 'NONE' },
} as const satisfies Readonly<Record<string, { readonly regimen: FieldName; readonly start: FieldName; readonly none: string }>>
export type Treatment = keyof typeof treatments

type Change = Pick<ValueChange, 'field' | 'at' | 'new'>
export type TimelinePoint = { readonly day: string; readonly value: number }
/** A regimen from one day to another; without an end it continues. */
export type TreatmentPeriod = {
  readonly treatment: Treatment
  readonly regimen: string
  readonly from: string
  readonly to: string | undefined
}

/** The centres are in Italy. */
const toDay = (at: string): string => new Date(at).toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' })
const listOldestFirst = (changes: readonly Change[], field: FieldName): readonly Change[] =>
  changes.filter((change) => change.field === field).toSorted((one, other) => one.at.localeCompare(other.at))

/** The values of a field by the day on which they were recorded, the oldest first. The last value of a day counts. */
export const listPoints = (changes: readonly Change[], field: TimelineField): readonly TimelinePoint[] => {
  const byDay = new Map<string, TimelinePoint>()
  for (const { at, new: value } of listOldestFirst(changes, field)) {
    if (typeof value === 'number') byDay.set(toDay(at), { day: toDay(at), value })
    else byDay.delete(toDay(at))
  }
  return [...byDay.values()]
}

/** The regimens of a treatment, the oldest first. The first one begins at the start date of the record, if that is earlier. */
export const listPeriods = (changes: readonly Change[], record: PatientRecord, treatment: Treatment): readonly TreatmentPeriod[] => {
  const { regimen, start, none } = treatments[treatment]
  const recorded = listOldestFirst(changes, regimen)
  const started = record[start]
  return recorded.flatMap(({ at, new: value }, index) => {
    if (typeof value !== 'string' || value === none) return []
    const day = toDay(at)
    const isFirst = recorded.slice(0, index).every((earlier) => earlier.new === null || earlier.new === none)
    const from = isFirst && typeof started === 'string' && started < day ? started : day
    const next = recorded[index + 1]
    return [{ treatment, regimen: value, from, to: next && toDay(next.at) }]
  })
}

const yearMs = 365 * 86_400_000

/** The first day of the time line: that of the first value, and at least a year ago. An earlier treatment began before it. */
export const findFirstDay = (measured: readonly string[], today: string): string => {
  const yearAgo = new Date(Date.parse(today) - yearMs).toISOString().slice(0, 10)
  return [yearAgo, ...measured].reduce((first, day) => (day < first ? day : first))
}
