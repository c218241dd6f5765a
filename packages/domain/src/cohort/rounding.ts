import { minGroupSize, roundCount } from '../access/small-groups.ts'

/** A number of patients; null if it is hidden. */
export type ShownCount = number | null

/** Display of the numbers of a cohort. */
export type Rounding = {
  readonly count: (count: number) => ShownCount
  /** Expected numbers, which are no whole ones. */
  readonly expected: (count: number) => number
}

/** For readers who may read the rows. */
export const exactRounding: Rounding = { count: (count) => count, expected: (count) => count }

/**
 * For readers who read no rows. Fewer than five are hidden, and other numbers and totals are the nearest multiple of five. Nobody is zero,
 * which names no group.
 */
export const protectedRounding: Rounding = {
  count: (count) => (count === 0 ? 0 : roundCount(count)),
  expected: (count) => Math.round(count / minGroupSize) * minGroupSize,
}
