import { describe, expect, test } from 'vitest'
import { minDrawnCount, roundByDraw } from '../access/small-groups.ts'
import { fields, getField } from '../fields/dictionary.ts'
import { getDistributionKind, listIntervalLimits, maxListedValues, showDistribution, type Draw } from './distribution.ts'

const half: Draw = () => 0.5

describe('REQ-FIL-17: rounding by a draw', () => {
  test.each([
    [0, 0, null],
    [4, 0, null],
    [5, 0, null],
    [6, 0.1, 10],
    [6, 0.5, null],
    [9, 0.79, 10],
    [9, 0.8, null],
    [10, 0, 10],
    [11, 0.19, 15],
    [11, 0.2, 10],
    [14, 0.79, 15],
    [1003, 0.5, 1005],
  ])('%i with the draw %d shows as %s', (count, draw, shown) => {
    expect(roundByDraw(count, draw)).toBe(shown)
  })

  test('a shown number never stands for fewer than six patients, whatever the draw', () => {
    for (let count = 0; count < 40; count += 1)
      for (let draw = 0; draw < 1; draw += 0.01) {
        const shown = roundByDraw(count, draw)
        if (shown !== null) {
          expect(count).toBeGreaterThan(5)
          expect(shown).toBeGreaterThanOrEqual(minDrawnCount)
          expect(Math.abs(shown - count)).toBeLessThan(5)
        }
      }
  })

  test('two sets that differ by one patient show each pair of numbers in both directions', () => {
    const draws = Array.from({ length: 100 }, (_, index) => index / 100)
    const pairs = (count: number) =>
      new Set(draws.flatMap((one) => draws.map((other) => `${roundByDraw(count, one)} ${roundByDraw(count + 1, other)}`)))
    for (const count of [11, 12, 13, 21]) {
      const [low, high] = [Math.floor(count / 5) * 5, Math.floor(count / 5) * 5 + 5]
      expect([...pairs(count)].toSorted()).toEqual([`${low} ${high}`, `${low} ${low}`, `${high} ${low}`, `${high} ${high}`].toSorted())
    }
  })
})

describe('REQ-FIL-17: the intervals of a field', () => {
  test.each([
    ['HB', [6, 7, 8, 9, 10, 11, 12, 13, 14, 15]],
    ['FERRITIN', [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000]],
  ] as const)('%s', (name, limits) => {
    expect(listIntervalLimits(getField(name))).toEqual(limits)
  })

  test('are some, ascending, and within the limits of every number and day', () => {
    const counted = fields.filter((field) => getDistributionKind(field) === 'intervals')
    expect(counted.length).toBeGreaterThan(50)
    for (const field of counted) {
      const limits = listIntervalLimits(field)
      expect([field.name, limits.length > 0 && limits.length < 40]).toEqual([field.name, true])
      expect([field.name, limits]).toEqual([field.name, [...new Set(limits)].toSorted((a, b) => (a < b ? -1 : 1))])
    }
  })

  test('notes are only given or not', () => {
    expect(getDistributionKind(getField('GT_NOTE'))).toBe('given')
    expect(getDistributionKind(getField('center_code'))).toBe('values')
    expect(getDistributionKind(getField('SPLENECTOMY'))).toBe('values')
  })
})

describe('REQ-FIL-17: the distribution of a field', () => {
  test('shows each interval, and hides small groups', () => {
    const { values, missing, withheld } = showDistribution(
      getField('HB'),
      {
        values: [
          { value: '0', patients: 4 },
          { value: '3', patients: 23 },
        ],
        missing: 12,
        withheld: 0,
      },
      half,
    )
    expect(values).toHaveLength(11)
    expect(values[0]).toEqual({ value: '0', patients: null })
    expect(values[3]).toEqual({ value: '3', patients: 25 })
    expect([missing, withheld]).toEqual([10, null])
  })

  test('never names a value of a small group, and adds it to the others', () => {
    const shown = showDistribution(
      getField('GENOTYPE'),
      {
        values: [
          { value: 'RARE', patients: 3 },
          { value: 'RARER', patients: 4 },
          { value: 'B0_B0', patients: 40 },
        ],
        missing: 0,
        withheld: 0,
      },
      half,
    )
    expect(shown.values).toEqual([{ value: 'B0_B0', patients: 40 }])
    expect(shown.others).toBeNull()
  })

  test('lists the most frequent values first, and the rest together', () => {
    const values = Array.from({ length: 40 }, (_, index) => ({ value: `V${index}`, patients: 10 + index * 5 }))
    const shown = showDistribution(getField('HOSPEDAL_CAUSES'), { values, missing: 0, withheld: 0 }, half)
    expect(shown.values).toHaveLength(maxListedValues)
    expect(shown.values[0]).toEqual({ value: 'V39', patients: 205 })
    const rest = values.slice(0, 40 - maxListedValues).reduce((sum, { patients }) => sum + patients, 0)
    expect(shown.others).toBe(rest)
  })
})
