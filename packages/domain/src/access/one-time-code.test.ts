import { describe, expect, it } from 'vitest'
import { findOneTimeCode, readCodeField } from './one-time-code.ts'

describe('REQ-ACC-03: a pasted code', () => {
  it.each([
    ['123456', '123456'],
    [' 123456\n', '123456'],
    ['123 456', '123456'],
    ['123-456', '123456'],
    ['１２３４５６', '123456'],
    ['Il codice è 123456', '123456'],
    ['Il codice per entrare in MyConsent è 123456\n\nVale 5 minuti. Richiesto il 12/03/2026 alle 10:15.', '123456'],
    ['123456 è il tuo codice\n\n@consent.example.it #123456', '123456'],
    ['1234567', undefined],
    ['12/03/2026', undefined],
    ['12345', undefined],
    ['123456 654321', undefined],
    ['123456 oppure +393331234567', undefined],
    ['', undefined],
  ])('%j gives %j', (text, code) => expect(findOneTimeCode(text)).toBe(code))
})

it.each([
  ['12', '12'],
  ['123 4', '1234'],
  ['', ''],
  ['123456', '123456'],
  ['1234567', undefined],
  ['12/03/2026', undefined],
  ['abc', undefined],
])('the field after %j has %j', (text, content) => expect(readCodeField(text)).toBe(content))
