import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../limits.ts'
import { CLEAR } from '../table.ts'
import { catchTableError } from '../testing/tables.ts'
import { foldName } from '../near-name.ts'
import { Columns } from './columns.ts'
import { RowSink } from './rows.ts'

const limits = { ...defaultLimits, rows: 3, columns: 3, cellCharacters: 5 }
const catchRejection = (work: () => unknown) => catchTableError((async () => work())())

describe('columns', () => {
  test('ignore blanks around a name and the case of A to Z', () => {
    expect(['HB', ' Hb\t', 'Ẑz', '\u212a'].map(foldName)).toEqual(['hb', 'hb', 'Ẑz', '\u212a'])
  })

  test('of a header have positions, blank cells have none', () => {
    const columns = new Columns(undefined, limits)
    expect(columns.declare([' A ', '', 'B'])).toEqual([0, -1, 1])
    expect(columns.names).toEqual(['A', 'B'])
    expect(columns.position('b')).toBe(1)
  })

  test('of a header count with the blank ones; columns of rows count one by one', async () => {
    expect(await catchRejection(() => new Columns(undefined, limits).declare(['A', '', '', 'B']))).toEqual({
      code: 'file_columns_too_many',
      limit: 3,
    })
    expect(new Columns(undefined, limits).declare(['A', 'B', 'C'])).toEqual([0, 1, 2])
    const named = new Columns(undefined, limits)
    expect(['A', 'B', 'C', 'a', ' C'].map((name) => named.position(name))).toEqual([0, 1, 2, 0, 2])
    expect(await catchRejection(() => named.position('D'))).toEqual({ code: 'file_columns_too_many', limit: 3 })
  })

  test('are checked against the known and required ones', async () => {
    const known = [{ name: 'CENTER_ID', required: true }, { name: 'HB' }]
    expect(new Columns(known, limits).declare(['hb', 'center_id'])).toEqual([0, 1])
    expect(await catchRejection(() => new Columns(known, limits).declare(['HB']))).toEqual({
      code: 'file_column_missing',
      column: 'CENTER_ID',
    })
    expect(await catchRejection(() => new Columns(known, limits).declare(['center_id', ' CENTER_ID']))).toEqual({
      code: 'file_column_duplicate',
      column: 'CENTER_ID',
    })
    const columns = new Columns(known, limits)
    expect([` ${'x'.repeat(101)}`, 'hb', 'COLOUR', 'colour'].map((name) => columns.position(name))).toEqual([-2, 0, -2, -2])
    expect(columns.ignored).toEqual(['x'.repeat(80), 'COLOUR'])
    expect(await catchRejection(() => columns.position('one more'))).toEqual({ code: 'file_columns_too_many', limit: 3 })
  })

  test('are all accepted and none is required without a list', () => {
    const columns = new Columns(undefined, limits)
    columns.check()
    expect(columns.declare(['COLOUR'])).toEqual([0])
  })

  test('can be spelled in thousands of ways', () => {
    const columns = new Columns(undefined, limits)
    const blanks = Array.from({ length: 50 }, (_, count) => ' '.repeat(count))
    expect(new Set(blanks.map((blank) => columns.position(`${blank}A`)))).toEqual(new Set([0]))
  })
})

describe('rows', () => {
  const createSink = (...names: string[]): RowSink => {
    const sink = new RowSink(undefined, limits)
    sink.columns.declare(names)
    return sink
  }

  test('are numbered from 1, up to the limit', async () => {
    const sink = createSink('A')
    expect(sink.next).toBe(1)
    expect([sink.count(), sink.count(), sink.count()]).toEqual([1, 2, 3])
    expect(sink.next).toBe(4)
    for (let row = 4; row <= 1_048_576; row += 1) sink.count()
    expect(await catchRejection(() => sink.count())).toEqual({ code: 'file_rows_too_many', limit: 1_048_576 })
  })

  test('that are empty are omitted anywhere', async () => {
    const sink = createSink('A', 'B')
    sink.add(1, [null, 'x'])
    sink.add(2, [null, null])
    sink.add(9, [null, null])
    expect(sink.waiting).toBe(1)
    sink.add(3, [CLEAR, null])
    sink.add(300, [null, null], { problem: 'file_column_unnamed', params: { cell: 'C301' } })
    sink.add(400, [' ', '\u200B'])
    expect(await catchRejection(() => sink.add(4, ['x', null]))).toEqual({ code: 'file_rows_too_many', limit: 3 })
    expect(sink.take().rows.map(({ number }) => number)).toEqual([1, 3, 300])
  })

  test('are returned once, with a cell for each column known then', () => {
    const sink = createSink('A')
    sink.add(1, ['x'])
    sink.columns.position('B')
    sink.add(2, ['y', 'z'])
    sink.decimalComma = true
    expect(sink.take()).toEqual({
      columns: ['A', 'B'],
      decimalComma: true,
      sparse: false,
      ignored: [],
      rows: [
        { number: 1, cells: ['x', null] },
        { number: 2, cells: ['y', 'z'] },
      ],
    })
    expect(sink.waiting).toBe(0)
    expect(sink.take().rows).toEqual([])
  })

  test('have cells that are empty, clear or contain text up to the limit', async () => {
    const sink = createSink('A')
    expect(['', '\\N', '\\n', 'xxxxx'].map((text) => sink.cell(text, 2, 0))).toEqual([null, CLEAR, '\\n', 'xxxxx'])
    expect(await catchRejection(() => sink.cell('xxxxxx', 2, 0))).toEqual({ code: 'file_cell_too_long', row: 2, column: 'A', limit: 5 })
    expect(await catchRejection(() => sink.cell('xxxxxx', 2, 4))).toEqual({ code: 'file_cell_too_long', row: 2, column: 5, limit: 5 })
  })
})
