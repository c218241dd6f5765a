import { expect, it } from 'vitest'
import { showDate, showMoment, showNumber } from './format.ts'

it('formats days and moments as dd/MM/yyyy', () => {
  expect(showDate('2001-04-03')).toBe('03/04/2001')
  expect(showMoment(new Date(2026, 10, 5, 9, 7).toISOString())).toBe('05/11/2026, 09:07')
})

it('formats numbers in the style of the language', () => {
  expect(showNumber(1234.5, 'it')).toBe('1.234,5')
  expect(showNumber(1234.5, 'en')).toBe('1,234.5')
})
