import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  convertedJson,
  filledText,
  format,
  integer,
  json,
  optionalChoice,
  optionalFlag,
  optionalFormat,
  optionalInteger,
  optionalText,
  parseLegacyFields,
  parseRequest,
  text,
  unread,
  word,
} from './fields.ts'

const errorAtA = (code: string) => expect.objectContaining({ detail: { code: 'validation_failed' }, fields: { a: { code } } })
const wrong = errorAtA('field_wrong')

/** Reads the field `a` of a request that sent it. */
const read = (schema: z.ZodType, a: unknown): unknown => parseRequest(z.object({ a: schema }), { a }).a

/** Reads the field `a` of a request that did not send it. */
const readAbsent = (schema: z.ZodType): unknown => parseRequest(z.object({ a: schema }), {}).a

describe('the fields of a legacy request (REQ-API-05)', () => {
  test('are those of an object; another body has none', () => {
    expect(parseLegacyFields({ a: 1, b: null })).toEqual({ a: 1, b: null })
    for (const body of [undefined, null, 'a=1', 7, ['a']]) expect(parseLegacyFields(body)).toEqual({})
  })

  test('are text where a value has one', () => {
    const values = ['x', '', 7, false, null, undefined]
    expect(values.map((value) => read(optionalText(z.string()), value))).toEqual(['x', '', '7', 'false', undefined, undefined])
    expect(values.map((value) => read(text(z.string()), value))).toEqual(['x', '', '7', 'false', '', ''])
    expect(values.map((value) => read(filledText(z.string()), value))).toEqual(['x', undefined, '7', 'false', undefined, undefined])
    expect([readAbsent(optionalText(z.string())), readAbsent(text(z.string())), readAbsent(filledText(z.string()))]).toEqual([
      undefined,
      '',
      undefined,
    ])
    for (const schema of [optionalText(z.string()), text(z.string()), filledText(z.string()), word(z.string())])
      for (const value of [['x', 'y'], {}]) expect(() => read(schema, value)).toThrow(wrong)
  })

  test('are words in any letter case', () => {
    expect(read(word(z.enum(['icd9'])), ' ICD9 ')).toBe('icd9')
    expect(() => read(word(z.enum(['icd9'])), 'icd10')).toThrow(wrong)
  })

  test('are whole numbers that a number can hold', () => {
    expect([7, ' -12 ', '', ' ', null, 9_007_199_254_740_991].map((value) => read(optionalInteger(), value))).toEqual([
      7,
      -12,
      undefined,
      undefined,
      undefined,
      9_007_199_254_740_991,
    ])
    for (const value of ['1.5', 'x', '9007199254740992', ['1', '2']]) {
      expect(() => read(optionalInteger(), value)).toThrow(wrong)
      expect(() => read(integer(z.int()), value)).toThrow(wrong)
    }
    expect(read(integer(z.int()), ' 12')).toBe(12)
    for (const value of ['', null, undefined]) expect(() => read(integer(z.int()), value)).toThrow(errorAtA('field_required'))
  })

  test('are answers', () => {
    expect([true, ' TRUE ', '1', 1].map((value) => read(optionalFlag(), value))).toEqual([true, true, true, true])
    expect([false, 'False', '0', 0].map((value) => read(optionalFlag(), value))).toEqual([false, false, false, false])
    expect(['', ' ', null].map((value) => read(optionalFlag(), value))).toEqual([undefined, undefined, undefined])
    for (const value of ['yes', '2', 'toString']) expect(() => read(optionalFlag(), value)).toThrow(wrong)
  })

  test('are one of some values, in the letter case of the value', () => {
    const choice = optionalChoice(['v1', 'v2'], 'withdrawal_choice_required')
    expect([' v1 ', 'v2', '', null].map((value) => read(choice, value))).toEqual(['v1', 'v2', undefined, undefined])
    expect(readAbsent(choice)).toBeUndefined()
    for (const value of ['V1', 'v3']) expect(() => read(choice, value)).toThrow(errorAtA('withdrawal_choice_required'))
    expect(() => read(choice, ['v1'])).toThrow(wrong)
  })

  test('are formats in any letter case', () => {
    for (const schema of [format(['csv', 'json']), optionalFormat(['csv', 'json'])]) {
      expect([' CSV ', 'json'].map((value) => read(schema, value))).toEqual(['csv', 'json'])
      expect(() => read(schema, 'pdf')).toThrow(errorAtA('format_unknown'))
      expect(() => read(schema, ['csv'])).toThrow(wrong)
    }
    expect(read(optionalFormat(['csv']), ' ')).toBeUndefined()
    for (const value of ['', null, undefined]) expect(() => read(format(['csv']), value)).toThrow(errorAtA('format_required'))
  })

  test('are JSON, also where a form sends its text', () => {
    expect([' [1]', '{"b":2}', '\n{"b":[]}'].map((value) => read(json(), value))).toEqual([[1], { b: 2 }, { b: [] }])
    expect(['1', 'x[1]', 7, null, [1]].map((value) => read(json(), value))).toEqual(['1', 'x[1]', 7, null, [1]])
    expect(() => read(json(), '[1')).toThrow(wrong)
  })

  test('are JSON in an old spelling', () => {
    const schema = convertedJson(z.array(z.string().max(2, { error: 'filter_name_too_long' })), {
      convert: (value) => (value === undefined ? [] : value),
      documented: z.array(z.string()),
    })
    expect([read(schema, '["ab"]'), read(schema, ['c']), readAbsent(schema)]).toEqual([['ab'], ['c'], []])
    expect(() => read(schema, ['abc', 7])).toThrow(errorAtA('filter_name_too_long'))
    expect(() => read(schema, '[1')).toThrow(wrong)
    expect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).toMatchObject({ type: 'array', items: { type: 'string' } })
  })

  test('stay unread where the operation does not use them', () => {
    expect(read(unread(z.enum(['it'])), ['x'])).toBeUndefined()
    expect(z.toJSONSchema(z.object({ a: unread(z.enum(['it'])) }), { io: 'input' })).not.toHaveProperty('required')
  })

  test('THREAT-07: never reach a prototype', () => {
    expect(read(json(), '{"__proto__":{"admin":true},"b":{"__proto__":1,"c":2}}')).toEqual({ b: { c: 2 } })
  })
})

describe('errors of fields (REQ-API-02)', () => {
  const schema = z.object({
    name: text(z.string().min(1, { error: 'filter_name_required' })),
    id: integer(z.int()),
    count: optionalInteger(),
  })

  test('are reported together where checks fail', () => {
    const checks = z.object({ a: schema.shape.name, b: schema.shape.name })
    expect(() => parseRequest(checks, {})).toThrow(
      expect.objectContaining({ fields: { a: { code: 'filter_name_required' }, b: { code: 'filter_name_required' } } }),
    )
  })

  test('are the first alone where a value cannot be read', () => {
    expect(() => parseRequest(schema, { id: 'x', count: 'y' })).toThrow(
      expect.objectContaining({ fields: { id: { code: 'field_wrong' } } }),
    )
  })
})
