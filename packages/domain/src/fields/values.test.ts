import { describe, expect, test } from 'vitest'
import { parseList, formatValue } from './values.ts'

describe('values and their canonical texts (REQ-IMP-03)', () => {
  test.each([
    ['a b', 'a b'],
    ['7', 7],
    ['7.5', 7.5],
    ['2001-02-03', '2001-02-03'],
    ['true', true],
    ['false', false],
    ['["285.9","282.44"]', ['285.9', '282.44']],
  ] as const)('formats %s', (text, value) => expect(formatValue(value)).toBe(text))

  test('null stays null', () => expect(formatValue(null)).toBeNull())

  test('a list of ids is parsed', () => expect(parseList('["285.9","282.44"]')).toEqual(['285.9', '282.44']))

  test.each(['', '{}', '"x"', '[1]', '[null]', '["x"'])('%j is not a list of ids', (text) => {
    expect(parseList(text)).toBeUndefined()
  })
})
