import { describe, expect, test } from 'vitest'
import { catchTableError, read } from '../testing/tables.ts'

const fhir = (text: string, pieceBytes?: number) => read(text, { format: 'fhir', ...(pieceBytes && { pieceBytes }) })
const bundle = (entries: string): string => `{"resourceType":"Bundle","type":"transaction","entry":[${entries}]}`

describe('REQ-OBS-10: a Bundle', () => {
  test.each([
    ['with its type first', '{"resourceType":"Bundle","type":"transaction","entry":[{"a":1},{"b":[{"c":"x"}]}]}'],
    ['with its entries first', '{"entry":[{"a":1},{"b":[{"c":"x"}]}],"type":"transaction","resourceType":"Bundle"}'],
    [
      'with other members',
      ' {"meta":{"entry":[{"a":2}],"tag":[]},"resourceType":"Bundle","link":[{"url":"x"}], "type":"transaction","entry":[{"a":1}, {"b" : [{"c":"x"}]}],"total":2}\n',
    ],
  ])('%s has a row for each entry', async (_, text) => {
    const rows = [
      { row: 1, cells: { entry: '{"a":1}' } },
      { row: 2, cells: { entry: '{"b":[{"c":"x"}]}' } },
    ]
    expect(await fhir(text)).toEqual({ columns: ['entry'], rows })
    expect(await fhir(text, 1)).toEqual({ columns: ['entry'], rows })
  })

  test('keeps all digits of a number, and every kind of value', async () => {
    const entry = '{"a":12345678901234567890.10,"b":-0.5e-3,"c":[true,false,null,[],{}],"d":"è\\n\\"","e":{}}'
    expect((await fhir(bundle(entry))).rows).toEqual([{ row: 1, cells: { entry } }])
  })

  test('without entries has no rows', async () => {
    expect((await fhir('{"resourceType":"Bundle","type":"transaction"}')).rows).toEqual([])
    expect((await fhir(bundle(''))).rows).toEqual([])
  })

  test('has entries of a bounded length', async () => {
    const inPieces = (entries: string) => read(bundle(entries), { format: 'fhir', pieceBytes: 100, limits: { rowCharacters: 1500 } })
    expect((await inPieces(Array.from({ length: 500 }, () => '{"a":1}').join(','))).rows).toHaveLength(500)
    expect(await catchTableError(inPieces(`{"a":1},{"a":"${'x'.repeat(3000)}"}`))).toEqual({
      code: 'file_row_too_long',
      row: 2,
      limit: 1500,
    })
  })
})

describe('THREAT-26: ambiguous, deep or other JSON is rejected', () => {
  test.each([
    ['a name twice in an entry', bundle('{"a":1},{"b":{"c":1,"c":2}}'), { code: 'json_duplicate_key', row: 2, key: 'c' }],
    ['a name twice by an escape', bundle('{"a":1,"\\u0061":2}'), { code: 'json_duplicate_key', row: 1, key: 'a' }],
    ['entries twice', '{"entry":[],"entry":[]}', { code: 'json_duplicate_key', row: 1, key: 'entry' }],
    ['another resource', '{"resourceType":"Patient","type":"transaction","entry":[]}', { code: 'fhir_bundle_expected' }],
    ['another type of Bundle', '{"resourceType":"Bundle","type":"batch"}', { code: 'fhir_bundle_expected' }],
    ['no type', '{"resourceType":"Bundle","entry":[{"a":1}]}', { code: 'fhir_bundle_expected' }],
    ['entries that are no list', '{"resourceType":"Bundle","type":"transaction","entry":{}}', { code: 'fhir_bundle_expected' }],
    ['an entry that is no object', bundle('{},1'), { code: 'fhir_bundle_expected' }],
    ['a list', '[]', { code: 'file_format_mismatch', format: 'fhir' }],
    ['100,000 lists in each other', bundle(`{"a":${'['.repeat(100_000)}`), { code: 'json_syntax', row: 1 }],
    ['no end', bundle('{"a":1}').slice(0, -1), { code: 'json_syntax', row: 2 }],
    ['no end within an entry', bundle('{"a":1').slice(0, -2), { code: 'json_syntax', row: 1 }],
    ['a comma too many in a list', bundle('{"a":[1,]}'), { code: 'json_syntax', row: 1 }],
    ['a comma too many in an object', bundle('{"a":1,}'), { code: 'json_syntax', row: 1 }],
    ['an end of another kind', bundle('{"a":[1}'), { code: 'json_syntax', row: 1 }],
    ['no colon', bundle('{"a" 1}'), { code: 'json_syntax', row: 1 }],
    ['a name that is no text', bundle('{1:1}'), { code: 'json_syntax', row: 1 }],
    ['a colon as a value', bundle('{"a"::}'), { code: 'json_syntax', row: 1 }],
    ['text after its end', `${bundle('')} 1`, { code: 'json_syntax', row: 1 }],
    ['a number no computer can hold', bundle('{"a":1e999}'), { code: 'json_syntax', row: 1 }],
    ['a comment', bundle('/* x */'), { code: 'json_syntax', row: 1 }],
    ['NUL', bundle('{"a":"\0"}'), { code: 'file_nul', row: 1 }],
    ['NUL by an escape', bundle('{"a":"\\u0000"}'), { code: 'file_nul', row: 1 }],
    ['half a character by an escape', bundle('{"a":"\\ud800"}'), { code: 'file_encoding' }],
  ])('%s', async (_, text, detail) => {
    expect(await catchTableError(fhir(text))).toEqual(detail)
  })
})
