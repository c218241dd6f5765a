import { describe, expect, test } from 'vitest'
import { chooseAxis, listYearStarts } from './axis.ts'
import type { Limits as BandLimits } from './timeline.ts'

type Limits = Pick<BandLimits, 'limits' | 'worse'>

const target = { limits: [9.5, 10.5], worse: 'outside' } as const satisfies Limits
const heart = { limits: [10, 20], worse: 'below' } as const satisfies Limits
const liver = { limits: [3, 7, 15], worse: 'above' } as const satisfies Limits
const bone = { limits: [-2.5, -1], worse: 'below' } as const satisfies Limits

describe('REQ-CRF-13: the axis of a chart shows the range that matters', () => {
  test.each<[string, readonly number[], Partial<Limits>, readonly number[]]>([
    ['haemoglobin around its target band', [8.3, 9.2, 10.3], target, [8, 9, 10, 11]],
    ['haemoglobin within its band', [9.6, 10.4], target, [9, 9.5, 10, 10.5, 11]],
    ['a good T2* with the zones below', [38, 39.3], heart, [0, 10, 20, 30, 40]],
    ['a low liver iron with the zones above', [4, 3.8], liver, [0, 5, 10, 15, 20]],
    ['a creatinine under its limit', [0.62, 0.65], { limits: [1.2], worse: 'above' }, [0.6, 0.8, 1, 1.2, 1.4]],
    ['a filtration above its limit, with a part of the zone', [109, 112], { limits: [60], worse: 'below' }, [40, 60, 80, 100, 120]],
    ['a value at the limit', [60, 100], { limits: [60], worse: 'below' }, [50, 60, 70, 80, 90, 100]],
    ['scores on both sides of zero', [-0.3, 0.9], bone, [-3, -2, -1, 0, 1]],
    ['scores below zero', [-3.1, -2.6], bone, [-4, -3, -2, -1]],
    ['doses without limits, which begin at zero', [30.6, 31.4], {}, [0, 10, 20, 30, 40]],
    ['one value of zero', [0], {}, [0, 1]],
    ['no value', [], {}, [0, 1]],
  ])('%s', (_, values, limits, ticks) => {
    expect(chooseAxis(values, limits)).toEqual(ticks)
  })
})

test.each([
  ['2022-03-04', '2026-11-24', ['2023-01-01', '2024-01-01', '2025-01-01', '2026-01-01']],
  ['2025-01-01', '2026-01-01', ['2025-01-01', '2026-01-01']],
  ['2025-11-24', '2026-11-24', ['2026-01-01']],
])('the years that begin between %s and %s', (first, last, starts) => {
  expect(listYearStarts(first, last)).toEqual(starts)
})
