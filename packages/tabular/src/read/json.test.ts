import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../limits.ts'
import { CLEAR } from '../table.ts'
import { read, catchTableError } from '../testing/tables.ts'
import { JsonReader } from './json.ts'
import { RowSink } from './rows.ts'

const json = (text: string | Uint8Array, pieceBytes?: number) => read(text, { format: 'json', ...(pieceBytes && { pieceBytes }) })

describe('a JSON file', () => {
  test.each([
    ['an array', '[{"A":"1","B":2},{"B":"x"}]'],
    ['an object with rows', '{"rows":[{"A":"1","B":2},{"B":"x"}]}'],
    ['our own download', '{ "success": true, "rows": [\n{"A":"1","B":2},\n{"B":"x"}\n], "total": 2 }\n'],
    ['blanks and a byte order mark', '\ufeff \n [ { "A" : "1" ,\t"B" : 2 } , {"B":"x"} ] \r\n'],
  ])('is read as %s', async (_, text) => {
    const rows = [
      { row: 1, cells: { A: '1', B: '2' } },
      { row: 2, cells: { B: 'x' } },
    ]
    expect(await json(text)).toEqual({ columns: ['A', 'B'], rows })
    expect(await json(text, 1)).toEqual({ columns: ['A', 'B'], rows })
  })

  test('keeps values as text with all digits: null clears, a list is its JSON', async () => {
    const { rows } = await json(
      '[{"A":null,"B":true,"C":12345678901234567890.10,"D":["x\\"",1,2.50],"E":[],"F":"","G":"\\u00e8\\n","H":-0.5e-3}]',
    )
    const cells = { A: CLEAR, B: 'true', C: '12345678901234567890.10', D: '["x\\"",1,2.50]', E: '[]', G: 'è\n', H: '-0.5e-3' }
    expect(rows).toEqual([{ row: 1, cells }])
  })

  test('without rows has none', async () => {
    expect(await json('[]')).toEqual({ columns: [], rows: [] })
    expect(await json('{"rows":[]}')).toEqual({ columns: [], rows: [] })
  })

  test('without rows needs no column', async () => {
    const columns = [{ name: 'CENTER_ID', required: true }]
    expect((await read('[]', { format: 'json', columns })).rows).toEqual([])
    expect(await catchTableError(read('[{}]', { format: 'json', columns }))).toEqual({ code: 'file_column_missing', column: 'CENTER_ID' })
  })

  test('has rows of a bounded length, however many there are', async () => {
    const inPieces = (...texts: readonly string[]) => {
      const sink = new RowSink(undefined, { ...defaultLimits, rowCharacters: 12 })
      const reader = new JsonReader(sink)
      for (const text of texts) reader.write(text)
      reader.end()
      return sink.take().rows
    }
    expect(inPieces('[', '{"A":', '"xxxx"', '}', ',{"A":1', '}', ']')).toHaveLength(2)
    expect(await catchTableError((async () => inPieces('[{"A":1}', ',{"A":', '"xxxxxx'))())).toEqual({
      code: 'file_row_too_long',
      row: 2,
      limit: 12,
    })
  })

  test('accepts names of object properties as column names', async () => {
    expect((await json('[{"__proto__":"1","constructor":"2"}]')).columns).toEqual(['__proto__', 'constructor'])
  })
})

describe('THREAT-26: ambiguous or too deep JSON is rejected', () => {
  test.each([
    ['a name twice', '[{"A":1},{"A":1,"A":2}]', { code: 'json_duplicate_key', row: 2, key: 'A' }],
    ['a name twice in another letter case', '[{"A":1," a ":2}]', { code: 'json_duplicate_key', row: 1, key: ' a ' }],
    ['a name twice by an escape', '[{"A":1,"\\u0041":2}]', { code: 'json_duplicate_key', row: 1, key: 'A' }],
    ['rows twice', '{"rows":[{"A":1}],"rows":[]}', { code: 'json_duplicate_key', row: 2, key: 'rows' }],
    ['an object in a cell', '[{"A":{"B":1}}]', { code: 'json_value', row: 1, column: 'A' }],
    ['a list in a list', '[{"A":[[1]]}]', { code: 'json_value', row: 1, column: 'A' }],
    ['null in a list', '[{"A":[null]}]', { code: 'json_value', row: 1, column: 'A' }],
    ['100,000 lists in each other', `[{"A":${'['.repeat(100_000)}`, { code: 'json_value', row: 1, column: 'A' }],
    ['lists instead of objects', '[["A"]]', { code: 'json_shape', row: 1 }],
    ['100,000 arrays in each other', '['.repeat(100_000), { code: 'json_shape', row: 1 }],
    ['an object without rows', '{"A":1}', { code: 'json_shape', row: 1 }],
    ['an error answer', '{"success":false,"errors":{"A":1}}', { code: 'json_shape', row: 1 }],
    ['a number no computer can hold', '[{"A":1e999}]', { code: 'json_syntax', row: 1 }],
    ['NaN', '[{"A":NaN}]', { code: 'json_syntax', row: 1 }],
    ['Infinity', '[{"A":-Infinity}]', { code: 'json_syntax', row: 1 }],
    ['a leading zero', '[{"A":01}]', { code: 'json_syntax', row: 1 }],
    ['a hexadecimal number', '[{"A":0x1F}]', { code: 'json_syntax', row: 1 }],
    ['a comment', '[{"A":1}/* x */]', { code: 'json_syntax', row: 2 }],
    ['a comma too many', '[{"A":1},]', { code: 'json_shape', row: 2 }],
    ['text after its end', '[{"A":1}] x', { code: 'json_syntax', row: 2 }],
    ['no colon', '[{"A" 1}]', { code: 'json_syntax', row: 1 }],
    ['no comma', '[{"A":1 "B":2}]', { code: 'json_syntax', row: 1 }],
    ['a name that is no text', '[{1:2}]', { code: 'json_syntax', row: 1 }],
    ['no value', '[{"A":}]', { code: 'json_syntax', row: 1 }],
    ['a colon as a value', '[{"A"::}]', { code: 'json_syntax', row: 1 }],
    ['rows that are no list', '{"rows":1}', { code: 'json_shape', row: 1 }],
    ['rows that are an object', '{"rows":{}}', { code: 'json_shape', row: 1 }],
    ['a list under another name', '{"total":[]}', { code: 'json_shape', row: 1 }],
    ['numbers instead of objects', '[1]', { code: 'json_shape', row: 1 }],
    ['a second table after its end', '[{"A":1}] []', { code: 'json_syntax', row: 2 }],
    ['NUL in a list', '[{"A":1},{"A":["\\u0000"]}]', { code: 'file_nul', row: 2 }],
    ['no end within a list', '[{"A":1},{"A":[1', { code: 'json_syntax', row: 2 }],
    ['a long name twice', `[{"${'x'.repeat(101)}":1,"${'x'.repeat(101)}":2}]`, { code: 'json_duplicate_key', row: 1, key: 'x'.repeat(80) }],
    ['no end', '[{"A":1}', { code: 'json_syntax', row: 2 }],
    ['no end within a text', '[{"A":"x', { code: 'json_syntax', row: 1 }],
    ['a line end within a text', '[{"A":"x\ny"}]', { code: 'json_syntax', row: 1 }],
    ['an unknown escape', '[{"A":"\\x"}]', { code: 'json_syntax', row: 1 }],
    ['NUL by an escape', '[{"A":"\\u0000"}]', { code: 'file_nul', row: 1 }],
    ['NUL', '[{"A":"\0"}]', { code: 'file_nul', row: 1 }],
    ['half a character by an escape', '[{"A":"\\ud800"}]', { code: 'file_encoding', row: 1 }],
  ])('%s', async (_, text, detail) => {
    expect(await catchTableError(json(text))).toEqual(detail)
  })
})
