import { isFreeText, type Field } from '../fields/dictionary.ts'

/** Counting of the values of a field: in intervals, one by one, or only as given. */
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

export type ShownField = {
  readonly values: { value: string; patients: number }[]
  /** The patients with a value that is not among the most frequent ones. */
  readonly others: number
  readonly missing: number
  readonly withheld: number
}

/** The most values of a field that are listed one by one. */
export const maxListedValues = 15

const sumPatients = (values: readonly CountedValue[]): number => values.reduce((sum, { patients }) => sum + patients, 0)

/** Arranges the counts of a field: all intervals, the codes in their order, or the most frequent values and the others together (REQ-FIL-17). */
export const showDistribution = (field: Field, { values, missing, withheld }: CountedField): ShownField => {
  if (getDistributionKind(field) === 'intervals') {
    const shown = Array.from({ length: listIntervalLimits(field).length + 1 }, (_, index) => {
      const value = String(index)
      return { value, patients: values.find((one) => one.value === value)?.patients ?? 0 }
    })
    return { values: shown, others: 0, missing, withheld }
  }
  if (field.codes) {
    const inOrder = field.codes.flatMap((code) => values.filter(({ value }) => value === code))
    return { values: inOrder.map(({ value, patients }) => ({ value, patients })), others: 0, missing, withheld }
  }
  const sorted = values.toSorted((a, b) => b.patients - a.patients || (a.value < b.value ? -1 : 1))
  return {
    values: sorted.slice(0, maxListedValues).map(({ value, patients }) => ({ value, patients })),
    others: sumPatients(sorted.slice(maxListedValues)),
    missing,
    withheld,
  }
}
