import { describe, expect, test } from 'vitest'
import { CLEAR } from '../table.ts'
import { read, refusal } from '../testing/tables.ts'

const csv = (text: string | Uint8Array, pieceBytes?: number) => read(text, { format: 'csv', ...(pieceBytes && { pieceBytes }) })

describe('a CSV', () => {
  test.each([
    ['commas', 'A,B\n1,2\n'],
    ['semicolons', 'A;B\n1;2\n'],
    ['CRLF', 'A,B\r\n1,2\r\n'],
    ['the line ends of old Macs', 'A,B\r1,2\r'],
    ['line ends of several kinds', 'A,B\r1,2\r\n\n'],
    ['no line end at its end', 'A,B\n1,2'],
    ['a byte order mark', '\ufeffA,B\n1,2\n'],
    ['quotes nobody needs', '"A","B"\n"1","2"\n'],
    ['blank lines before its header', '\r\n\nA,B\n1,2\n'],
  ])('is read with %s', async (_, text) => {
    expect(await csv(text)).toEqual({ columns: ['A', 'B'], rows: [{ row: 1, cells: { A: '1', B: '2' } }] })
  })

  test('keeps delimiters, doubled quotes and line ends within quotes', async () => {
    const { rows } = await csv('A,B\n"x, ""y""\r\nz",";"\n')
    expect(rows).toEqual([{ row: 1, cells: { A: 'x, "y"\r\nz', B: ';' } }])
  })

  test('finds the delimiter outside quotes of the header', async () => {
    expect((await csv('"A;1;2;3",B\n1,2\n')).columns).toEqual(['A;1;2;3', 'B'])
  })

  test('tells empty cells from those that clear, and takes one guard away (T27)', async () => {
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

  test('takes blank header cells whose columns are empty', async () => {
    expect(await csv('A,B,,\n1,2,,\n')).toEqual({ columns: ['A', 'B'], rows: [{ row: 1, cells: { A: '1', B: '2' } }] })
    expect(await refusal(csv('A,B,\n1,2,3\n'))).toEqual({ code: 'file_column_unnamed', row: 1, position: 3 })
  })
})

describe('T26: a CSV that is not sound is refused with its place', () => {
  test.each([
    ['a quote within a cell', 'A,B\n1,2\n1,2"3\n', { code: 'csv_quote', line: 3 }],
    ['text after a closing quote', 'A,B\n1,"2"3\n', { code: 'csv_quote', line: 2 }],
    ['a quote that never closes', 'A,B\n1,2\n"3,4\n5,6\n', { code: 'csv_quote', line: 3 }],
    ['a lone quote after a cell over two lines', 'A,B\n"1\n1",2\n1,"\n', { code: 'csv_quote', line: 4 }],
    ['a quote after a CRLF within quotes', 'A,B\r\n\r\n"1\r\n1",2\r\n1,"\r\n', { code: 'csv_quote', line: 5 }],
    ['a carriage return within a cell', 'A,B\n1\r1,2\n', { code: 'csv_cells', row: 1, line: 2, found: 1, expected: 2 }],
    ['too few cells', 'A,B\n1,2\n3\n', { code: 'csv_cells', row: 2, line: 3, found: 1, expected: 2 }],
    ['too many cells', 'A,B\n1,2,3\n', { code: 'csv_cells', row: 1, line: 2, found: 3, expected: 2 }],
    ['NUL', 'A,B\n1,2\0\n', { code: 'file_nul', row: 1 }],
  ])('%s', async (_, text, fault) => {
    expect(await refusal(csv(text))).toEqual(fault)
    expect(await refusal(csv(text, 1))).toMatchObject({ code: fault.code })
  })
})
