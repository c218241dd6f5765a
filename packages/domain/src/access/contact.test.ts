import { expect, test } from 'vitest'
import { findContactError, normalizeEmail } from './contact.ts'

test.each([
  ['', 'contact_required'],
  ['   ', 'contact_required'],
  ['a@b.c', 'contact_wrong'],
  ['a@b.it', undefined],
  ['333123', 'mobile_wrong'],
  ['3331234', undefined],
  ['+393331234', undefined],
  ['00393331234567', undefined],
  ['\u200B333 1234567', undefined],
  ['4331234567', 'mobile_wrong'],
  ['anna.rossi', 'mobile_wrong'],
] as const)('the contact %j: %s', (contact, code) => expect(findContactError(contact)).toBe(code))

test('an e-mail address is trimmed and in lower case', () => expect(normalizeEmail(' Anna@Example.IT ')).toBe('anna@example.it'))

test('an e-mail address has no invisible characters and no point at its end', () =>
  expect(normalizeEmail('\uFEFFanna@x.it\u200B.')).toBe('anna@x.it'))
