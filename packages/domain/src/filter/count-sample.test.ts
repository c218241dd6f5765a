import { describe, expect, test } from 'vitest'
import { findSampleBound, findSampleRate, scaleCounts } from './count-sample.ts'

describe('the sample of a count', () => {
  test.each([
    [0, 1],
    [39_999, 1],
    [40_000, 2],
    [49_999, 2],
    [600_000, 60],
    [799_999, 60],
    [50_000, 5],
    [100_000, 10],
    [999_986, 80],
    [1_000_000, 100],
    [50_000_000, 100],
  ])('REQ-FIL-12: of %d patients one in %d is counted, at least 10,000', (patients, rate) => {
    expect(findSampleRate(patients)).toBe(rate)
  })

  test.each([
    [2, '80000000-0000-0000-0000-000000000000'],
    [50, '051eb851-0000-0000-0000-000000000000'],
    [100, '028f5c28-0000-0000-0000-000000000000'],
  ])('one pseudonym in %d is below %s', (rate, bound) => {
    expect(findSampleBound(rate)).toBe(bound)
  })

  test('REQ-FIL-12: rounded numbers are multiplied, and hidden ones stay hidden', () => {
    expect(
      scaleCounts(
        {
          visible: 600,
          steps: [
            { remaining: 550, removed: 50, unknown: null },
            { remaining: null, removed: null, unknown: null },
          ],
        },
        20,
      ),
    ).toEqual({
      visible: 12_000,
      steps: [
        { remaining: 11_000, removed: 1000, unknown: null },
        { remaining: null, removed: null, unknown: null },
      ],
    })
  })
})
