import { expect, test } from 'vitest'
import { arrayCell, cellOfKind, textCell } from './copy-line.ts'

test('text keeps its backslashes, tabs and line ends through COPY', () => {
  expect(['plain', '\\', '\t', '\n', '\r', 'a\r\nb\tc\\'].map(textCell)).toEqual([
    'plain',
    String.raw`\\`,
    String.raw`\t`,
    String.raw`\n`,
    String.raw`\r`,
    String.raw`a\r\nb\tc\\`,
  ])
})

test('a list is an array of Postgres, its items quoted, in a cell of COPY', () => {
  expect(arrayCell([])).toBe('{}')
  expect(arrayCell(['a', 'b,c'])).toBe('{"a","b,c"}')
  expect(arrayCell(['a"b', 'c\\d'])).toBe(String.raw`{"a\\"b","c\\\\d"}`)
  expect(cellOfKind.choices('["038.2"]')).toBe('{"038.2"}')
})
