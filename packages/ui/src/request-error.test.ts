import { expect, it } from 'vitest'
import { toRequestError, isSessionLost } from './request-error.ts'

it('reads the code, message and fields of the server', () => {
  const error = { data: { detail: { code: 'code_wrong', message: 'Codice non corretto', fields: { otp: 'Codice non corretto' } } } }
  expect(toRequestError(error)).toEqual({ code: 'code_wrong', message: 'Codice non corretto', fields: { otp: 'Codice non corretto' } })
})

it.each([
  ['an answer of a proxy', Object.assign(new Error('Unexpected token <'), { meta: { response: { status: 502 } } }), 'status 502'],
  ['a network error', new TypeError('Failed to fetch'), 'Failed to fetch'],
  ['an exception without a message', new Error(''), '{}'],
  ['a plain text', 'rotto', 'rotto'],
  ['any other value as JSON', { why: 42 }, '{"why":42}'],
  ['a message that is no text as JSON', { data: { detail: { message: { righe: 3 } } } }, '{"righe":3}'],
  ['undefined', undefined, 'undefined'],
  ['a status other than 200', { meta: { response: { status: 413 } } }, 'status 413'],
])('reads %s', (_what, error, message) => {
  expect(toRequestError(error)).toEqual({ code: undefined, message, fields: {} })
})

it.each([
  [{ code: 'session_required', message: 'Devi accedere' }, true],
  [{ code: 'APIsession_required', message: 'session required' }, true],
  [{ code: undefined, message: 'session required' }, true],
  [{ code: undefined, message: 'Errore APIsession_required alla riga 3' }, true],
  [{ code: 'permission_denied', message: 'Non permesso' }, false],
  [{ code: undefined, message: 'status 502' }, false],
])('%o means a lost session: %s', (failure, lost) => {
  expect(isSessionLost({ ...failure, fields: {} })).toBe(lost)
})
