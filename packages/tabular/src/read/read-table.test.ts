import { describe, expect, test } from 'vitest'
import { type TableFormat, tableFormats } from '../format.ts'
import type { KnownColumn } from '../table.ts'
import { readTable } from './read-table.ts'
import { read, catchTableError, createStream } from '../testing/tables.ts'
import { writeRows } from '../write/rows.ts'

const columns = [{ name: 'CENTER_ID', required: true }, { name: 'HB' }] as const

/** Writes the same table in each format. */
const writeTableFile = (names: readonly string[], rows: readonly (readonly string[])[], format: TableFormat) =>
  writeRows(
    rows,
    names.map((name) => ({ name, type: 'text' as const })),
    format,
  )

describe.each(tableFormats)('%s', (format) => {
  test('column names ignore letter case and appear as the known names', async () => {
    const table = await read(await writeTableFile(['center_id', 'hB'], [['C1', '10']], format), { format, columns })
    expect(table).toEqual({ columns: ['CENTER_ID', 'HB'], rows: [{ row: 1, cells: { CENTER_ID: 'C1', HB: '10' } }] })
  })

  const readBatches = async (file: Uint8Array, known: readonly KnownColumn[]) => {
    const batches = []
    for await (const batch of readTable(createStream(file), { format, columns: known })) batches.push(batch)
    return batches
  }

  test('REQ-IMP-04: an unknown column is ignored and named once', async () => {
    const file = await writeTableFile(
      ['CENTER_ID', 'Colour', 'HB', 'SHAPE'],
      [
        ['C1', 'red', '10', ''],
        ['C2', '', '11', 'round'],
      ],
      format,
    )
    const batches = await readBatches(file, [...columns, { name: 'shape', ignored: true }])
    expect(batches.at(-1)?.ignored).toEqual(['Colour', 'shape'])
    expect(await read(file, { format, columns })).toEqual({
      columns: ['CENTER_ID', 'HB'],
      rows: [
        { row: 1, cells: { CENTER_ID: 'C1', HB: '10' } },
        { row: 2, cells: { CENTER_ID: 'C2', HB: '11' } },
      ],
    })
  })

  test.each([
    ['HB', 'h_b'],
    ['CENTER_ID', 'CENTRE_ID'],
    ['CENTER_ID', 'CENTER-ID'],
  ])('REQ-IMP-04: a name near %s rejects the file and is named: %s', async (known, column) => {
    const file = await writeTableFile(['HB', 'CENTER_ID', column], [['10', 'C1', 'x']], format)
    expect(await catchTableError(read(file, { format, columns }))).toEqual({ code: 'file_column_near', column, known })
  })

  test('REQ-IMP-04: a file in which only the key is known is rejected', async () => {
    const file = await writeTableFile(['CENTER_ID', 'COLOUR'], [['C1', 'red']], format)
    const keyed = [{ name: 'CENTER_ID', required: true, key: true }, { name: 'HB' }]
    expect(await catchTableError(read(file, { format, columns: keyed }))).toEqual({ code: 'file_column_none', key: 'CENTER_ID' })
  })

  test('a look-alike of a known column is unknown (THREAT-26)', async () => {
    const file = await writeTableFile(['CENTER_ID', 'H\u0392'], [['C1', '10']], format)
    expect((await readBatches(file, columns)).at(-1)?.ignored).toEqual(['H\u0392'])
    const kelvin = await writeTableFile(['A', '\u212a'], [['1', '1']], format)
    expect((await readBatches(kelvin, [{ name: 'A' }, { name: 'K' }])).at(-1)?.ignored).toEqual(['\u212a'])
  })

  test('REQ-IMP-04: blanks are no value, and their rows count', async () => {
    const file = await writeTableFile(
      ['CENTER_ID', 'HB'],
      [
        [' ', '\u200B'],
        ['C1', '10'],
      ],
      format,
    )
    expect((await read(file, { format, columns })).rows).toEqual([{ row: 2, cells: { CENTER_ID: 'C1', HB: '10' } }])
  })

  test.each([
    ['a known', 'HB', 'HB', { columns }],
    ['a known', 'HB', 'hb', { columns }],
    ['any', 'COLOUR', 'Colour', {}],
  ])('%s column named twice rejects the file: %s and %s', async (_case, first, second, known) => {
    const file = await writeTableFile(['CENTER_ID', first, second], [['C1', '10', '11']], format)
    const code = format === 'json' ? 'json_duplicate_key' : 'file_column_duplicate'
    expect(await catchTableError(read(file, { format, ...known }))).toMatchObject({ code })
  })

  test('a missing required column rejects the file and is named', async () => {
    const file = await writeTableFile(['HB'], [['10']], format)
    expect(await catchTableError(read(file, { format, columns }))).toEqual({ code: 'file_column_missing', column: 'CENTER_ID' })
  })

  test('500 columns are accepted and 501 are rejected', async () => {
    const names = Array.from({ length: 501 }, (_, index) => `C${index}`)
    const row = names.map(String)
    expect((await read(await writeTableFile(names.slice(1), [row.slice(1)], format), { format })).columns.length).toBe(500)
    expect(await catchTableError(read(await writeTableFile(names, [row], format), { format }))).toEqual({
      code: 'file_columns_too_many',
      limit: 500,
    })
  })

  test('a cell of 32,767 characters is accepted; a longer one is rejected with row and column', async () => {
    const file = (length: number) =>
      writeTableFile(
        ['A', 'B'],
        [
          ['1', '2'],
          ['1', Array.from({ length }, (_, at) => at % 10).join('')],
        ],
        format,
      )
    expect((await read(await file(32_767), { format })).rows[1]?.cells['B']).toHaveLength(32_767)
    expect(await catchTableError(read(await file(32_768), { format }))).toEqual({
      code: 'file_cell_too_long',
      row: 2,
      column: 'B',
      limit: 32_767,
    })
  })

  test('rows up to the limit are accepted and one more is rejected', async () => {
    const rows = Array.from({ length: 11 }, (_, index) => [String(index)])
    const limits = { rows: 10 }
    expect((await read(await writeTableFile(['A'], rows.slice(1), format), { format, limits })).rows.length).toBe(10)
    expect(await catchTableError(read(await writeTableFile(['A'], rows, format), { format, limits }))).toEqual({
      code: 'file_rows_too_many',
      limit: 10,
    })
  })

  test('a file over the limit of bytes is rejected (THREAT-23)', async () => {
    const file = await writeTableFile(['A'], [['x'.repeat(100)]], format)
    expect(await catchTableError(read(file, { format, limits: { fileBytes: file.length - 1 } }))).toMatchObject({ code: 'file_too_large' })
    expect((await read(file, { format, limits: { fileBytes: file.length } })).rows.length).toBe(1)
  })

  test.each([
    ['', 'file_empty'],
    ['%PDF-1.7\n', 'file_format_mismatch'],
  ])('%j is rejected', async (content, code) => {
    expect(await catchTableError(read(content, { format }))).toMatchObject({ code })
  })

  // Blanks are no workbook, only an empty text file.
  const blank = format === 'xlsx' ? 'file_format_mismatch' : 'file_empty'
  test.each(['\ufeff', ' \r\n\n\t '])('%j is rejected', async (content) => {
    expect(await catchTableError(read(content, { format }))).toMatchObject({ code: blank })
  })

  test.each(tableFormats.filter((other) => other !== format))('a file of format %s is rejected as a mismatch', async (other) => {
    const file = await writeTableFile(['A', 'B'], [['1', '2']], other)
    expect(await catchTableError(read(file, { format }))).toEqual({ code: 'file_format_mismatch', format })
  })

  test('reading stops with the signal', async () => {
    const controller = new AbortController()
    controller.abort(new Error('enough'))
    const file = await writeTableFile(['A'], [['1']], format)
    await expect(read(file, { format, signal: controller.signal })).rejects.toThrow('enough')
  })
})

test.each(['csv', 'xlsx'] as const)('REQ-IMP-02: a title above the header of a %s rejects the file and is quoted', async (format) => {
  const file = await writeTableFile(
    ['Data of RM01 - March', ''],
    [
      ['CENTER_ID', 'HB'],
      ['C1', '10'],
    ],
    format,
  )
  expect(await catchTableError(read(file, { format, columns }))).toEqual({ code: 'file_header_unknown', text: 'Data of RM01 - March' })
})

test('decimal commas are allowed only if the delimiter is a semicolon', async () => {
  const commas = async (text: string) => {
    for await (const { decimalComma } of readTable(createStream(text), { format: 'csv' })) return decimalComma
  }
  expect(await commas('A;B\n1,5;2\n')).toBe(true)
  expect(await commas('A,B\n1.5,2\n')).toBe(false)
})
