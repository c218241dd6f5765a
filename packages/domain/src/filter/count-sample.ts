import type { ShownCounts } from './count-steps.ts'

/** A smaller area is counted whole. */
const minSampledArea = 40_000

/** The smallest sample. 95 of 100 of its numbers are off by at most 1 % of the patients of the area (1.96 × √(0.25 / 10,000)). */
const minSampleSize = 10_000

/** The steps of "one patient in …", by which numbers can be multiplied without a rest. Large areas have close ones, because larger samples take time. */
const sampleRates = [100, 80, 60, 50, 20, 10, 5, 2] as const

/** One patient in this many tells how large the area is. */
export const probeRate: number = sampleRates[0]

/**
 * Returns how many patients stand behind each counted one; 1 counts all. It depends on the size of the area and never on the conditions, so
 * two conditions are counted in the same sample and reveal no more by their difference than rounded numbers do (REQ-FIL-12).
 */
export const findSampleRate = (patients: number): number =>
  patients < minSampledArea ? 1 : (sampleRates.find((rate) => patients / rate >= minSampleSize) ?? 1)

/** The pseudonyms below the returned one are one in `rate`: their first 32 bits are random (RFC 9562). */
export const findSampleBound = (rate: number): string =>
  `${Math.floor(2 ** 32 / rate)
    .toString(16)
    .padStart(8, '0')}-0000-0000-0000-000000000000`

/** Multiplies the rounded numbers of a sample. A hidden number stays hidden. */
export const scaleCount = (count: number | null, rate: number): number | null => (count === null ? null : count * rate)

export const scaleCounts = ({ visible, steps }: ShownCounts, rate: number): ShownCounts => ({
  visible: scaleCount(visible, rate),
  steps: steps.map(({ remaining, removed, unknown }) => ({
    remaining: scaleCount(remaining, rate),
    removed: scaleCount(removed, rate),
    unknown: scaleCount(unknown, rate),
  })),
})
