import { isFreeText, type Field } from '../fields/dictionary.ts'
import { roundByDraw } from '../access/small-groups.ts'

/** How the values of a field are counted: in intervals, one by one, or only as given (REQ-FIL-17). */
export type DistributionKind = 'intervals' | 'values' | 'given'

/** Notes are never listed: each is of one patient. */
export const getDistributionKind = (field: Field): DistributionKind => {
  if (isFreeText(field)) return 'given'
  return field.type === 'integer' || field.type === 'float' || field.type === 'date' ? 'intervals' : 'values'
}

/** The most intervals between the usual limits of a number. */
const maxIntervals = 12
/** From this ratio of the limits on, intervals grow with the values, as in ferritin. */
const wideRatio = 100

const oneTwoFive = [1, 2, 5]

/** The numbers 1, 2, 5, 10, 20 … between two limits. */
const listGrowingLimits = (from: number, to: number): readonly number[] => {
  const first = Math.floor(Math.log10(from))
  const powers = Array.from({ length: Math.ceil(Math.log10(to)) - first + 1 }, (_, index) => first + index)
  return powers.flatMap((power) => oneTwoFive.map((one) => toPrecise(one * 10 ** power))).filter((limit) => limit >= from && limit <= to)
}

/** Removes the rest of binary fractions, as of 3 × 0.1. */
const toPrecise = (number: number): number => Number(number.toPrecision(12))

const listEqualLimits = (from: number, to: number, isInteger: boolean): readonly number[] => {
  const smallest = (to - from) / maxIntervals
  const power = 10 ** Math.floor(Math.log10(smallest))
  const step = [...oneTwoFive, 10].map((one) => one * power).find((one) => one >= smallest) ?? smallest
  const width = isInteger ? Math.max(1, step) : step
  const first = Math.ceil(from / width)
  return Array.from({ length: Math.floor(to / width) - first + 1 }, (_, index) => toPrecise((first + index) * width))
}

const decades = Array.from({ length: 21 }, (_, index) => `${1900 + index * 10}-01-01`)

const listNumberLimits = ({ type, min = 0, max = 100, warnMin = min, warnMax = max }: Field): readonly number[] => {
  const [from, to] = [Number(warnMin), Number(warnMax)]
  return from > 0 && to / from >= wideRatio ? listGrowingLimits(from, to) : listEqualLimits(from, to, type === 'integer')
}

/**
 * The limits of the intervals of a field: numbers by its usual values, days by decade. They never depend on the values of patients, so they
 * reveal no smallest or largest value. Before the first and after the last limit is one interval more.
 */
export const listIntervalLimits = (field: Field): readonly (number | string)[] =>
  field.type === 'date' ? decades : listNumberLimits(field)

/** The patients with a value, or with an interval by its number. */
export type CountedValue = { readonly value: string; readonly patients: number }
/** The counts of a field. `missing` have no value, `withheld` have not given the consent to it. */
export type CountedField = { readonly values: readonly CountedValue[]; readonly missing: number; readonly withheld: number }

/** A number of patients; null if it would reveal a small group. */
export type ShownCount = number | null
export type ShownField = {
  readonly values: { value: string; patients: ShownCount }[]
  /** The patients with a value that is not listed: because it is rare, or beyond the most frequent ones. */
  readonly others: ShownCount
  readonly missing: ShownCount
  readonly withheld: ShownCount
}

/** The most values of a field that are listed one by one. */
export const maxListedValues = 15

/** A number from 0 to 1 for a cell. It is the same for the same patients, and unpredictable. */
export type Draw = (cell: string) => number

const sumPatients = (values: readonly CountedValue[]): number => values.reduce((sum, { patients }) => sum + patients, 0)

/** Rounds the counts of a field and hides small groups (REQ-FIL-17). A hidden value is not named, so that nobody learns that it occurs. */
export const showDistribution = (field: Field, { values, missing, withheld }: CountedField, draw: Draw): ShownField => {
  const show = (cell: string, count: number): ShownCount => roundByDraw(count, draw(`${field.name} ${cell}`))
  const rest = { missing: show('missing', missing), withheld: show('withheld', withheld) }
  if (getDistributionKind(field) === 'intervals') {
    const shown = Array.from({ length: listIntervalLimits(field).length + 1 }, (_, index) => {
      const patients = values.find(({ value }) => value === String(index))?.patients ?? 0
      return { value: String(index), patients: show(`value ${index}`, patients) }
    })
    return { values: shown, others: null, ...rest }
  }
  const rounded = values.map(({ value, patients }) => ({ value, patients: show(`value ${value}`, patients) }))
  const listed = rounded
    .filter(({ patients }) => patients !== null)
    .toSorted((a, b) => (b.patients ?? 0) - (a.patients ?? 0) || (a.value < b.value ? -1 : 1))
    .slice(0, maxListedValues)
  const names = new Set(listed.map(({ value }) => value))
  return { values: listed, others: show('others', sumPatients(values.filter(({ value }) => !names.has(value)))), ...rest }
}
