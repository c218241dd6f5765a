import { afterEach, expect, test } from 'vitest'
import { dropCookie, readCookie, writeCookie } from './cookie.ts'

afterEach(() => dropCookie('next'))

test('any text survives writing and reading a cookie', () => {
  for (const value of ['/uhome', '/a?b=c&d=è', ';=,"', '']) {
    writeCookie('next', value, 60)
    expect(readCookie('next')).toBe(value)
  }
  expect(readCookie('other')).toBeUndefined()
})

test('THREAT-43: a cookie that cannot be decoded counts as absent', () => {
  document.cookie = 'next=%zz; Path=/'
  expect(readCookie('next')).toBeUndefined()
})
