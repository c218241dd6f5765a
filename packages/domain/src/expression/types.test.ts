import { describe, expect, test } from 'vitest'
import type { Comparison, Expression, FunctionName, Operand, Scalar } from './expression.ts'
import { findCommonType, isWellTyped } from './types.ts'

const hb: Operand = { field: 'HB' }
const day: Operand = { field: 'DOD' }
const truth: Operand = { field: 'BMT' }
const text: Operand = { field: 'DEAD_CAUSE' }
const causes: Operand = { field: 'HOSPEDAL_CAUSES' }
const value = (scalar: Scalar): Operand => ({ value: scalar })
const call = (name: FunctionName, ...args: readonly Operand[]): Operand => ({ call: name, args })
const compare = (left: Operand, op: Comparison, right: Operand): Expression => ({ op, left, right })
const one = value(1)
const good = compare(hb, '=', one)
const bad = compare(hb, '=', value('x'))

const fine: [string, Expression][] = [
  ['a number and a number', compare(hb, '>=', one)],
  ['a whole number and a number', compare({ field: 'COVID_HOSP_DAYS' }, '<', one)],
  ['a day and a day', compare(day, '<', value('2001-02-03'))],
  ['a text and a text', compare(text, '<', value('x'))],
  ['two equal booleans', compare(truth, '=', value(true))],
  ['two different booleans', compare(truth, '<>', value(false))],
  ['a constant before its field', compare(one, '<', hb)],
  ['a list that contains an item', compare(causes, '=', value('285.9'))],
  ['a list that does not contain an item', compare(causes, '<>', value('285.9'))],
  ['a list before the save', compare({ previous: 'HOSPEDAL_CAUSES' }, '=', value('285.9'))],
  ['a number before the save', compare({ previous: 'HB' }, '<', hb)],
  ['the day of recording', compare({ recordedOn: 'HB' }, '<', value('2001-02-03'))],
  ['a sum', compare(call('+', hb, one), '=', one)],
  ['the least of two days', compare(call('least', day, value('2001-02-03')), '<', day)],
  ['the greatest of two days', compare(call('greatest', day, value('2001-02-03')), '<', day)],
  ['the first known day', compare(call('coalesce', day, value('2001-02-03')), '<', day)],
  ['the first known number', compare(call('coalesce', hb, one), '<', one)],
  ['the first known text', compare(call('coalesce', text, value('x')), '=', value('x'))],
  ['the first known boolean', compare(call('coalesce', truth, value(true)), '=', value(true))],
  ['a count of booleans', compare(call('count_true', truth, value(true)), '>', one)],
  ['an age', compare(call('years_between', day, call('today')), '<', value(18))],
  ['an age in days', compare(call('days_between', value('2001-02-03'), day), '<', value(18))],
  ['an absolute value', compare(call('abs', hb), '<', one)],
  ['days among days', { op: 'in', left: day, values: ['2001-02-03', '2002-02-03'] }],
  ['booleans among booleans', { op: 'in', left: truth, values: [true, false] }],
  ['items of a list', { op: 'not in', left: causes, values: ['285.9'] }],
  ['a text like a pattern', { op: 'like', left: text, pattern: '%a%' }],
  ['a text unlike a pattern', { op: 'not like', left: text, pattern: '%a%' }],
  ['an unknown sum', { op: 'is null', of: call('+', hb, one) }],
  ['branches', { op: 'or', of: [good, { op: 'not', of: good }] }],
]

const wrong: [string, Expression][] = [
  ['a number and a text', compare(hb, '=', value('x'))],
  ['a number and a boolean', compare(hb, '=', value(true))],
  ['a number and no number', compare(hb, '=', value(Number.NaN))],
  ['an infinite number', compare(hb, '<', value(Number.POSITIVE_INFINITY))],
  ['a day and a text', compare(day, '=', value('x'))],
  ['a day and a number', compare(day, '=', one)],
  ['a day in another form', compare(day, '=', value('03/02/2001'))],
  ['a boolean and a text', compare(truth, '=', value('true'))],
  ['an order of booleans', compare(truth, '<=', value(true))],
  ['a text and a number', compare(text, '=', one)],
  ['a text that Postgres cannot store', compare(text, '=', value('a\0'))],
  ['a text that is not valid Unicode', compare(text, '=', value('\ud800'))],
  ['two fields of different types', compare(hb, '=', day)],
  ['a boolean constant before a number', compare(value(true), '=', hb)],
  ['an order of lists', compare(causes, '<', value('285.9'))],
  ['two lists', compare(causes, '=', causes)],
  ['a list and a number', compare(causes, '=', one)],
  ['a list and a text that Postgres cannot store', compare(causes, '=', value('a\0'))],
  ['a constant before its list', compare(value('285.9'), '=', causes)],
  ['a list in a function', compare(call('coalesce', causes, value('285.9')), '=', value('285.9'))],
  ['a sum of a text', compare(call('+', hb, value('x')), '=', one)],
  ['a sum of a day', compare(call('+', day, one), '=', one)],
  ['a sum of three', compare(call('+', one, one, one), '=', one)],
  ['a sum compared with a boolean', compare(call('+', one, one), '=', value(true))],
  ['the least of nothing', compare(call('least'), '=', one)],
  ['the least of two types', compare(call('least', hb, day), '=', one)],
  ['the least of texts', compare(call('least', text, value('x')), '=', value('x'))],
  ['the greatest of booleans', compare(call('greatest', truth), '=', value(true))],
  ['the first known of two types', compare(call('coalesce', hb, text), '=', one)],
  ['a count of numbers', compare(call('count_true', hb), '=', one)],
  ['an age of a number', compare(call('years_between', hb, call('today')), '=', one)],
  ['an age in days of a text', compare(call('days_between', day, value('x')), '=', one)],
  ['an absolute value of two', compare(call('abs', hb, hb), '=', one)],
  ['today with an argument', compare(day, '=', call('today', day))],
  ['a text among days', { op: 'in', left: day, values: ['2001-02-03', 'x'] }],
  ['a number among texts', { op: 'not in', left: text, values: ['x', 1] }],
  ['a wrong function in a list', { op: 'in', left: call('+', hb, value('x')), values: [1] }],
  ['a number like a pattern', { op: 'like', left: hb, pattern: '1%' }],
  ['a list unlike a pattern', { op: 'not like', left: causes, pattern: '1%' }],
  ['a pattern that Postgres cannot store', { op: 'like', left: text, pattern: 'a\0' }],
  ['a pattern that is not valid Unicode', { op: 'not like', left: text, pattern: '\ud800' }],
  ['an unknown sum of a text', { op: 'is not null', of: call('+', hb, value('x')) }],
  ['one branch of two', { op: 'and', of: [good, bad] }],
  ['a negated branch', { op: 'not', of: bad }],
]

describe('the types of an expression', () => {
  test.each(fine)('%s fit', (_case, expression) => expect(isWellTyped(expression)).toBe(true))
  test.each(wrong)('%s do not fit', (_case, expression) => expect(isWellTyped(expression)).toBe(false))

  test.each([
    [[value('2001-02-03'), day], 'day'],
    [[value('x')], 'text'],
    [[value('x'), one], 'number'],
    [[value('x'), value(false)], 'truth'],
    [[call('least', value('2001-02-03'), day)], 'day'],
    [[call('least', value('x'))], 'text'],
    [[call('today')], 'day'],
    [[causes], 'list'],
    [[{ missingReason: 'HB' }], 'text'],
    [[{ recordedOn: 'HB' }], 'day'],
    [[{ previous: 'BMT' }], 'truth'],
  ] satisfies [Operand[], string][])('%j are compared as %s', (operands, type) => {
    expect(findCommonType(...operands)).toBe(type)
  })
})
