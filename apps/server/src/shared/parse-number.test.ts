import { expect, test } from 'vitest'
import { findMobileError } from '@registry/domain/patient/mobile'
import { parseNumber } from './parse-number.ts'

const findFault = (written: string, prefixes: readonly string[] = ['+39']): string | undefined =>
  findMobileError(parseNumber(written), prefixes)?.code

test.each([
  '3331234567',
  '333 123 4567',
  '+39 333 1234567',
  '0039 333 1234567',
  '00393331234567',
  '393331234567',
  '+39393331234567',
  '\u200B333 1234567',
  '333123456',
])('%s is a mobile', (written) => {
  expect(findFault(written)).toBeUndefined()
})

test.each([
  ['a landline', '06 12345678'],
  ['a landline of San Marino', '+39 0549 123456'],
  ['a premium number', '899 123456'],
  ['a premium number of the old kind', '166 123456'],
  ['a short premium number', '892424'],
  ['a toll-free number', '800 123456'],
])('THREAT-14: %s is no mobile', (_name, written) => {
  expect(findFault(written)).toBe('mobile_not_mobile')
})

test.each([
  ['a satellite number of Iridium', '+881 612345678'],
  ['a satellite number of Inmarsat', '+870 773111632'],
  ['a number of an international network', '+882 13300655'],
  ['a personal number', '+878 101234567890'],
])('THREAT-14: %s is rejected, and would be if its prefix were allowed', (_name, written) => {
  expect(findFault(written)).toBe('mobile_prefix_not_allowed')
  expect(findFault(written, ['+881', '+870', '+882', '+878'])).toBe('mobile_not_mobile')
})

test('THREAT-14: a mobile is accepted if the prefix of its country is allowed, and a number of unknown type is rejected', () => {
  expect([findFault('+41 79 123 45 67'), findFault('+41 79 123 45 67', ['+39', '+41'])]).toEqual(['mobile_prefix_not_allowed', undefined])
  expect(findFault('0041 79 123 45 67', ['+41'])).toBeUndefined()
  expect(findFault('+1 415 555 2671', ['+1'])).toBe('mobile_not_mobile')
})

test.each(['', 'call me', '12', '3331234567 ext. 5', '+39 333 12'])('%j is not a number', (written) => {
  expect(findFault(written)).toBe('mobile_wrong')
})
