import { describe, expect, test } from 'vitest'
import { writeWorkbook } from '../../testing/zip.ts'
import { read } from '../../testing/tables.ts'
import { parseFormatCode, formatSerialDate } from './dates.ts'

/** Reads 1.5 under built-in number formats (ECMA-376, 18.8.30). */
const readWithFormats = async (ids: readonly number[]): Promise<readonly unknown[]> => {
  const styles = `<cellXfs>${ids.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`
  const cells = ids.map((_, style) => `<c s="${style}"><v>1.5</v></c>`).join('')
  const names = ids.map((id) => `<c t="str"><v>F${id}</v></c>`).join('')
  const { rows } = await read(writeWorkbook({ styles, rows: `<row>${names}</row><row>${cells}</row>` }), { format: 'xlsx' })
  return ids.map((id) => rows[0]?.cells[`F${id}`])
}

describe('built-in number formats', () => {
  const numbers = [0, 1, 13, 23, 26, 37, 44, 48, 49, 59, 164]
  const days = [14, 15, 16, 17, 22, 27, 28, 30, 31, 36, 50, 54, 58]
  const times = [18, 19, 20, 21, 32, 33, 34, 35, 45, 46, 47]

  test('mean numbers, dates or times', async () => {
    expect(await readWithFormats(numbers)).toEqual(numbers.map(() => '1.5'))
    expect(await readWithFormats(days)).toEqual(days.map(() => '1900-01-01T12:00:00'))
    expect(await readWithFormats(times)).toEqual(times.map(() => '1900-01-01T12:00:00'))
  })
})

test.each([
  ['General', 'number'],
  ['general;@', 'number'],
  ['0.00', 'number'],
  ['#,##0 "days"', 'number'],
  ['0"d";yyyy', 'number'],
  ['[Red]0', 'number'],
  ['0_d', 'number'],
  ['0*y', 'number'],
  ['0\\d', 'number'],
  ['dd/mm/yyyy', 'date'],
  ['D', 'date'],
  ['YY', 'date'],
  ['mmm', 'date'],
  ['M', 'date'],
  ['"d"yyyy', 'date'],
  ['hh:mm', 'time'],
  ['H', 'time'],
  ['mm:ss', 'time'],
  ['S', 'time'],
  ['[h]:mm', 'time'],
  ['[MM]', 'time'],
  ['[ss].0', 'time'],
  ['[Magenta]0', 'number'],
  ['[$-409]0', 'number'],
  ['"[h]"0', 'number'],
  ['dd hh', 'date'],
] as const)('the format code %s means a %s', (code, meaning) => {
  expect(parseFormatCode(code)).toBe(meaning)
})

describe('a spreadsheet’s number', () => {
  test.each([
    [0, 'date', false, '1900-01-00'],
    [0, 'time', false, '00:00:00'],
    [0.5, 'time', false, '12:00:00'],
    [0.5, 'date', false, '1900-01-00T12:00:00'],
    [0.999999, 'time', false, '1900-01-01'],
    [1, 'time', false, '1900-01-01'],
    [1.25, 'time', false, '1900-01-01T06:00:00'],
    [59, 'date', false, '1900-02-28'],
    [60, 'date', false, '1900-02-29'],
    [60.5, 'date', false, '1900-02-29T12:00:00'],
    [61, 'date', false, '1900-03-01'],
    [2_958_465, 'date', false, '9999-12-31'],
    [2_958_466, 'date', false, '2958466'],
    [-0.5, 'date', false, '-0.5'],
    [0, 'date', true, '1904-01-01'],
    [60, 'date', true, '1904-03-01'],
    [45_351 + 1 / 86_400, 'date', false, '2024-02-29T00:00:01'],
  ] as const)('%d as a %s, from 1904 %s, is %s', (value, meaning, from1904, text) => {
    expect(formatSerialDate(value, meaning, from1904)).toBe(text)
  })
})
