import { describe, expect, test } from 'vitest'
import { addField, parseForm, requireUtf8, decodeText, unreadableForm } from './body-text.ts'

const rejected = expect.objectContaining({ detail: { code: 'body_unreadable' } })

describe('the text of a body', () => {
  test('must be UTF-8', () => {
    expect(decodeText(Buffer.from('è€'))).toBe('è€')
    expect(() => decodeText(Buffer.from([0x61, 0xe8]))).toThrow(rejected)
  })

  test('must not contain the replacement character of a decoder', () => {
    expect(requireUtf8('è')).toBe('è')
    expect(() => requireUtf8('a\ufffdb')).toThrow(rejected)
  })
})

describe('a urlencoded body', () => {
  test.each([
    ['', {}],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['&&a=1&', { a: '1' }],
    ['a', { a: '' }],
    ['a=b=c', { a: 'b=c' }],
    ['a+b=c+d%2B', { 'a b': 'c d+' }],
    ['na%C3%A8=%E2%82%AC', { naè: '€' }],
    ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
  ])('%j has the fields %j', (text, fields) => {
    expect(parseForm(text)).toEqual(fields)
  })

  test.each(['a=%E8', '%E8=a', 'a=%', 'a=\ufffd'])('%j is rejected as invalid UTF-8', (text) => {
    expect(parseForm(text)).toBe(unreadableForm)
  })
})

test('a name sent twice contains a list of both values', () => {
  const fields = new Map<string, unknown>()
  for (const value of [1, [2], 3]) addField(fields, 'a', value)
  expect([...fields]).toEqual([['a', [1, 2, 3]]])
})
