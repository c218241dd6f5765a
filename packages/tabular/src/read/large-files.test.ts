import { describe, expect, test } from 'vitest'
import { readTable } from './read-table.ts'
import { collectRows, read, catchTableError, createStream } from '../testing/tables.ts'
import { writeWorkbook, workbookParts, type ZipPart, writeZip } from '../testing/zip.ts'

const csv = (text: string) => read(text, { format: 'csv', pieceBytes: 65_536 })

test('the header is checked before the first row and before the end of the file', async () => {
  let taken = 0
  const source = createStream(`CENTER_ID;CENTRE_ID\n${'C1;1\n'.repeat(1_000_000)}`, 65_536)
  source.on('data', (chunk: Buffer) => (taken += chunk.length))
  source.pause()
  expect(await catchTableError(collectRows(readTable(source, { format: 'csv', columns: [{ name: 'CENTER_ID' }] })))).toMatchObject({
    code: 'file_column_near',
  })
  expect(taken).toBeLessThan(500_000)
})

test('an unclosed quote is reported before the end of a large file', async () => {
  const text = `A,B\n"1,2\n${'3,4\n'.repeat(1_000_000)}`
  expect(await catchTableError(csv(text))).toEqual({ code: 'csv_quote', line: 2 })
})

test.each([
  ['a cell without end', `1,${'x'.repeat(2_100_000)}`, { code: 'file_row_too_long', row: 1, limit: 2_000_000 }],
  ['cells without end', ','.repeat(2_100_000), { code: 'file_row_too_long', row: 1, limit: 2_000_000 }],
  ['blank lines without end', '\n'.repeat(1_048_580), { code: 'file_rows_too_many', limit: 1_048_576 }],
])('%s pass a limit', async (_, body, detail) => {
  expect(await catchTableError(csv(`A,B\n${body}`))).toEqual(detail)
})

test.each([
  ['2,000,000 empty tags', `<rows>${'<row/>'.repeat(2_000_000)}</rows>`, 'file_rows_too_many'],
  ['a tag of ten million characters', `<rows><row a="${'x'.repeat(10_000_000)}`, 'xml_text_too_long'],
  ['a comment of ten million characters', `<rows><!-- ${'x'.repeat(10_000_000)}`, 'xml_text_too_long'],
  ['a text of ten million characters', `<rows><row><A>${'x'.repeat(10_000_000)}`, 'xml_text_too_long'],
])('THREAT-25: XML with %s is rejected', async (_, text, code) => {
  expect(await catchTableError(read(text, { format: 'xml', pieceBytes: 65_536 }))).toMatchObject({ code })
})

const inline = (words: string): string => `<c t="inlineStr"><is><t>${words}</t></is></c>`
const header = `<row r="1">${inline('A')}</row>`
const plain = { rows: `${header}<row><c><v>1</v></c></row>` }
const withPart = (part: ZipPart): Buffer => writeZip([...workbookParts(plain), part])
const zeros = (megabytes: number): Buffer => Buffer.alloc(megabytes * 1024 * 1024, ' ')

describe('THREAT-24: a workbook that unpacks to too much is rejected', () => {
  test.each([
    ['a bomb of one part', () => withPart({ name: 'x', content: zeros(20) }), 'xlsx_unpacks_too_large'],
    ['a sheet of many rows', () => writeWorkbook({ rows: header + '<row><c/></row>'.repeat(2_000_000) }), 'xlsx_unpacks_too_large'],
    ['a sheet of one long text', () => writeWorkbook({ rows: header + inline('x'.repeat(20_000_000)) }), 'xlsx_unpacks_too_large'],
    [
      'parts that unpack to too much together',
      () => writeZip(Array.from({ length: 60 }, (_, index) => ({ name: `x${index}`, content: zeros(4), stored: index === 0 }))),
      'xlsx_unpacks_too_large',
    ],
    [
      'a part larger than it declares',
      () =>
        writeZip(
          workbookParts(plain).map((part) =>
            part.name === 'xl/worksheets/second.xml' ? { ...part, content: zeros(20), declaredBytes: 1000 } : part,
          ),
        ),
      'xlsx_damaged',
    ],
    [
      '65,535 parts',
      () => writeZip(Array.from({ length: 65_535 }, (_, index) => ({ name: `x${index}`, content: '', stored: true }))),
      'xlsx_entries_too_many',
    ],
  ])('%s', async (_, build, code) => {
    const content = build()
    const before = process.memoryUsage().rss
    expect(await catchTableError(read(content, { format: 'xlsx' }))).toMatchObject({ code })
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
  })
})
