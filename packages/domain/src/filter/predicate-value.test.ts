import { describe, expect, test } from 'vitest'
import { parsePredicateValue } from './predicate-value.ts'

describe('the value of a condition', () => {
  test.each<[keyof typeof parsePredicateValue, string | number | boolean, string | number | boolean]>([
    ['string', ' a ', ' a '],
    ['string', 7, '7'],
    ['string', 'x'.repeat(1000), 'x'.repeat(1000)],
    ['integer', ' 7 ', 7],
    ['integer', 7, 7],
    ['float', ' 7.5 ', 7.5],
    ['date', ' 03/02/2001 ', '2001-02-03'],
    ['boolean', true, true],
    ['boolean', false, false],
    ['boolean', ' TRUE ', true],
    ['boolean', 'false', false],
    ['boolean', 1, true],
    ['boolean', '0', false],
    ['choice', 'NEVER', 'NEVER'],
    ['choices', '285.9', '285.9'],
  ])('a %s %j is parsed to %j', (type, input, value) => expect(parsePredicateValue[type](input)).toEqual({ value }))

  test.each<[keyof typeof parsePredicateValue, string | number | boolean, string]>([
    ['string', 'x'.repeat(1001), 'value_characters'],
    ['string', 'a\0', 'value_characters'],
    ['choice', '\ud800', 'value_characters'],
    ['integer', 'x', 'value_number_invalid'],
    ['integer', true, 'value_number_invalid'],
    ['float', 'Infinity', 'value_number_invalid'],
    ['float', Number.NaN, 'value_number_invalid'],
    ['date', '31/02/2001', 'value_date_invalid'],
    ['date', 20010203, 'value_date_invalid'],
    ['boolean', 'forse', 'value_boolean_invalid'],
    ['boolean', 2, 'value_boolean_invalid'],
    ['boolean', '', 'value_boolean_invalid'],
  ])('a %s %j is rejected with %s', (type, input, detail) => expect(parsePredicateValue[type](input)).toEqual({ error: detail }))
})
