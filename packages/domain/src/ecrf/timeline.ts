import type { FieldName } from '../fields/dictionary.ts'
import type { PatientRecord } from '../fields/values.ts'
import type { ChartChange, RecordDay } from './record-days.ts'

/** The names of the bands between the limits of a chart. */
export type Band =
  | ('no-overload' | 'mild' | 'moderate' | 'severe')
  | ('low' | 'medium' | 'usual' | 'high' | 'very-high')
  | ('below-target' | 'target' | 'above-target')
  | ('normal' | 'osteopenia' | 'osteoporosis')

/** The limits of a chart, the direction of worse values (or the target between two limits), and the bands from the least values on. */
export type Limits = {
  readonly limits: readonly number[]
  readonly worse: 'above' | 'below' | 'outside'
  readonly bands: readonly Band[]
}

/** The band of a value. A value at a limit is in the better band. */
export const findBand = ({ limits, worse, bands }: Limits, value: number): Band | undefined => {
  const isPassed = (limit: number, index: number): boolean =>
    worse === 'below' || (worse === 'outside' && index === 0) ? value >= limit : value > limit
  return bands[limits.filter(isPassed).length]
}

export type Axis = 'linear' | 'log'

/**
 * The values of a record over time, with the limits of their usual bands in the field's unit (REQ-CRF-13). Those of ALT and creatinine are
 * the common upper limits of adults.
 */
export const timelineFields = {
  LIC_LAST: { limits: [3, 7, 15], worse: 'above', bands: ['no-overload', 'mild', 'moderate', 'severe'] },
  T2_HEART_LAST: { limits: [10, 20], worse: 'below', bands: ['severe', 'moderate', 'no-overload'] },
  ALT_LAST: { limits: [40], worse: 'above', bands: ['usual', 'high'] },
  CREATININE_LAST: { limits: [1.2], worse: 'above', bands: ['usual', 'high'] },
  EGFR_LAST: { limits: [60], worse: 'below', bands: ['low', 'usual'] },
  FIBR_STIFFNESS: { limits: [7, 12.5], worse: 'above', bands: ['usual', 'high', 'very-high'] },
} as const satisfies Readonly<Partial<Record<FieldName, Limits>>>
export type TimelineField = keyof typeof timelineFields
export const timelineFieldNames = Object.keys(timelineFields).filter((name): name is TimelineField => name in timelineFields)

/** The analytes of which a record shows each year. Ferritin ranges over powers of ten. The band of haemoglobin is that of regular transfusion. */
export const yearlyAnalytes = {
  FERRITIN: { limits: [500, 1000, 2500], worse: 'above', bands: ['no-overload', 'mild', 'moderate', 'severe'], axis: 'log' },
  HB: { limits: [9.5, 10.5], worse: 'outside', bands: ['below-target', 'target', 'above-target'], axis: 'linear' },
} as const satisfies Readonly<Partial<Record<FieldName, Limits & { readonly axis: Axis }>>>
export type YearlyAnalyte = keyof typeof yearlyAnalytes

/** Whether the band of an analyte is the patient's. That of haemoglobin is the target of regular transfusion. */
export const hasBands = (analyte: string, { FENOTYPE: phenotype }: PatientRecord): boolean => analyte !== 'HB' || phenotype === 'TDT'

/** `result` is set if the day is that of the sample of a dated result; otherwise it is the day of recording. */
export type TimelineDataPoint = { readonly day: string; readonly value: number } & Pick<ChartChange, 'result'>
export type YearDataPoint = {
  readonly year: string
  readonly day: string
  /** Absent if one of the results is a limit (REQ-OBS-04). */
  readonly mean?: number
  readonly min: number
  readonly max: number
}

export const isNumber = (value: unknown): value is number => typeof value === 'number'

/** The values of a field by day, the oldest first. The last value of a day counts. */
export const listDataPoints = (days: readonly RecordDay[], field: FieldName): readonly TimelineDataPoint[] =>
  days.flatMap(({ day, record, changed }) => {
    const [value, change] = [record[field], changed.get(field)]
    return change && isNumber(value) ? [{ day, value, ...(change.result && { result: change.result }) }] : []
  })

/**
 * The mean, minimum and maximum of each year with values. Recorded statistics win over computed ones. A year is placed at its middle; the
 * current year is never placed in the future.
 */
export const listYears = (days: readonly RecordDay[], analyte: YearlyAnalyte, today: string): readonly YearDataPoint[] => {
  const years = [...Map.groupBy(days, ({ day }) => day.slice(0, 4))]
  return years.flatMap(([year, ofYear]) => {
    const list = (...fields: readonly FieldName[]) => fields.flatMap((field) => listDataPoints(ofYear, field))
    const listValues = (...fields: readonly FieldName[]) => list(...fields).map(({ value }) => value)
    const dataPoints = list(analyte, `${analyte}_LAST`)
    const values = dataPoints.map(({ value }) => value)
    const hasLimit = dataPoints.some(({ result }) => (result?.comparator ?? null) !== null)
    const computed = hasLimit || values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length
    const mean = listValues(`${analyte}_MEAN`).at(-1) ?? computed
    const known = mean === undefined ? values : [...values, mean]
    if (known.length === 0) return []
    const middle = `${year}-07-01`
    const min = Math.min(...listValues(`${analyte}_MIN`), ...known)
    const max = Math.max(...listValues(`${analyte}_MAX`), ...known)
    return [{ year, day: middle < today ? middle : today, ...(mean !== undefined && { mean }), min, max }]
  })
}

/** The length of the time line in years. Without a number it begins with the first value or treatment. */
export const timelinePeriods = { year: 1, five: 5, all: undefined } as const
export type TimelinePeriod = keyof typeof timelinePeriods
export const timelinePeriodNames = Object.keys(timelinePeriods).filter((name): name is TimelinePeriod => name in timelinePeriods)

const goBack = (today: string, years: number): string => {
  const day = `${Number(today.slice(0, 4)) - years}${today.slice(4)}`
  return day.endsWith('-02-29') ? day.replace('29', '28') : day
}

/** The first day of the time line. A period of years begins with its first value, and at least a year ago. */
export const findFirstDay = (
  period: TimelinePeriod,
  { measured, treated, today }: { readonly measured: readonly string[]; readonly treated: readonly string[]; readonly today: string },
): string => {
  const years = timelinePeriods[period]
  const earliest = years === undefined ? undefined : goBack(today, years)
  const days = (earliest === undefined ? [...measured, ...treated] : measured.filter((day) => day >= earliest)).toSorted()
  const [yearAgo, first] = [goBack(today, 1), days[0]]
  return first !== undefined && first < yearAgo ? first : yearAgo
}
