import { expect, test } from 'vitest'
import { findMajority, isMinor } from './majority.ts'

test.each([
  ['2008-11-30', '2026-11-30'],
  ['2008-02-29', '2026-02-28'],
  ['2000-02-29', '2018-02-28'],
  ['2010-12-31', '2028-12-31'],
])('REQ-GRD-06: a person born on %s comes of age on %s', (birthDate, majority) => {
  expect(findMajority(birthDate)).toBe(majority)
})

test('REQ-GRD-06: a person of 17 years and 364 days is a minor, and on the birthday no more', () => {
  expect([isMinor('2008-11-30', '2026-11-29'), isMinor('2008-11-30', '2026-11-30')]).toEqual([true, false])
})
