import { expect, it } from 'vitest'
import { toRequestError, isSessionLost } from './request-error.ts'

it('reads the server’s code, sentence and fields', () => {
  const error = { data: { detail: { code: 'code_wrong', message: 'Codice non corretto', fields: { otp: 'Codice non corretto' } } } }
  expect(toRequestError(error)).toEqual({ code: 'code_wrong', message: 'Codice non corretto', fields: { otp: 'Codice non corretto' } })
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
  ['an error that is no text, as JSON text', { data: { detail: { message: { righe: 3 } } } }, '{"righe":3}'],
  ['nothing at all', undefined, 'undefined'],
  ['a status other than 200', { meta: { response: { status: 413 } } }, 'status 413'],
])('says %s', (_what, error, message) => {
  expect(toRequestError(error)).toEqual({ code: undefined, message, fields: {} })
})

it.each([
  [{ code: 'session_required', message: 'Devi accedere' }, true],
  [{ code: 'APIsession_required', message: 'session required' }, true],
  [{ code: undefined, message: 'session required' }, true],
  [{ code: undefined, message: 'Errore APIsession_required alla riga 3' }, true],
  [{ code: 'permission_denied', message: 'Non permesso' }, false],
  [{ code: undefined, message: 'status 502' }, false],
])('%o: the session is lost: %s', (failure, lost) => {
  expect(isSessionLost({ ...failure, fields: {} })).toBe(lost)
})
