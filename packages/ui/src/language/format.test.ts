import { expect, it } from 'vitest'
import { showDate, showMeasurement, showMoment, showNumber } from './format.ts'

it('writes days and moments as dd/MM/yyyy', () => {
  expect(showDate('2001-04-03')).toBe('03/04/2001')
  expect(showMoment(new Date(2026, 10, 5, 9, 7).toISOString())).toBe('05/11/2026, 09:07')
})

it('writes numbers as the language does', () => {
  expect(showNumber(1234.5, 'it')).toBe('1.234,5')
  expect(showNumber(1234.5, 'en')).toBe('1,234.5')
})

it('writes measured values whole, with no thousands mark to be misread', () => {
  expect(showMeasurement(12403.0625, 'it')).toBe('12403,0625')
  expect(showMeasurement(12403.0625, 'en')).toBe('12403.0625')
  expect(showMeasurement(0.1, 'it')).toBe('0,1')
})
