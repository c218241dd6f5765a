import { expect, test } from 'vitest'
import { isBroken, listSignableYears } from './signature.ts'

test.each([
  ['nothing changed', { personal: 2, medical: 3 }, { personal: 2, medical: 3 }, false],
  ['clinical data changed', { personal: 2, medical: 3 }, { personal: 2, medical: 4 }, true],
  ['personal data changed', { personal: 2, medical: 3 }, { personal: 3, medical: 3 }, true],
  ['a data domain without consent since', { personal: 2, medical: 3 }, { personal: null, medical: 3 }, false],
  ['a data domain with consent since', { personal: null, medical: 3 }, { personal: 9, medical: 3 }, false],
  ['an unseen data domain changed', { personal: null, medical: 3 }, { personal: null, medical: 3 }, false],
])('REQ-CRF-15: %s', (_, signed, now, broken) => expect(isBroken(signed, now)).toBe(broken))

test('REQ-CRF-15: a record is signed for this year or the last one', () => expect(listSignableYears('2026-01-01')).toEqual([2026, 2025]))
