import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashCode, hashToken, createTemporaryPassword, createToken, constantTimeEqual } from './tokens.ts'

const many = <Item>(make: () => Item): Item[] => Array.from({ length: 200 }, make)

test('D5, D6: a token is 256 random bits that need no quoting', () => {
  const tokens = many(createToken)
  expect(new Set(tokens).size).toBe(200)
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
})

test('D6: a temporary password is twenty characters that nobody takes for another', () => {
  const passwords = many(createTemporaryPassword)
  expect(new Set(passwords).size).toBe(200)
  for (const password of passwords) expect(password).toMatch(/^[A-HJ-NP-Za-km-z2-9]{20}$/)
})

test('a token is kept as its hash', () => {
  expect(hashToken('token')).toEqual(createHash('sha256').update('token').digest())
})

test('a code is kept under the browser and the salt that it was made with', () => {
  const hash = (code: string, browser: string, salt: string): string => hashCode(code, browser, Buffer.from(salt)).toString('hex')
  const kept = hash('123456', 'browser', 'salt')
  expect(hash('123456', 'browser', 'salt')).toBe(kept)
  for (const other of [hash('123457', 'browser', 'salt'), hash('123456', 'another', 'salt'), hash('123456', 'browser', 'another')])
    expect(other).not.toBe(kept)
})

test('bytes are the same where they are all alike', () => {
  const same = (a: string, b: string): boolean => constantTimeEqual(Buffer.from(a), Buffer.from(b))
  expect([same('abc', 'abc'), same('abc', 'abd'), same('abc', 'ab'), same('', '')]).toEqual([true, false, false, true])
})
