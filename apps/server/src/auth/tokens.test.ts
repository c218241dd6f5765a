import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashCode, hashToken, createTemporaryPassword, createToken, constantTimeEqual } from './tokens.ts'

const many = <Item>(make: () => Item): Item[] => Array.from({ length: 200 }, make)

test('REQ-ACC-16: a token has 256 random bits and needs no quoting', () => {
  const tokens = many(createToken)
  expect(new Set(tokens).size).toBe(200)
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
})

test('REQ-ACC-11: a temporary password has twenty characters that are hard to confuse', () => {
  const passwords = many(createTemporaryPassword)
  expect(new Set(passwords).size).toBe(200)
  for (const password of passwords) expect(password).toMatch(/^[A-HJ-NP-Za-km-z2-9]{20}$/)
})

test('a token is stored as its hash', () => {
  expect(hashToken('token')).toEqual(createHash('sha256').update('token').digest())
})

test('the hash of a code depends on browser and salt', () => {
  const hash = (code: string, browser: string, salt: string): string => hashCode(code, browser, Buffer.from(salt)).toString('hex')
  const stored = hash('123456', 'browser', 'salt')
  expect(hash('123456', 'browser', 'salt')).toBe(stored)
  for (const other of [hash('123457', 'browser', 'salt'), hash('123456', 'another', 'salt'), hash('123456', 'browser', 'another')])
    expect(other).not.toBe(stored)
})

test('only equal bytes are equal', () => {
  const same = (a: string, b: string): boolean => constantTimeEqual(Buffer.from(a), Buffer.from(b))
  expect([same('abc', 'abc'), same('abc', 'abd'), same('abc', 'ab'), same('', '')]).toEqual([true, false, false, true])
})
