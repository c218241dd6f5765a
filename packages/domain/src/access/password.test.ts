import { describe, expect, test } from 'vitest'
import {
  findCentrePasswordError,
  findPasswordChangeError,
  findLengthError,
  findTypedCentrePasswordError,
  getMinPasswordLength,
} from './password.ts'

test('staff need 15 characters, or 10 with a second factor; patients 10 (REQ-ACC-07)', () => {
  expect([getMinPasswordLength('user', false), getMinPasswordLength('user', true), getMinPasswordLength('patient', false)]).toEqual([
    15, 10, 10,
  ])
})

test('the length counts characters of the normal form', () => {
  expect(findLengthError('🩸'.repeat(10), 10)).toBeUndefined()
  expect(findLengthError('e\u0301'.repeat(9), 10)?.code).toBe('password_too_short')
  expect(findLengthError('x'.repeat(129), 10)?.code).toBe('password_too_long')
})

describe('a change of password (REQ-ACC-14)', () => {
  const long = 'parola lunga abbastanza'
  test.each([
    [{ old: 'vecchia', new: long, confirmation: long }, undefined],
    [{ new: long, confirmation: long }, undefined],
    [{ old: long, new: long, confirmation: long }, 'password_same'],
    [{ old: 'vecchia', new: long, confirmation: 'altra' }, 'passwords_differ'],
    [{ old: 'vecchia', new: '', confirmation: '' }, 'password_required'],
    [{ old: 'vecchia', new: 'corta', confirmation: 'corta' }, 'password_too_short'],
  ])('%j: %s', (typed, code) => expect(findPasswordChangeError(typed, 10)?.code).toBe(code))
})

test.each([
  ['x'.repeat(14), 'password_too_short'],
  ['x'.repeat(15), undefined],
  ['x'.repeat(128), undefined],
  ['x'.repeat(129), 'password_too_long'],
])('REQ-ADM-20: the e-CRF password %s, as the form checks it: %s', (password, code) =>
  expect(findTypedCentrePasswordError(password)?.code).toBe(code),
)

test.each([
  ['x', undefined],
  ['x'.repeat(128), undefined],
  ['x'.repeat(129), 'password_too_long'],
])('REQ-ADM-20: the e-CRF password %s, as the server accepts it: %s', (password, code) =>
  expect(findCentrePasswordError(password)?.code).toBe(code),
)
