import { beforeAll, expect, it } from 'vitest'
import { activateLanguage } from './language/language.tsx'
import { describeFailure, isSessionLost, toRequestError } from './request-error.ts'

beforeAll(() => activateLanguage('it', async () => ({})))

const unreachable = 'Non riusciamo a collegarci al registro. Controlla la connessione e riprova.'
const fault = 'La pagina ha un problema. Ricaricala e riprova.'

it('reads the code, message and fields of the server', () => {
  const detail = { code: 'code_wrong', message: 'Codice non corretto', fields: { otp: 'Codice non corretto' } }
  expect(toRequestError({ data: { detail } })).toEqual({ kind: 'refused', ...detail })
})

it.each([
  [
    'an answer of a proxy',
    Object.assign(new Error('Unexpected token <'), { meta: { response: { status: 502 } } }),
    'unreachable',
    'status 502',
  ],
  ['a 500 with HTML', Object.assign(new Error('Unexpected token <'), { meta: { response: { status: 500 } } }), 'status', 'status 500'],
  [
    'a 500 with a body of ours',
    { data: { detail: { code: 'unexpected', message: 'Errore' } }, meta: { response: { status: 500 } } },
    'status',
    'status 500',
  ],
  ['a 200 with HTML', Object.assign(new Error('Unexpected token <'), { meta: { response: { status: 200 } } }), 'unreachable', unreachable],
  ['a network error', new TypeError('Failed to fetch'), 'unreachable', unreachable],
  ['an exception of the page', new TypeError('x is undefined'), 'fault', fault],
  ['a plain text', 'rotto', 'fault', 'rotto'],
  ['any other value as JSON', { why: 42 }, 'fault', '{"why":42}'],
  ['a message that is no text as JSON', { data: { detail: { message: { righe: 3 } } } }, 'refused', '{"righe":3}'],
  ['undefined', undefined, 'fault', 'undefined'],
  ['a status other than 200', { meta: { response: { status: 413 } } }, 'status', 'status 413'],
])('reads %s', (_what, error, kind, message) => {
  expect(toRequestError(error)).toEqual({ kind, code: undefined, message, fields: {} })
})

it.each([
  ['the sentence of a lost connection', { meta: { response: { status: 504 } } }, unreachable],
  [
    'the status in a sentence',
    { meta: { response: { status: 500 } } },
    'Il registro non è riuscito a rispondere (status 500). Riprova tra poco.',
  ],
  ['the server’s message', { data: { detail: { message: 'Codice non corretto' } } }, 'Codice non corretto'],
])('a form shows %s', (_what, error, sentence) => {
  expect(describeFailure(error)).toBe(sentence)
})

it.each([
  [{ code: 'session_required', message: 'Devi accedere' }, true],
  [{ code: 'APIsession_required', message: 'session required' }, true],
  [{ code: undefined, message: 'session required' }, true],
  [{ code: undefined, message: 'Errore APIsession_required alla riga 3' }, true],
  [{ code: 'permission_denied', message: 'Non permesso' }, false],
  [{ code: undefined, message: 'status 502' }, false],
])('%o means a lost session: %s', (failure, lost) => {
  expect(isSessionLost(failure)).toBe(lost)
})
