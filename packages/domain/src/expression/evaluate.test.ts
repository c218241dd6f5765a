import { describe, expect, test } from 'vitest'
import type { PatientRecord } from '../fields/values.ts'
import { evaluate } from './evaluate.ts'
import type { Expression, Operand } from './expression.ts'

const today = '2026-03-01'
const evaluateToday = (expression: Expression, record: PatientRecord = {}) => evaluate(expression, record, { today })
const of = (field: 'HB' | 'TT' | 'BMT' | 'DOD' | 'HOSPEDAL_CAUSES'): Operand => ({ field })
const value = (scalar: string | number | boolean): Operand => ({ value: scalar })

const yes: Expression = { op: 'is null', of: of('HB') }
const no: Expression = { op: 'is not null', of: of('HB') }
const unknown: Expression = { op: '=', left: of('HB'), right: value(1) }

describe('true, false and unknown are combined as in SQL', () => {
  test.each<[string, Expression, boolean | null]>([
    ['not unknown', { op: 'not', of: unknown }, null],
    ['false and unknown', { op: 'and', of: [no, unknown] }, false],
    ['true and unknown', { op: 'and', of: [yes, unknown] }, null],
    ['true or unknown', { op: 'or', of: [unknown, yes] }, true],
    ['false or unknown', { op: 'or', of: [no, unknown] }, null],
    ['nothing and', { op: 'and', of: [] }, true],
    ['nothing or', { op: 'or', of: [] }, false],
    ['unknown in a list', { op: 'in', left: of('TT'), values: ['NEVER'] }, null],
    ['unknown not in a list', { op: 'not in', left: of('TT'), values: ['NEVER'] }, null],
    ['unknown in no list', { op: 'in', left: of('TT'), values: [] }, false],
    ['unknown like', { op: 'like', left: of('TT'), pattern: '%' }, null],
  ])('%s', (_, expression, truth) => expect(evaluateToday(expression)).toBe(truth))
})

describe('a value in a list', () => {
  test.each<[Expression, boolean]>([
    [{ op: 'in', left: of('TT'), values: ['PAST', 'NEVER'] }, true],
    [{ op: 'in', left: of('TT'), values: ['PAST', 'REGULAR'] }, false],
    [{ op: 'not in', left: of('TT'), values: ['PAST', 'NEVER'] }, false],
    [{ op: 'not in', left: of('TT'), values: ['PAST'] }, true],
  ])('%j: %s', (expression, truth) => expect(evaluateToday(expression, { TT: 'NEVER' })).toBe(truth))
})

test('the reason of a missing value is a text, empty without a reason (REQ-CRF-16)', () => {
  const unknown: Expression = { op: '=', left: { missingReason: 'HB' }, right: value('unknown') }
  const evaluateWith = (missing?: { HB: 'unknown' | 'refused' }) => evaluate(unknown, {}, { today, ...(missing && { missing }) })
  expect([evaluateWith({ HB: 'unknown' }), evaluateWith({ HB: 'refused' }), evaluateWith()]).toEqual([true, false, false])
})

describe('the context of a rule', () => {
  const changed: Expression = { op: '<>', left: of('HB'), right: { previous: 'HB' } }
  const older: Expression = { op: '<', left: { recordedOn: 'HB' }, right: value('2026-03-01') }

  test('has the value before the save, or unknown without a record or value', () => {
    const evaluateWith = (previous?: PatientRecord) => evaluate(changed, { HB: 9 }, { today, ...(previous && { previous }) })
    expect([evaluateWith({ HB: 8 }), evaluateWith({ HB: 9 }), evaluateWith({}), evaluateWith()]).toEqual([true, false, null, null])
  })

  test('has the day on which the value was recorded, or today', () => {
    const evaluateWith = (recordedOn?: { HB?: string }) => evaluate(older, { HB: 9 }, { today, ...(recordedOn && { recordedOn }) })
    expect([evaluateWith({ HB: '2026-02-28' }), evaluateWith({ HB: '2026-03-01' }), evaluateWith({}), evaluateWith()]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})

test('a given value is not null', () => {
  expect([yes, no].map((expression) => evaluateToday(expression, { HB: 9 }))).toEqual([false, true])
})

test('a comparison with an unknown right side is unknown', () => {
  expect(evaluateToday({ op: '<', left: value(1), right: of('HB') })).toBeNull()
})

describe('a multi-value field', () => {
  const record: PatientRecord = { HOSPEDAL_CAUSES: ['282.44', '285.9'] }
  test.each<[Expression, boolean]>([
    [{ op: '=', left: of('HOSPEDAL_CAUSES'), right: value('285.9') }, true],
    [{ op: '=', left: of('HOSPEDAL_CAUSES'), right: value('285') }, false],
    [{ op: '<>', left: of('HOSPEDAL_CAUSES'), right: value('285.9') }, false],
    [{ op: 'in', left: of('HOSPEDAL_CAUSES'), values: ['1', '282.44'] }, true],
    [{ op: 'not in', left: of('HOSPEDAL_CAUSES'), values: ['1', '282.44'] }, false],
  ])('%j: %s', (expression, truth) => expect(evaluateToday(expression, record)).toBe(truth))
})

describe('like', () => {
  test.each([
    ['Regular', 'REG%', true],
    ['Regular', '%gul%', true],
    ['Regular', 'regula_', true],
    ['Regular', 'regular_', false],
    ['Regular', 'gul', false],
    ['50%', '50\\%', false],
    ['50\\x', '50\\%', true],
    ['È vero', 'è%', true],
    ['', '%', true],
    ['', '_', false],
    ['aaab', '%a%b', true],
  ])('%j is like %j: %s', (text, pattern, truth) => {
    expect(evaluateToday({ op: 'like', left: of('TT'), pattern }, { TT: text })).toBe(truth)
    expect(evaluateToday({ op: 'not like', left: of('TT'), pattern }, { TT: text })).toBe(!truth)
  })

  test('is fast for every pattern', () => {
    const pattern = '%a'.repeat(500)
    expect(evaluateToday({ op: 'like', left: of('TT'), pattern }, { TT: 'a'.repeat(499) + 'b' })).toBe(false)
  })
})

describe('functions', () => {
  const call = (name: Extract<Operand, { call: unknown }>['call'], ...args: Operand[]): Operand => ({ call: name, args })
  test.each<[string, Operand, number | null]>([
    ['a division by zero', call('/', value(1), value(0)), null],
    ['a negative base', call('power', value(-2), value(0.5)), null],
    ['zero to minus one', call('power', value(0), value(-1)), null],
    ['least ignores an unknown value', call('least', of('HB'), value(3)), 3],
    ['greatest of unknown values', call('greatest', of('HB')), null],
    ['zero to the power of zero', call('power', value(0), value(0)), 1],
    ['zero squared', call('power', value(0), value(2)), 0],
    ['a negative power', call('power', value(2), value(-1)), 0.5],
    ['a negative base with a whole exponent', call('power', value(-2), value(2)), null],
    ['a sum', call('+', value(5), value(2)), 7],
    ['a difference', call('-', value(5), value(2)), 3],
    ['a product', call('*', value(5), value(2)), 10],
    ['a quotient', call('/', value(5), value(2)), 2.5],
    ['an absolute value', call('abs', value(-5)), 5],
    ['the least', call('least', value(5), value(2), value(3)), 2],
    ['the greatest', call('greatest', value(2), value(5), value(3)), 5],
    ['least ignores a later unknown value', call('least', value(3), of('HB')), 3],
    ['greatest ignores an unknown value', call('greatest', value(3), of('HB'), value(4)), 4],
    ['days from an unknown day', call('days_between', of('DOD'), call('today')), null],
    ['a sum with an unknown value', call('+', of('HB'), value(1)), null],
    ['a count of true values', call('count_true', of('BMT'), value(true), value(false), value(true), value(true)), 3],
    ['whole years', call('years_between', value('2008-03-02'), call('today')), 17],
    ['days', call('days_between', value('2026-02-27'), call('today')), 2],
    ['the first known value', call('coalesce', of('HB'), value(7)), 7],
  ])('%s', (_, operand, result) => {
    const known: Expression = { op: 'is null', of: operand }
    expect(evaluateToday(known)).toBe(result === null)
    if (result !== null) expect(evaluateToday({ op: '=', left: operand, right: value(result) })).toBe(true)
  })
})

describe('comparisons', () => {
  test.each<[Extract<Expression, { left: Operand; right: Operand }>['op'], boolean, boolean, boolean]>([
    ['=', false, true, false],
    ['<>', true, false, true],
    ['<', true, false, false],
    ['<=', true, true, false],
    ['>', false, false, true],
    ['>=', false, true, true],
  ])('%s is %s of a smaller, %s of an equal and %s of a greater number', (op, smaller, equal, greater) => {
    expect([1, 2, 3].map((hb) => evaluateToday({ op, left: of('HB'), right: value(2) }, { HB: hb }))).toEqual([smaller, equal, greater])
  })

  test('the earlier of two days is the least', () => {
    const least: Operand = { call: 'least', args: [of('DOD'), value('2020-01-01')] }
    expect(evaluateToday({ op: '=', left: least, right: value('2019-12-31') }, { DOD: '2019-12-31' })).toBe(true)
    expect(evaluateToday({ op: '=', left: least, right: value('2020-01-01') }, { DOD: '2021-12-31' })).toBe(true)
  })

  test('a multi-value field does not contain a value of another type', () => {
    expect(evaluateToday({ op: 'in', left: of('HOSPEDAL_CAUSES'), values: [1] }, { HOSPEDAL_CAUSES: ['1'] })).toBe(false)
  })
})

test('texts are ordered by code point', () => {
  expect(evaluateToday({ op: '<', left: of('TT'), right: value('\u{1F600}') }, { TT: '\uFFFD' })).toBe(true)
  expect(evaluateToday({ op: '<', left: of('TT'), right: value('a') }, { TT: 'Z' })).toBe(true)
  expect(evaluateToday({ op: '<', left: of('TT'), right: value('ab') }, { TT: 'a' })).toBe(true)
})
