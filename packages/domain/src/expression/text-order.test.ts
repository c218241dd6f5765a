import { expect, test } from 'vitest'
import { compareDocuments, isLike } from './text-order.ts'

test('texts are ordered by code point, even with surrogate pairs', () => {
  const ordered = ['', 'A', 'Aa', 'B', 'a', 'à', '\uD7FF', '\uE000', '\uFFFD', '\u{10000}', '\u{10FFFF}']
  expect(ordered.toReversed().toSorted(compareDocuments)).toEqual(ordered)
  for (const text of ordered) expect(compareDocuments(text, text)).toBe(0)
})

test.each([
  ['ß', 's', false],
  ['Straße', 'STRA_E', true],
  ['abc', '%%', true],
  ['abc', 'abc%', true],
  ['abc', 'abcd', false],
  ['abcabd', '%abd', true],
  ['', '', true],
  ['a', '', false],
])('%j is like %j: %s', (text, pattern, truth) => expect(isLike(text, pattern)).toBe(truth))
