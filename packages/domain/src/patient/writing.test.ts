import { describe, expect, test } from 'vitest'
import { findWriteError } from './writing.ts'

describe('writing with and without consent (RULE-36)', () => {
  const all = { personal: true, medical: true, withdrawal: null }
  test.each([
    ['PATIENT', all, undefined],
    ['MEDICAL_DATA', all, undefined],
    ['PATIENT', { ...all, personal: null }, 'consent_personal_missing'],
    ['MEDICAL_DATA', { ...all, personal: false }, undefined],
    ['MEDICAL_DATA', { ...all, medical: false }, 'consent_medical_missing'],
    ['PATIENT', { ...all, withdrawal: 'v1' }, 'consent_withdrawn'],
    ['MEDICAL_DATA', { ...all, withdrawal: 'v3' }, 'consent_withdrawn'],
  ] as const)('%s with %j: %s', (dataDomain, consents, detail) => expect(findWriteError(dataDomain, consents)).toBe(detail))
})
