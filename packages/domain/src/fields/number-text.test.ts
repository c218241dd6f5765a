import { expect, test } from 'vitest'
import { listReadings, parseNumberText } from './number-text.ts'

const inItalian = { decimalComma: true }

test.each(['1e3', '1e+05'])('an exponent is a number in files only: %s', (text) => {
  expect(parseNumberText(text, inItalian)).toEqual({ error: 'value_number_invalid' })
  expect(parseNumberText(text, { ...inItalian, exponents: true })).toEqual({ number: Number(text) })
})

test.each(['12.34,5', '1.2345,6', '1234.567,8', '1.234,5,6', '1,2.3', '1.234.567', ''])('%s is no number', (text) =>
  expect(parseNumberText(text, inItalian)).toEqual({ error: 'value_number_invalid' }),
)

test('a thousands sign needs a comma after it', () => {
  expect(parseNumberText('1.234,', inItalian)).toEqual({ number: 1234 })
  expect(parseNumberText('\u22121.234,5', inItalian)).toEqual({ number: -1234.5 })
})

test.each([
  ['1.200', '1200', '1,2'],
  ['\u221212.345', '-12345', '-12,345'],
  ['0.250', '250', '0,25'],
])('%s can be %s or %s', (text, whole, decimal) => expect(listReadings(text)).toEqual({ whole, decimal }))
