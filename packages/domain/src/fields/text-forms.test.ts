import { expect, test } from 'vitest'
import { textForms } from './text-forms.ts'

test.each(['+39', '+1', '+1234'])('%s is the prefix of a country', (prefix) => {
  expect(textForms.mobile_prefix?.findError?.(prefix)).toBeUndefined()
})

test.each(['39', '0039', '+', '+12345', '+3a', 'x+39', '+39x', '+39 ', ''])('%j is no prefix of a country', (prefix) => {
  expect(textForms.mobile_prefix?.findError?.(prefix)).toBe('mobile_prefix_wrong')
})

test('texts are kept in their own form', () => {
  expect(textForms.SURNAME?.form?.('Dè Rossi')).toBe('DÈ ROSSI')
  expect(textForms.NAME?.form?.('Niccolò')).toBe('NICCOLÒ')
  expect(textForms.email?.form?.(' Ada@Example.ORG ')).toBe('ada@example.org')
  expect(textForms.legal_id?.form?.('rssmra80a01h501u')).toBe('RSSMRA80A01H501U')
})
