import { expect, it } from 'vitest'
import { failureOf } from './failure.ts'

it('reads the server’s code, sentence and fields', () => {
  const error = { data: { fault: { code: 'code_wrong', message: 'Codice non corretto', fields: { otp: 'Codice non corretto' } } } }
  expect(failureOf(error)).toEqual({ code: 'code_wrong', message: 'Codice non corretto', fields: { otp: 'Codice non corretto' } })
})

it.each([
  [
    'an answer that is not the application’s',
    Object.assign(new Error('Unexpected token <'), { meta: { response: { status: 502 } } }),
    'status 502',
  ],
  ['a network exception', new TypeError('Failed to fetch'), 'Failed to fetch'],
  ['an exception without words', new Error(''), '{}'],
  ['a plain text', 'rotto', 'rotto'],
  ['anything else, as JSON text', { why: 42 }, '{"why":42}'],
])('says %s', (_what, error, message) => {
  expect(failureOf(error)).toEqual({ code: undefined, message, fields: {} })
})
