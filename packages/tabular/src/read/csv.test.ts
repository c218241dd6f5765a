import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../limits.ts'
import { CLEAR } from '../table.ts'
import { createStream, read, catchTableError } from '../testing/tables.ts'
import { CsvReader } from './csv.ts'
import { readTable } from './read-table.ts'
import { RowSink } from './rows.ts'

const csv = (text: string | Uint8Array, pieceBytes?: number) => read(text, { format: 'csv', ...(pieceBytes && { pieceBytes }) })

describe('a CSV', () => {
  test.each([
    ['commas', 'A,B\n1,2\n'],
    ['semicolons', 'A;B\n1;2\n'],
    ['CRLF', 'A,B\r\n1,2\r\n'],
    ['the line ends of old Macs', 'A,B\r1,2\r'],
    ['line ends of several kinds', 'A,B\r1,2\r\n\n'],
    ['no line end at its end', 'A,B\n1,2'],
    ['a row of blanks before its header', ' , \n"",\t\nA,B\n1,2\n'],
    ['a row of blanks and a blank line before its header', ' , \n\nA,B\n1,2\n'],
    ['a byte order mark', '\ufeffA,B\n1,2\n'],
    ['quotes around the first cell', '"A",B\n"1",2\n'],
    ['quotes around the last cell', 'A,"B"\n1,"2"'],
    ['quotes nobody needs', '"A","B"\n"1","2"\n'],
    ['blank lines before its header', '\r\n\nA,B\n1,2\n'],
  ])('is read with %s', async (_, text) => {
    const table = { columns: ['A', 'B'], rows: [{ row: 1, cells: { A: '1', B: '2' } }] }
    expect(await csv(text)).toEqual(table)
    expect(await csv(text, 1)).toEqual(table)
  })

  test('keeps delimiters, doubled quotes and line ends in quoted cells', async () => {
    const text = 'A,B,C\n1,"x, ""y""\r\nz",";"\n'
    const rows = [{ row: 1, cells: { A: '1', B: 'x, "y"\r\nz', C: ';' } }]
    expect((await csv(text)).rows).toEqual(rows)
    expect((await csv(text, 1)).rows).toEqual(rows)
  })

  test('finds the delimiter outside quotes of the header', async () => {
    expect((await csv('"A;1;2;3",B\n1,2\n')).columns).toEqual(['A;1;2;3', 'B'])
  })

  test('distinguishes empty cells from clearing ones and removes one guard (THREAT-27)', async () => {
    const { rows } = await csv("A,B,C,D,E\n,\\N,'=1+1,''-2,'plain\n")
    expect(rows).toEqual([{ row: 1, cells: { B: CLEAR, C: '=1+1', D: "'-2", E: "'plain" } }])
  })

  test('counts blank rows and does not deliver them', async () => {
    const { rows } = await csv('A,B\n1,2\n\n,\n3,4\n')
    expect(rows.map(({ row }) => row)).toEqual([1, 4])
  })

  test('with only a header has columns and no rows', async () => {
    expect(await csv('A,B\n')).toEqual({ columns: ['A', 'B'], rows: [] })
  })

  test('accepts blank header cells above empty columns', async () => {
    expect(await csv('A,B,,\n1,2,,\n')).toEqual({ columns: ['A', 'B'], rows: [{ row: 1, cells: { A: '1', B: '2' } }] })
  })

  test('a value under a blank header cell rejects its row and is named as in a spreadsheet', async () => {
    const rows: unknown[] = []
    for await (const batch of readTable(createStream('A,B,,\n1,2,,\n1,2,, check\n1,2,, \n'), { format: 'csv' })) rows.push(...batch.rows)
    expect(rows).toEqual([
      { number: 1, cells: ['1', '2'] },
      { number: 2, cells: ['1', '2'], problem: { problem: 'file_column_unnamed', params: { cell: 'D3' } } },
      { number: 3, cells: ['1', '2'] },
    ])
  })

  test.each([';', ','])('a line sep=%s of Excel is skipped, also in pieces and in quotes', async (delimiter) => {
    const body = `A${delimiter}B\r\n1${delimiter}2\r\n`
    for (const line of [`sep=${delimiter}\r\n`, `SEP=${delimiter}\n`, `"sep=${delimiter}"\r\n`])
      for (const pieceBytes of [1, 7, 5000])
        expect(await read(line + body, { format: 'csv', pieceBytes })).toEqual({
          columns: ['A', 'B'],
          rows: [{ row: 1, cells: { A: '1', B: '2' } }],
        })
  })

  test.each(['A,B\r\n1,2\r\n\u001A', 'A,B\r\n1,2\u001A', 'A,B\r\n1,2\r\n\u001A\r\n', 'A,B\r\n1,2\r\n\u001A \r\n'])(
    'a Ctrl-Z at the end is ignored: %j',
    async (text) => {
      expect((await csv(text)).rows).toEqual([{ row: 1, cells: { A: '1', B: '2' } }])
    },
  )

  test.each([
    ['tabs', 'A\tB\r\n1,5\t2\r\n', 'tab'],
    ['tabs, said in a first line', 'sep=\t\r\nA\tB\r\n', 'tab'],
    ['bars', 'A|B\r\n1|2\r\n', '|'],
  ])('columns separated by %s are named', async (_case, text, delimiter) => {
    expect(await catchTableError(csv(text))).toEqual({ code: 'csv_delimiter', delimiter })
  })

  test('a tab within a name is no delimiter if there are commas', async () => {
    expect((await csv('A\tx,B\n1,2\n')).columns).toEqual(['A\tx', 'B'])
  })
})

describe('THREAT-26: an invalid CSV is rejected with the place of the error', () => {
  test.each([
    ['a quote within a cell', 'A,B\n1,2\n1,2"3\n', { code: 'csv_quote', line: 3 }],
    ['text after a closing quote', 'A,B\n1,"2"3\n', { code: 'csv_quote', line: 2 }],
    ['text between an empty quoted cell and a quote', 'A,B,C\n1,""3"\n', { code: 'csv_quote', line: 2 }],
    ['a quote that never closes', 'A,B\n1,2\n"3,4\n5,6\n', { code: 'csv_quote', line: 3 }],
    ['a lone quote after a cell over two lines', 'A,B\n"1\n1",2\n1,"\n', { code: 'csv_quote', line: 4 }],
    ['a quote after a CRLF within quotes', 'A,B\r\n\r\n"1\r\n1",2\r\n1,"\r\n', { code: 'csv_quote', line: 5 }],
    ['a carriage return within a cell', 'A,B\n1\r1,2\n', { code: 'csv_cells', row: 1, line: 2, found: 1, expected: 2 }],
    ['too few cells', 'A,B\n1,2\n3\n', { code: 'csv_cells', row: 2, line: 3, found: 1, expected: 2 }],
    ['too many cells', 'A,B\n1,2,3\n', { code: 'csv_cells', row: 1, line: 2, found: 3, expected: 2 }],
    ['NUL', 'A,B\n1,2\0\n', { code: 'file_nul', row: 1 }],
  ])('%s', async (_, text, detail) => {
    expect(await catchTableError(csv(text))).toEqual(detail)
    expect(await catchTableError(csv(text, 1))).toMatchObject({ code: detail.code })
  })
})

describe('the delimiter', () => {
  test.each([
    ['more semicolons than commas in the header', 'A;B,C;D\n1;2;3\n', ['A', 'B,C', 'D']],
    ['more commas than semicolons', 'A,B;C,D\n1,2,3\n', ['A', 'B;C', 'D']],
    ['as many of both', 'A,B;C\n', ['A', 'B;C']],
    ['other signs in the rows, after LF', 'A;B\n1,1,1;2\n', ['A', 'B']],
    ['other signs in the rows, after CR', 'A;B\r1,1,1;2\r', ['A', 'B']],
    ['line ends within quotes', '"A\n,,,";B\n1;2\n', ['A\n,,,', 'B']],
    ['no line end at all', 'A;B', ['A', 'B']],
    ['a header that goes on and on', `A;${'x'.repeat(70_000)};B\n1;2;3\n`, ['A', 'x'.repeat(70_000), 'B']],
  ])('is found with %s', async (_, text, columns) => {
    expect((await csv(text)).columns).toEqual(columns)
    expect((await csv(text, 1000)).columns).toEqual(columns)
  })
})

describe('THREAT-24, THREAT-25: the buffer of a CSV', () => {
  const x = (count: number): string => 'x'.repeat(count)
  const inPieces = async (...texts: readonly string[]) => {
    const sink = new RowSink(undefined, { ...defaultLimits, rowCharacters: 100, rows: 4 })
    const reader = new CsvReader(sink)
    for (const text of texts) await reader.write(text)
    await reader.end()
    return sink.take().rows
  }

  test('holds one row of limited length, for any number of rows', async () => {
    const start = `1,${x(40)}`
    expect(await inPieces('A,B\n', start, x(50), '\n', start, x(50), '\n1,2\n')).toHaveLength(3)
    const tooLong = { code: 'file_row_too_long', limit: 100 }
    expect(await catchTableError(inPieces(`A,B\n${start}`, x(60), x(41)))).toEqual({ ...tooLong, row: 1 })
    expect(await catchTableError(inPieces(`A,B\n1,2\n\n${start}`, x(60), x(41)))).toEqual({ ...tooLong, row: 3 })
    expect((await inPieces(`A,B\n${start}`, x(50), x(8)))[0]?.cells[1]).toHaveLength(98)
    expect(await catchTableError(inPieces(`A,B\n${start}`, x(50), x(9)))).toEqual({ ...tooLong, row: 1 })
  })

  test.each(['\r', '\r\n'])('holds one row with the line end %j', async (lineEnd) => {
    const rows = Array.from({ length: 4 }, () => `1,${x(40)}${lineEnd}`)
    expect(await inPieces(`A,B${lineEnd}`, ...rows)).toHaveLength(4)
  })

  test('holds one cell: an unclosed quote is reported with its line', async () => {
    expect(await catchTableError(inPieces(`A,B\n1,2\n"3,\n${x(40)}`, x(60), x(41)))).toEqual({ code: 'csv_quote', line: 3 })
  })

  test('holds no blank rows, and each one counts', async () => {
    expect(await inPieces('A,B\n', '\n\n\n', '1,2\n')).toEqual([{ number: 4, cells: ['1', '2'] }])
    expect(await inPieces('A,B\n', '\n'.repeat(50), '1,2\n')).toEqual([{ number: 51, cells: ['1', '2'] }])
  })

  test('holds a header that arrives in pieces until its delimiter is known', async () => {
    expect(await inPieces('A', ';B', '\n1;2\n')).toEqual([{ number: 1, cells: ['1', '2'] }])
  })

  test('is empty after an error', async () => {
    const reader = new CsvReader(new RowSink(undefined, defaultLimits))
    expect(await catchTableError(reader.write(`A,B\n1,2,3\n${'1,2\n'.repeat(50)}`))).toMatchObject({ code: 'csv_cells', row: 1 })
  })
})

test('an error names the row and the line, including blank ones', async () => {
  expect(await catchTableError(csv('A,B\n1,2\n\n\n1,2,3\n'))).toEqual({ code: 'csv_cells', row: 4, line: 5, found: 3, expected: 2 })
})

test.each([',\n', ' ,\t\n', '""\n'])('%j has no header', async (text) => {
  expect(await catchTableError(csv(text))).toEqual({ code: 'file_empty' })
})
