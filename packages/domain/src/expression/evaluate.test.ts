import { describe, expect, test } from 'vitest'
import type { PatientRecord } from '../fields/values.ts'
import { evaluate } from './evaluate.ts'
import type { Expression, Operand } from './expression.ts'

const today = '2026-03-01'
const said = (expression: Expression, record: PatientRecord = {}) => evaluate(expression, record, { today })
const of = (field: 'HB' | 'TT' | 'BMT' | 'DOD' | 'HOSPEDAL_CAUSES'): Operand => ({ field })
const value = (scalar: string | number | boolean): Operand => ({ value: scalar })

const yes: Expression = { op: 'is null', of: of('HB') }
const no: Expression = { op: 'is not null', of: of('HB') }
const unknown: Expression = { op: '=', left: of('HB'), right: value(1) }

describe('true, false and unknown combine as in SQL', () => {
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
  ])('%s', (_, expression, truth) => expect(said(expression)).toBe(truth))
})

describe('a value among values', () => {
  test.each<[Expression, boolean]>([
    [{ op: 'in', left: of('TT'), values: ['PAST', 'NEVER'] }, true],
    [{ op: 'in', left: of('TT'), values: ['PAST', 'REGULAR'] }, false],
    [{ op: 'not in', left: of('TT'), values: ['PAST', 'NEVER'] }, false],
    [{ op: 'not in', left: of('TT'), values: ['PAST'] }, true],
  ])('%j: %s', (expression, truth) => expect(said(expression, { TT: 'NEVER' })).toBe(truth))
})

describe('what a rule may ask beside the record', () => {
  const changed: Expression = { op: '<>', left: of('HB'), right: { previous: 'HB' } }
  const older: Expression = { op: '<', left: { recordedOn: 'HB' }, right: value('2026-03-01') }

  test('is the value before the save, unknown where there was no record or no value', () => {
    const asked = (previous?: PatientRecord) => evaluate(changed, { HB: 9 }, { today, ...(previous && { previous }) })
    expect([asked({ HB: 8 }), asked({ HB: 9 }), asked({}), asked()]).toEqual([true, false, null, null])
  })

  test('is the day on which the value was recorded, today where no day is known', () => {
    const asked = (recordedOn?: { HB?: string }) => evaluate(older, { HB: 9 }, { today, ...(recordedOn && { recordedOn }) })
    expect([asked({ HB: '2026-02-28' }), asked({ HB: '2026-03-01' }), asked({}), asked()]).toEqual([true, false, false, false])
  })
})

test('a value that is given is not missing', () => {
  expect([yes, no].map((expression) => said(expression, { HB: 9 }))).toEqual([false, true])
})

test('a comparison with what is unknown on the other side is unknown', () => {
  expect(said({ op: '<', left: value(1), right: of('HB') })).toBeNull()
})

describe('a multi-value field', () => {
  const record: PatientRecord = { HOSPEDAL_CAUSES: ['282.44', '285.9'] }
  test.each<[Expression, boolean]>([
    [{ op: '=', left: of('HOSPEDAL_CAUSES'), right: value('285.9') }, true],
    [{ op: '=', left: of('HOSPEDAL_CAUSES'), right: value('285') }, false],
    [{ op: '<>', left: of('HOSPEDAL_CAUSES'), right: value('285.9') }, false],
    [{ op: 'in', left: of('HOSPEDAL_CAUSES'), values: ['1', '282.44'] }, true],
    [{ op: 'not in', left: of('HOSPEDAL_CAUSES'), values: ['1', '282.44'] }, false],
  ])('%j: %s', (expression, truth) => expect(said(expression, record)).toBe(truth))
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
    expect(said({ op: 'like', left: of('TT'), pattern }, { TT: text })).toBe(truth)
    expect(said({ op: 'not like', left: of('TT'), pattern }, { TT: text })).toBe(!truth)
  })

  test('takes no pattern long', () => {
    const pattern = '%a'.repeat(500)
    expect(said({ op: 'like', left: of('TT'), pattern }, { TT: 'a'.repeat(499) + 'b' })).toBe(false)
  })
})

describe('functions', () => {
  const call = (name: Extract<Operand, { call: unknown }>['call'], ...args: Operand[]): Operand => ({ call: name, args })
  test.each<[string, Operand, number | null]>([
    ['a division by zero', call('/', value(1), value(0)), null],
    ['a negative base', call('power', value(-2), value(0.5)), null],
    ['zero to minus one', call('power', value(0), value(-1)), null],
    ['least passes over what is unknown', call('least', of('HB'), value(3)), 3],
    ['greatest of nothing known', call('greatest', of('HB')), null],
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
    ['least passes over what is unknown later', call('least', value(3), of('HB')), 3],
    ['greatest passes over what is unknown', call('greatest', value(3), of('HB'), value(4)), 4],
    ['days from an unknown day', call('days_between', of('DOD'), call('today')), null],
    ['a sum with the unknown', call('+', of('HB'), value(1)), null],
    ['count of true ones', call('count_true', of('BMT'), value(true), value(false), value(true), value(true)), 3],
    ['whole years', call('years_between', value('2008-03-02'), call('today')), 17],
    ['days', call('days_between', value('2026-02-27'), call('today')), 2],
    ['the first known', call('coalesce', of('HB'), value(7)), 7],
  ])('%s', (_, operand, result) => {
    const known: Expression = { op: 'is null', of: operand }
    expect(said(known)).toBe(result === null)
    if (result !== null) expect(said({ op: '=', left: operand, right: value(result) })).toBe(true)
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
    expect([1, 2, 3].map((hb) => said({ op, left: of('HB'), right: value(2) }, { HB: hb }))).toEqual([smaller, equal, greater])
  })

  test('the earlier of two days is the least', () => {
    const least: Operand = { call: 'least', args: [of('DOD'), value('2020-01-01')] }
    expect(said({ op: '=', left: least, right: value('2019-12-31') }, { DOD: '2019-12-31' })).toBe(true)
    expect(said({ op: '=', left: least, right: value('2020-01-01') }, { DOD: '2021-12-31' })).toBe(true)
  })

  test('a multi-value field does not contain another kind of value', () => {
    expect(said({ op: 'in', left: of('HOSPEDAL_CAUSES'), values: [1] }, { HOSPEDAL_CAUSES: ['1'] })).toBe(false)
  })
})

test('texts are ordered by code point', () => {
  expect(said({ op: '<', left: of('TT'), right: value('\u{1F600}') }, { TT: '\uFFFD' })).toBe(true)
  expect(said({ op: '<', left: of('TT'), right: value('a') }, { TT: 'Z' })).toBe(true)
  expect(said({ op: '<', left: of('TT'), right: value('ab') }, { TT: 'a' })).toBe(true)
})
