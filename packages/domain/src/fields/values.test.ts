import { describe, expect, test } from 'vitest'
import { getCellIntent, parseList, formatValue, parseValue } from './values.ts'

describe('values and their canonical texts (REQ-IMP-03)', () => {
  test.each([
    ['string', 'a b', 'a b'],
    ['integer', '7', 7],
    ['float', '7.5', 7.5],
    ['date', '2001-02-03', '2001-02-03'],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['choice', 'NEVER', 'NEVER'],
    ['choices', '["285.9","282.44"]', ['285.9', '282.44']],
  ] as const)('a %s %s is parsed and formatted back', (type, text, value) => {
    expect(parseValue(type, text)).toEqual(value)
    expect(formatValue(parseValue(type, text))).toBe(text)
  })

  test('null stays null', () => {
    expect(parseValue('boolean', null)).toBeNull()
    expect(parseValue('integer', null)).toBeNull()
    expect(formatValue(null)).toBeNull()
  })

  test.each(['', '{}', '"x"', '[1]', '[null]', '["x"'])('%j is not a list of ids', (text) => {
    expect(parseList(text)).toBeUndefined()
    expect(parseValue('choices', text)).toBeNull()
  })

  test.each([
    [null, 'clear'],
    ['\\N', 'clear'],
    [' \\N ', 'clear'],
    ['', 'keep'],
    ['  ', 'keep'],
    ['x', 'value'],
    ['\\n', 'value'],
  ] as const)('the intent of the cell %j is %s', (cell, intent) => expect(getCellIntent(cell)).toBe(intent))
})
