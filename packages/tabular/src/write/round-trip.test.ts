import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldName } from '../near-name.ts'
import { type TableFormat, tableFormats } from '../format.ts'
import { read, createStream } from '../testing/tables.ts'
import type { OutputColumn } from './column.ts'
import { formatCopy } from './format.ts'
import type { Value } from './copy-rows.ts'
import { writeRows } from './rows.ts'

const columns: OutputColumn[] = [
  { name: 'CENTER_ID', type: 'text' },
  { name: 'NOTE', type: 'text' },
  { name: 'HB', type: 'number' },
  { name: 'MALE', type: 'boolean' },
  { name: 'BORN', type: 'date' },
  { name: 'LIST', type: 'text' },
]
type Row = [string, string | null, number | null, boolean | null, string | null, string | null]

const piece = fc.constantFrom(
  ...'ab è€𝒳=+-@\'"\\,;<>&_\t\r\n 0'.split(''),
  '\r\n',
  "'=",
  '""',
  ']]>',
  '&lt;',
  '_x000D_',
  'x0041_',
  '\\N',
  '\\t',
  '＝',
  ';=',
  '\n=',
  ' +',
)
const text = fc
  .array(piece, { minLength: 1, maxLength: 8 })
  .map((pieces) => pieces.join(''))
  .filter((words) => words !== '\\N' && words.isWellFormed())
/** A workbook keeps 15 digits. */
const largestNumber = 999_999_999_999_999
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, min: -largestNumber, max: largestNumber }).map((value) => (value === 0 ? 0 : value)),
)
const day = fc
  .date({ min: new Date('1890-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const list = fc.array(text, { maxLength: 3 }).map((items) => JSON.stringify(items))
const maybe = <Item>(item: fc.Arbitrary<Item>) => fc.option(item, { freq: 2 })
const anyRows = fc.array(fc.tuple(text, maybe(text), maybe(number), maybe(fc.boolean()), maybe(day), maybe(list)), { maxLength: 6 })

/** Formats a value as COPY text (PostgreSQL, COPY, "File Formats"). */
const copyEscapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\r': '\\r', '\n': '\\n' }
const formatCopyCell = (value: Value): string => {
  if (value === null) return '\\N'
  if (typeof value === 'boolean') return value ? 't' : 'f'
  return String(value).replace(/[\\\t\r\n]/g, (character) => copyEscapes[character] ?? '')
}
const copyText = (rows: readonly Row[]): string => rows.map((row) => `${row.map(formatCopyCell).join('\t')}\n`).join('')

const streamed = (rows: readonly Row[], format: TableFormat, pieceBytes: number): Promise<Buffer> =>
  buffer(Readable.from(formatCopy(createStream(copyText(rows), pieceBytes), { format, columns })))

/** Blanks alone are no value, and a row without a value is none (REQ-IMP-02). */
const hasValue = (row: Row): boolean => row.some((value) => value !== null && foldName(String(value)) !== '')

const toExpectedCells = (rows: readonly Row[]) =>
  rows.flatMap((row, index) =>
    hasValue(row)
      ? [
          {
            row: index + 1,
            cells: Object.fromEntries(row.flatMap((value, column) => (value === null ? [] : [[columns[column]!.name, String(value)]]))),
          },
        ]
      : [],
  )

describe.each(tableFormats)('THREAT-26, THREAT-27: reading %s returns what was written', (format) => {
  test('from COPY, in any pieces', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, fc.integer({ min: 1, max: 40 }), async (rows, pieceBytes) => {
        expect((await read(await streamed(rows, format, pieceBytes), { format, columns, pieceBytes: 1000 })).rows).toEqual(
          toExpectedCells(rows),
        )
      }),
      { numRuns: 300 },
    )
  })

  test('from a small table', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, async (rows) => {
        expect((await read(await writeRows(rows, columns, format), { format, columns })).rows).toEqual(toExpectedCells(rows))
      }),
      { numRuns: format === 'xlsx' ? 60 : 300 },
    )
  })
})
