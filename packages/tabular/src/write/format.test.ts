import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import * as yauzl from 'yauzl'
import { read, catchTableError, createStream } from '../testing/tables.ts'
import type { OutputColumn } from './column.ts'
import { type FormatOptions, formatCopy } from './format.ts'
import { writeRows } from './rows.ts'
import { RowWriter } from './row-writer.ts'
import { columnLetters, sheetFormat, sheetRows } from './sheet.ts'

const columns: OutputColumn[] = [
  { name: 'ID', type: 'text' },
  { name: 'HB', type: 'number' },
  { name: 'MALE', type: 'boolean' },
  { name: 'BORN', type: 'date' },
]
/** Columns for a full sheet over four gigabytes. */
const wide: OutputColumn[] = [...columns, ...Array.from({ length: 96 }, (_, index) => ({ name: `C${index}`, type: 'text' as const }))]
const formula = '=HYPERLINK("http://x")'
const copy = `${formula}\t-5.50\tt\t2024-02-29\nè <&>\t\\N\t\\N\t\\N\nc\tNaN\tf\t1812-01-01\n`

const formatted = (options: FormatOptions, content = copy): Readable => Readable.from(formatCopy(createStream(content), options))

const readParts = async (workbook: Uint8Array): Promise<Record<string, string>> => {
  const zip = await yauzl.fromBufferPromise(Buffer.from(workbook))
  const parts: Record<string, string> = {}
  for await (const entry of zip.eachEntry()) parts[entry.fileName] = await text(await zip.openReadStreamPromise(entry))
  return parts
}

test('JSON is one object with success and rows, without nulls', async () => {
  const json = await text(formatted({ format: 'json', columns }))
  expect(json).toBe(
    '{ "success": true, "rows": [\n' +
      '{"ID":"=HYPERLINK(\\"http://x\\")","HB":-5.50,"MALE":true,"BORN":"2024-02-29"},\n' +
      '{"ID":"è <&>"},\n{"ID":"c","HB":"NaN","MALE":false,"BORN":"1812-01-01"}\n] }\n',
  )
  expect(JSON.parse(json)).toMatchObject({ success: true, rows: [{ HB: -5.5 }, {}, {}] })
  expect(JSON.parse(await text(formatted({ format: 'json', columns }, '')))).toEqual({ success: true, rows: [] })
})

test('XML has one row element per row, without nulls', async () => {
  const xml = await text(formatted({ format: 'xml', columns }))
  expect(xml).toContain('<row><ID>è &lt;&amp;&gt;</ID></row>\n')
  expect(xml.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<rows>\n<row>')).toBe(true)
  expect(() => new SaxesParser().write(xml).close()).not.toThrow()
})

test('control characters are removed from XML and XLSX and escaped in JSON', async () => {
  const content = 'a\u0001\u001bb\u007f\t\\N\t\\N\t\\N\n'
  for (const format of ['xml', 'xlsx'] as const) {
    expect((await read(await buffer(formatted({ format, columns }, content)), { format })).rows[0]?.cells['ID']).toBe('ab\u007f')
  }
  expect(JSON.parse(await text(formatted({ format: 'json', columns }, content))).rows[0].ID).toBe('a\u0001\u001bb\u007f')
})

describe.each([
  ['streamed', () => buffer(formatted({ format: 'xlsx', columns }))],
  ['streamed in the 64-bit form', () => buffer(formatted({ format: 'xlsx', columns: wide, expectedRows: sheetRows - 1 }))],
  ['small', async () => Buffer.from(await writeRows([[formula, -5.5, true, '2024-02-29']], columns, 'xlsx'))],
])('a workbook, %s', (_, write) => {
  test('has a bold, frozen header, widths and date cells', async () => {
    const parts = await readParts(await write())
    const sheet = parts['xl/worksheets/sheet1.xml'] ?? ''
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
    expect(sheet).toMatch(/<col min="4" max="4" width="12/)
    expect(sheet).toContain('<v>45351</v>')
    expect(parts['xl/styles.xml']).toContain('formatCode="dd/mm/yyyy"')
    expect(parts['xl/styles.xml']).toContain('<b/>')
    for (const part of Object.values(parts)) expect(() => new SaxesParser().write(part).close()).not.toThrow()
  })

  test('THREAT-27: text is never a formula, and a negative number stays a number', async () => {
    const file = await write()
    const sheet = (await readParts(file))['xl/worksheets/sheet1.xml'] ?? ''
    expect(sheet).not.toContain('<f')
    expect(sheet).toMatch(/<v>-5\.50?<\/v>/)
    const { rows } = await read(file, { format: 'xlsx' })
    expect(rows[0]?.cells).toEqual({ ID: formula, HB: '-5.5', MALE: 'true', BORN: '2024-02-29' })
  })
})

test('too many rows for a sheet are rejected, before the first byte if the number is known', async () => {
  const work = buffer(formatted({ format: 'xlsx', columns, expectedRows: sheetRows }))
  expect(await catchTableError(work)).toEqual({ code: 'xlsx_rows_too_many', limit: sheetRows - 1 })
  const sheet = new RowWriter(sheetFormat(columns))
  const lines = Buffer.from('\\N\n'.repeat(1000))
  expect(() => {
    for (let rows = 0; rows < sheetRows; rows += 1000) Array.from(sheet.rows(lines))
  }).toThrow('xlsx_rows_too_many')
})

test('columns have the letters of a spreadsheet', () => {
  expect([0, 25, 26, 51, 52, 701, 702, 16_383].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA', 'XFD'])
})

test('a COPY that ends within a row is an error', async () => {
  await expect(text(formatted({ format: 'json', columns }, 'a\t1\tt\t2024-01-01\nb\t2'))).rejects.toThrow('within a row')
})

test('an error of the source fails every format', async () => {
  for (const format of ['json', 'xml', 'xlsx'] as const) {
    const source = Readable.from(
      (async function* () {
        yield Buffer.from(copy)
        throw new Error('the database went away')
      })(),
    )
    await expect(buffer(Readable.from(formatCopy(source, { format, columns })))).rejects.toThrow('the database went away')
  }
})

describe('CSV', () => {
  test('has a byte order mark, a header, CRLF line ends and only necessary quotes', async () => {
    const content = 'a,b\t1\tt\t2024-02-29\n\\N\t\\N\tf\t\\N\nx\\ny\tNaN\t\\N\t\\N\n\t\\N\t\\N\t\\N\nsays "no"\t-1.5\t\\N\t\\N\n'
    expect((await buffer(formatted({ format: 'csv', columns }, content))).toString()).toBe(
      '\ufeffID,HB,MALE,BORN\r\n"a,b",1,true,2024-02-29\r\n,,false,\r\n"x\ny",NaN,,\r\n"",,,\r\n"says ""no""",-1.5,,\r\n',
    )
    expect((await buffer(formatted({ format: 'csv', columns: [{ name: 'A,B', type: 'text' }] }, ''))).toString()).toBe('\ufeff"A,B"\r\n')
  })

  test('THREAT-27: guards text that a spreadsheet could split or trim into a formula', async () => {
    const content = 'a;=1\t1\t\\N\t\\N\n＝1\t1\t\\N\t\\N\n =1\t1\t\\N\t\\N\n\\n=1\t1\t\\N\t\\N\n'
    const { rows } = await read(await text(formatted({ format: 'csv', columns: columns.slice(0, 2) }, content.replaceAll('\t\\N', ''))), {
      format: 'csv',
    })
    expect(rows.map(({ cells }) => cells['ID'])).toEqual(['a;=1', '＝1', ' =1', '\n=1'])
    const written = await text(formatted({ format: 'csv', columns }, content))
    expect(written).toContain("\r\n'a;'=1,1,,\r\n'＝1,1,,\r\n' =1,1,,\r\n\"'\n'=1\",1,,\r\n")
  })

  test('THREAT-27: guards only text that starts like a formula', async () => {
    const content =
      "=1\t-1\t\\N\t\\N\n+1\t1\t\\N\t\\N\n-1\t1\t\\N\t\\N\n@a\t1\t\\N\t\\N\n'=a\t1\t\\N\t\\N\n'a\t1\t\\N\t\\N\na=1-\t1\t\\N\t\\N\n"
    const rows = (await text(formatted({ format: 'csv', columns }, content))).split('\r\n').slice(1, -1)
    expect(rows.map((row) => row.split(',')[0])).toEqual(["'=1", "'+1", "'-1", "'@a", "''=a", "'a", 'a=1-'])
  })
})
