import { expect, test } from 'vitest'
import { textFormats } from './text-formats.ts'

test.each(['+39', '+1', '+1234'])('%s is a valid prefix', (prefix) => {
  expect(textFormats.mobile_prefix?.findError?.(prefix)).toBeUndefined()
})

test.each(['39', '0039', '+', '+12345', '+3a', 'x+39', '+39x', '+39 ', ''])('%j is not a valid prefix', (prefix) => {
  expect(textFormats.mobile_prefix?.findError?.(prefix)).toBe('mobile_prefix_wrong')
})

test('texts are normalised by field', () => {
  expect(textFormats.SURNAME?.normalise?.('Dè Rossi')).toBe('DÈ ROSSI')
  expect(textFormats.NAME?.normalise?.('Niccolò')).toBe('NICCOLÒ')
  expect(textFormats.SURNAME?.normalise?.("  d'ànna   de  rossi")).toBe("D'ÀNNA DE ROSSI")
  for (const sign of ["'", '’', '‘', 'ʼ', '`']) expect(textFormats.SURNAME?.normalise?.(`d${sign}angelo`)).toBe("D'ANGELO")
  expect(textFormats.email?.normalise?.(' Ada@Example.ORG ')).toBe('ada@example.org')
  expect(textFormats.legal_id?.normalise?.('rssmra80a01h501u')).toBe('RSSMRA80A01H501U')
})
