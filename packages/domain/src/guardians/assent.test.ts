import { describe, expect, test } from 'vitest'
import { findAssent } from './assent.ts'

describe('REQ-GRD-03: the assent of a minor', () => {
  const find = (today: string, given: { readonly assentAge?: number; readonly isHeard?: boolean } = {}) =>
    findAssent({ majority: '2034-05-10', today, assentAge: 12, isHeard: false, ...given })

  test.each([
    ['2028-05-09', 'the day before the 12th birthday', { text: 'child', isAsked: false }],
    ['2028-05-10', 'the 12th birthday', { text: 'child', isAsked: true }],
    ['2030-05-09', 'the day before the 14th birthday', { text: 'child', isAsked: true }],
    ['2030-05-10', 'the 14th birthday', { text: 'adolescent', isAsked: true }],
    ['2034-05-09', 'the last day before the 18th birthday', { text: 'adolescent', isAsked: true }],
    ['2034-05-10', 'the 18th birthday', null],
  ])('on %s, %s', (today, _, assent) => {
    expect(find(today)).toEqual(assent)
  })

  test('is asked from the age of the setting on, and not after the minor answered', () => {
    expect([find('2026-05-10', { assentAge: 10 })?.isAsked, find('2028-05-10', { isHeard: true })?.isAsked]).toEqual([true, false])
    expect(find('2034-05-09', { assentAge: 18 })).toEqual({ text: 'adolescent', isAsked: false })
  })

  test('is none of a person without a birth date', () => {
    expect(findAssent({ majority: null, today: '2026-01-01', assentAge: 12, isHeard: false })).toBeNull()
  })
})
