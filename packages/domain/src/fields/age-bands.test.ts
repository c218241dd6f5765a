import { expect, test } from 'vitest'
import { listAgeBands, listBandLimits } from './age-bands.ts'

test('the bands are in order of age and contain each age', () => {
  expect(listAgeBands(5)).toHaveLength(18)
  expect(listAgeBands(5).slice(0, 3)).toEqual(['0-4', '5-9', '10-14'])
  expect(listAgeBands(5).at(-1)).toBe('85+')
  expect(listAgeBands(10)).toEqual(['0-9', '10-19', '20-29', '30-39', '40-49', '50-59', '60-69', '70-79', '80+'])
  expect(listBandLimits(10)).toEqual([10, 20, 30, 40, 50, 60, 70, 80])
})
