import { expect, test } from 'vitest'
import { formatArray, formatCell, formatText } from './copy-line.ts'

test('text keeps its backslashes, tabs and line ends in COPY', () => {
  expect(['plain', '\\', '\t', '\n', '\r', 'a\r\nb\tc\\'].map(formatText)).toEqual([
    'plain',
    String.raw`\\`,
    String.raw`\t`,
    String.raw`\n`,
    String.raw`\r`,
    String.raw`a\r\nb\tc\\`,
  ])
})

test('a list is an array of Postgres, its items quoted, in a cell of COPY', () => {
  expect(formatArray([])).toBe('{}')
  expect(formatArray(['a', 'b,c'])).toBe('{"a","b,c"}')
  expect(formatArray(['a"b', 'c\\d'])).toBe(String.raw`{"a\\"b","c\\\\d"}`)
  expect(formatCell.choices('["038.2"]')).toBe('{"038.2"}')
})
