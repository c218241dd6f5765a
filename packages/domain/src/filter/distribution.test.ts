import { describe, expect, test } from 'vitest'
import { fields, getField } from '../fields/dictionary.ts'
import { getDistributionKind, listIntervalLimits, maxListedValues, showDistribution } from './distribution.ts'

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
  test('shows each interval', () => {
    const { values, missing, withheld } = showDistribution(getField('HB'), {
      values: [
        { value: '0', patients: 4 },
        { value: '3', patients: 23 },
      ],
      missing: 12,
      withheld: 0,
    })
    expect(values).toHaveLength(11)
    expect(values[0]).toEqual({ value: '0', patients: 4 })
    expect(values[3]).toEqual({ value: '3', patients: 23 })
    expect([missing, withheld]).toEqual([12, 0])
  })

  test('lists the most frequent values first, and the rest together', () => {
    const values = Array.from({ length: 40 }, (_, index) => ({ value: `V${index}`, patients: 10 + index * 5 }))
    const shown = showDistribution(getField('HOSPEDAL_CAUSES'), { values, missing: 0, withheld: 0 })
    expect(shown.values).toHaveLength(maxListedValues)
    expect(shown.values[0]).toEqual({ value: 'V39', patients: 205 })
    const rest = values.slice(0, 40 - maxListedValues).reduce((sum, { patients }) => sum + patients, 0)
    expect(shown.others).toBe(rest)
  })
})

test('REQ-FIL-25: age bands are in order of age', () => {
  const values = [
    { value: '10-14', patients: 9 },
    { value: '5-9', patients: 2 },
    { value: '85+', patients: 5 },
  ]
  const shown = showDistribution(getField('AGE_BAND'), { values, missing: 0, withheld: 1 })
  expect(shown.values.map(({ value }) => value)).toEqual(['5-9', '10-14', '85+'])
})
