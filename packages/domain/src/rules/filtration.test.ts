import { describe, expect, test } from 'vitest'
import type { PatientRecord } from '../fields/values.ts'
import { sampleReferenceValues } from '../testing/reference-values.ts'
import { checkRecord, buildRuleSet } from './rule-set.ts'

const rules = buildRuleSet(sampleReferenceValues)
const today = '2026-03-01'
const isFar = (record: PatientRecord, recordedOn: Partial<Record<'EGFR_LAST', string>> = {}): boolean =>
  checkRecord(record, rules, { today, recordedOn }).some(({ id }) => id === 'RULE-26')

const birth = (age: number): string => `${2026 - age}-01-01`

/** eGFR by CKD-EPI 2021, computed outside this project (NEJM 2021;385:1737), above and below each kappa of the formula. */
const published = [
  ['F', 0.3, 65, 117.6483],
  ['F', 0.5, 30, 129.317],
  ['F', 0.7, 18, 128.4845],
  ['F', 1.4, 30, 51.9042],
  ['M', 0.6, 50, 117.6028],
  ['M', 0.9, 80, 86.3391],
  ['M', 1.8, 50, 45.29],
] as const

describe('RULE-26: an adult’s filtration compared with CKD-EPI 2021', () => {
  test.each(published)('%s, creatinine %d, age %d: more than 30 percent from %d warns', (sex, creatinine, age, estimate) => {
    const at = (share: number): PatientRecord => ({ DOB: birth(age), SEX: sex, CREATININE_LAST: creatinine, EGFR_LAST: estimate * share })
    expect([0.699, 0.701, 1, 1.299, 1.301].map((share) => isFar(at(share)))).toEqual([true, false, false, false, true])
  })

  test('warns neither for a child nor without sex, birth and both values', () => {
    const far: PatientRecord = { DOB: '2008-03-01', SEX: 'M', CREATININE_LAST: 1.8, EGFR_LAST: 200 }
    expect(isFar(far)).toBe(true)
    const [discrepancy] = checkRecord(far, rules, { today })
    expect(discrepancy).toMatchObject({ severity: 'warning', fields: ['EGFR_LAST', 'CREATININE_LAST'], text: 'rule_filtration_far' })
    expect(isFar({ ...far, DOB: '2008-03-02' })).toBe(false)
    for (const name of ['DOB', 'SEX', 'CREATININE_LAST', 'EGFR_LAST']) expect(isFar({ ...far, [name]: null })).toBe(false)
    expect(isFar({ ...far, SEX: 'U' })).toBe(false)
  })

  // With a creatinine of 1.0 the formula gives this man 109 at 22 years and 80 at 72.
  const old: PatientRecord = { DOB: '1954-01-01', SEX: 'M', CREATININE_LAST: 1, EGFR_LAST: 125 }

  test('uses the age on the day of recording, not today’s', () => {
    expect(isFar(old)).toBe(true)
    expect(isFar(old, { EGFR_LAST: '1976-01-01' })).toBe(false)
    expect(isFar({ DOB: '2005-01-01', SEX: 'M', CREATININE_LAST: 1.8, EGFR_LAST: 200 }, { EGFR_LAST: '2022-12-31' })).toBe(false)
  })

  test('uses the age at death if that came earlier', () => {
    expect(isFar({ ...old, DEAD_DATE: '1976-01-01' })).toBe(false)
    expect(isFar({ ...old, DEAD_DATE: '1976-01-01' }, { EGFR_LAST: '2020-01-01' })).toBe(false)
    expect(isFar({ ...old, DEAD_DATE: '2025-01-01' }, { EGFR_LAST: '1976-01-01' })).toBe(false)
    expect(isFar({ ...old, DEAD_DATE: '2025-01-01' })).toBe(true)
  })
})
