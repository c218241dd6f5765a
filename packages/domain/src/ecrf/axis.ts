import type { Limits } from './timeline.ts'

/** The steps of an axis, times a power of ten. */
const steps = [1, 2, 5, 10] as const
const leastSteps = 4

const findStep = (span: number): number => {
  const power = 10 ** Math.floor(Math.log10(span / leastSteps))
  return power * (steps.find((step) => step * power * leastSteps >= span) ?? 10)
}

/** Removes the error of binary fractions, as in 0.1 + 0.2. */
const trim = (value: number): number => Number(value.toPrecision(12))

/**
 * The marks of a linear axis, the first and the last of which are its ends. It shows all values, the limits and a part of the zone beyond
 * them (REQ-CRF-13). It begins at zero if the values come near it, and without limits. Otherwise the scale of a difference is unknown.
 */
export const chooseAxis = (
  values: readonly number[],
  { limits = [], worse }: Partial<Pick<Limits, 'limits' | 'worse'>>,
): readonly number[] => {
  const shown = [...values, ...limits]
  const most = Math.max(...shown)
  const least = Math.min(...shown)
  const isFromZero = limits.length === 0 || (least >= 0 && least < most / 2)
  const lowest = isFromZero ? Math.min(0, least) : least
  if (!(most > lowest)) return [0, 1]
  const step = findStep(most - lowest)
  let [from, to] = [Math.floor(trim(lowest / step)), Math.ceil(trim(most / step))]
  const [firstLimit = lowest, lastLimit = most] = [limits[0], limits.at(-1)]
  if (limits.length > 0 && worse !== 'above' && trim(from * step) >= firstLimit) from -= 1
  if (limits.length > 0 && worse !== 'below' && trim(to * step) <= lastLimit) to += 1
  return Array.from({ length: to - from + 1 }, (_, index) => trim((from + index) * step))
}

/** The first days of the years that begin within a time line. */
export const listYearStarts = (first: string, last: string): readonly string[] => {
  const [from, to] = [first, last].map((day) => Number(day.slice(0, 4)))
  if (from === undefined || to === undefined) return []
  return Array.from({ length: to - from + 1 }, (_, index) => `${from + index}-01-01`).filter((day) => day >= first && day <= last)
}
