import { describe, expect, test } from 'vitest'
import { parseLegacyFields } from './fields.ts'

const wrong = expect.objectContaining({ detail: { code: 'validation_failed' }, fields: { a: { code: 'field_wrong' } } })
const fieldOf = (a: unknown) => parseLegacyFields({ a })

describe('the fields of a legacy request (D2)', () => {
  test('are those of an object; another body has none', () => {
    const fields = parseLegacyFields({ a: 1, b: null })
    expect([fields.names(), fields.has('b'), fields.has('c')]).toEqual([['a', 'b'], true, false])
    for (const body of [undefined, null, 'a=1', 7, ['a']]) expect(parseLegacyFields(body).names()).toEqual([])
  })

  test('are text where a value has one', () => {
    expect(['x', '', 7, false, null, undefined].map((value) => fieldOf(value).text('a'))).toEqual([
      'x',
      '',
      '7',
      'false',
      undefined,
      undefined,
    ])
    for (const value of [['x', 'y'], {}]) expect(() => fieldOf(value).text('a')).toThrow(wrong)
  })

  test('are whole numbers that a number can hold', () => {
    expect([7, ' -12 ', '', ' ', null, 9_007_199_254_740_991].map((value) => fieldOf(value).integer('a'))).toEqual([
      7,
      -12,
      undefined,
      undefined,
      undefined,
      9_007_199_254_740_991,
    ])
    for (const value of ['1.5', 'x', '9007199254740992']) expect(() => fieldOf(value).integer('a')).toThrow(wrong)
  })

  test('are answers', () => {
    expect([true, ' TRUE ', '1', 1].map((value) => fieldOf(value).flag('a'))).toEqual([true, true, true, true])
    expect([false, 'False', '0', 0].map((value) => fieldOf(value).flag('a'))).toEqual([false, false, false, false])
    expect(['', ' ', null].map((value) => fieldOf(value).flag('a'))).toEqual([undefined, undefined, undefined])
    for (const value of ['yes', '2']) expect(() => fieldOf(value).flag('a')).toThrow(wrong)
  })

  test('are JSON, also where a form sends its text', () => {
    expect([' [1]', '{"b":2}', '\n{"b":[]}'].map((value) => fieldOf(value).value('a'))).toEqual([[1], { b: 2 }, { b: [] }])
    expect(['1', 'x[1]', 7, null, [1]].map((value) => fieldOf(value).value('a'))).toEqual(['1', 'x[1]', 7, null, [1]])
    expect(() => fieldOf('[1').value('a')).toThrow(wrong)
  })

  test('THREAT-07: never reach a prototype', () => {
    expect(fieldOf('{"__proto__":{"admin":true},"b":{"__proto__":1,"c":2}}').value('a')).toEqual({ b: { c: 2 } })
  })
})
