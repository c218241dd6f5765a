import type { FieldName } from '../fields/dictionary.ts'
import type { RecordDay } from './record-days.ts'

/** Marks of the limits of a chart: the values beyond each one are worse, or those between two are the target. */
export type Limits = { readonly limits: readonly number[]; readonly worse: 'above' | 'below' | 'outside' }
export type Axis = 'linear' | 'log'

/**
 * The values of a record over time, with the limits of their usual bands in the field's unit (REQ-CRF-13). Those of ALT and creatinine are
 * the common upper limits of adults.
 */
export const timelineFields = {
  LIC_LAST: { limits: [3, 7, 15], worse: 'above' },
  T2_HEART_LAST: { limits: [10, 20], worse: 'below' },
  ALT_LAST: { limits: [40], worse: 'above' },
  CREATININE_LAST: { limits: [1.2], worse: 'above' },
  EGFR_LAST: { limits: [60], worse: 'below' },
  FIBR_STIFFNESS: { limits: [7, 12.5], worse: 'above' },
} as const satisfies Readonly<Partial<Record<FieldName, Limits>>>
export type TimelineField = keyof typeof timelineFields
export const timelineFieldNames = Object.keys(timelineFields).filter((name): name is TimelineField => name in timelineFields)

/** The analytes of which a record shows each year. Ferritin ranges over powers of ten. The band of haemoglobin is that of regular transfusion. */
export const yearlyAnalytes = {
  FERRITIN: { limits: [500, 1000, 2500], worse: 'above', axis: 'log' },
  HB: { limits: [9.5, 10.5], worse: 'outside', axis: 'linear' },
} as const satisfies Readonly<Partial<Record<FieldName, Limits & { readonly axis: Axis }>>>
export type YearlyAnalyte = keyof typeof yearlyAnalytes

export type TimelineDataPoint = { readonly day: string; readonly value: number }
export type YearDataPoint = TimelineDataPoint & { readonly year: string; readonly min: number; readonly max: number }

export const isNumber = (value: unknown): value is number => typeof value === 'number'

/** The values of a field by the day on which they were recorded, the oldest first. The last value of a day counts. */
export const listDataPoints = (days: readonly RecordDay[], field: FieldName): readonly TimelineDataPoint[] =>
  days.flatMap(({ day, record, changed }) => {
    const value = record[field]
    return changed.has(field) && isNumber(value) ? [{ day, value }] : []
  })

/**
 * The mean, minimum and maximum of each year with values. Recorded statistics win over computed ones. A year is placed at its middle; the
 * current year is never placed in the future.
 */
export const listYears = (days: readonly RecordDay[], analyte: YearlyAnalyte, today: string): readonly YearDataPoint[] => {
  const years = [...Map.groupBy(days, ({ day }) => day.slice(0, 4))]
  return years.flatMap(([year, ofYear]) => {
    const list = (...fields: readonly FieldName[]) => fields.flatMap((field) => listDataPoints(ofYear, field).map(({ value }) => value))
    const values = list(analyte, `${analyte}_LAST`)
    const mean = list(`${analyte}_MEAN`).at(-1) ?? values.reduce((sum, value) => sum + value, 0) / values.length
    if (Number.isNaN(mean)) return []
    const middle = `${year}-07-01`
    const [least, most] = [
      [...list(`${analyte}_MIN`), ...values, mean],
      [...list(`${analyte}_MAX`), ...values, mean],
    ] as const
    return [{ year, day: middle < today ? middle : today, value: mean, min: Math.min(...least), max: Math.max(...most) }]
  })
}

const yearMs = 365 * 86_400_000

/** The first day of the time line: that of the first value, and at least a year ago. An earlier treatment began before it. */
export const findFirstDay = (measured: readonly string[], today: string): string => {
  const yearAgo = new Date(Date.parse(today) - yearMs).toISOString().slice(0, 10)
  return [yearAgo, ...measured].reduce((first, day) => (day < first ? day : first))
}
