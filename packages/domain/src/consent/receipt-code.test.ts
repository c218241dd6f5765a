import { expect, test } from 'vitest'
import { buildReceiptCode, parseReceiptCode } from './receipt-code.ts'

const code = buildReceiptCode(Uint8Array.from({ length: 28 }, (_, index) => index * 9))

test('a code has seven groups of four characters that nobody confuses (REQ-CON-16)', () => {
  expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/)
})

test.each([
  ['as printed', code],
  ['in small letters', code.toLowerCase()],
  ['without hyphens', code.replaceAll('-', '')],
  ['with blanks and long dashes', ` ${code.replaceAll('-', ' – ')} `],
  ['with O for zero and I or l for one', code.replaceAll('0', 'O').replace('1', 'I').replaceAll('1', 'l')],
])('a code typed %s is read', (_how, typed) => {
  expect(parseReceiptCode(typed)).toBe(code)
})

test.each(['', 'ABCD', `${code}A`, code.slice(1), code.replace(/.$/, 'U'), code.replace(/.$/, '!'), code.replace(/.$/, '😀')])(
  'no code is read from %j',
  (typed) => {
    expect(parseReceiptCode(typed)).toBeUndefined()
  },
)
