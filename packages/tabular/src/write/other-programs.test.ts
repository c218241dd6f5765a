import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import ExcelJs from 'exceljs'
import { readSheet } from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { createStream } from '../testing/tables.ts'
import type { OutputColumn } from './column.ts'
import { type FormatOptions, formatCopy } from './format.ts'
import { writeRows } from './rows.ts'
import { sheetRows } from './sheet.ts'

const columns: OutputColumn[] = [
  { name: 'ID', type: 'text' },
  { name: 'HB', type: 'number' },
  { name: 'MALE', type: 'boolean' },
  { name: 'BORN', type: 'date' },
  { name: 'NOTE', type: 'text' },
]
const rows = [
  ['a', -5.5, true, '2024-02-29', '=1+1'],
  [null, null, null, null, 'last'],
  [null, null, null, null, null],
  ['è <&>', null, false, null, ' a '],
  [null, 7, null, null, null],
]
/** In the text format of COPY. */
const copy =
  'a\t-5.50\tt\t2024-02-29\t=1+1\n\\N\t\\N\t\\N\t\\N\tlast\n\\N\t\\N\t\\N\t\\N\t\\N\nè <&>\t\\N\tf\t\\N\t a \n\\N\t7\t\\N\t\\N\t\\N\n'

const day = new Date('2024-02-29T00:00:00Z')
const said = [['ID', 'HB', 'MALE', 'BORN', 'NOTE'], ['a', -5.5, true, day, '=1+1'], ...rows.slice(1)]

/** Columns for a full sheet over four gigabytes, which needs the 64-bit ZIP form. */
const wide: OutputColumn[] = [...columns, ...Array.from({ length: 96 }, (_, index) => ({ name: `C${index}`, type: 'text' as const }))]

const streamed = (content: string, options: Omit<FormatOptions, 'format'>, pieceBytes?: number): Promise<Buffer> =>
  buffer(Readable.from(formatCopy(createStream(content, pieceBytes), { format: 'xlsx', ...options })))

const workbooks: [name: string, write: () => Promise<Buffer>][] = [
  ['a streamed workbook', () => streamed(copy, { columns })],
  ['a small workbook', async () => Buffer.from(await writeRows(rows, columns, 'xlsx'))],
]
const large = (): Promise<Buffer> => streamed(copy, { columns: wide, expectedRows: sheetRows - 1 })

/** Reads the cells of the first sheet with ExcelJS, one per column. */
const readWithExcelJs = async (file: Buffer): Promise<unknown[][]> => {
  const workbook = new ExcelJs.Workbook()
  await workbook.xlsx.load(new Uint8Array(file).buffer)
  const sheet = workbook.worksheets[0]
  return Array.from({ length: sheet?.rowCount ?? 0 }, (_, row) => columns.map((_column, index) => sheet?.getCell(row + 1, index + 1).value))
}

const readWithReadExcelFile = async (file: Buffer): Promise<unknown[][]> => {
  const read = await readSheet(file, { trim: false })
  return read.map((row) => columns.map((_column, index) => row[index] ?? null))
}

/** 1 January 1980, midnight, as MS-DOS date. */
const firstZipDate = 0x0021_0000
const localHeader = Buffer.from([0x50, 0x4b, 0x03, 0x04])

/** Returns the dates of the parts from the local headers of a ZIP. */
const partDates = (zip: Buffer): number[] => {
  const dates: number[] = []
  for (let at = zip.indexOf(localHeader); at >= 0; at = zip.indexOf(localHeader, at + 4)) dates.push(zip.readUInt32LE(at + 10))
  return dates
}

describe.each(workbooks)('%s', (_name, write) => {
  test.each([
    ['ExcelJS', readWithExcelJs],
    ['read-excel-file', readWithReadExcelFile],
  ])('opens in %s with all cells at their references', async (_program, open) => {
    expect(await open(await write())).toEqual(said)
  })

  test('has a fixed date, so the same data give the same bytes', async () => {
    const file = await write()
    expect(partDates(file)).toEqual(partDates(file).map(() => firstZipDate))
    expect((await write()).equals(file)).toBe(true)
  })
})

/** read-excel-file cannot open a streamed ZIP in the 64-bit form. */
test('a streamed workbook in the 64-bit form opens in ExcelJS with all cells', async () => {
  expect(await readWithExcelJs(await large())).toEqual(said)
})

test('the same data give the same bytes for any chunk sizes', async () => {
  const content = Array.from({ length: 4000 }, (_, index) => copy.replaceAll('last', `last ${index * 7919}`)).join('')
  const [whole, inPieces] = await Promise.all([streamed(content, { columns }), streamed(content, { columns }, 1013)])
  expect(whole.length).toBeGreaterThan(100_000)
  expect(inPieces.equals(whole)).toBe(true)
})
