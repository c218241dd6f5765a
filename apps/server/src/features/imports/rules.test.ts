import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csv, createImportFixture, type ImportFixture } from './testing/import-fixture.ts'

let fixture: ImportFixture
beforeAll(async () => {
  fixture = await createImportFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const medical = (...lines: readonly string[]) => fixture.send('/putMedicalData', csv(...lines))
const personal = (...lines: readonly string[]) => fixture.send('/putPersonalData', csv(...lines))
const far = { code: 'warning_rule_filtration_far' }

describe('RULE-26: the filtration is compared at the age of its day, not of today', () => {
  /** Recorded fifty years ago, at 22 years of age. With a creatinine of 1.0 the formula gives 109 then and 80 at 72. */
  const recorded = async (centrePatientCode: string) => {
    const { id } = await fixture.patient(centrePatientCode, {
      personal: { dob: '1954-01-01', sex: 'M' },
      medical: { creatinine_last: 1, egfr_last: 125 },
    })
    await fixture.server.database.owner.begin(async (sql) => {
      await sql`ALTER TABLE patient_medical_version DISABLE TRIGGER USER`
      await sql`UPDATE patient_medical_version SET at = '1976-06-01' WHERE patient_id = ${id}`
      await sql`ALTER TABLE patient_medical_version ENABLE TRIGGER USER`
    })
  }

  test('a value that the file does not contain keeps the day on which it was recorded', async () => {
    await recorded('F1')
    expect(await personal('CENTER_ID,DOB', 'F1,1954-02-01')).toMatchObject({ ok: 1, detail: [] })
    expect(await medical('CENTER_ID,EGFR_LAST,CREATININE_LAST', 'F1,,1.01')).toMatchObject({ ok: 1, detail: [] })
    expect(await medical('CENTER_ID,WEIGHT,EGFR_LAST', 'F1,70,')).toMatchObject({ ok: 1, detail: [] })
    // A save of other fields does not change the day of the value.
    expect(await personal('CENTER_ID,DOB', 'F1,1954-03-01')).toMatchObject({ ok: 1, detail: [] })
  })

  test('a value of the file is recorded today, even if it equals the stored one', async () => {
    await recorded('F2')
    expect(await medical('CENTER_ID,EGFR_LAST', 'F2,125')).toMatchObject({ ok: 1, detail: [far] })
    expect(await medical('CENTER_ID,EGFR_LAST', 'F2,80')).toMatchObject({ ok: 1, detail: [] })
    expect(await medical('CENTER_ID,EGFR_LAST', 'F2,125')).toMatchObject({ ok: 1, detail: [far] })
    expect(await personal('CENTER_ID,DOB', 'F2,1954-02-01')).toMatchObject({ ok: 1, detail: [far] })
  })

  test('no value of a dead person is later than the death', async () => {
    await recorded('F3')
    const death = ['CENTER_ID,EGFR_LAST,STATUS,DEAD_DATE,DEAD_CAUSE', 'F3,126,DEAD,1976-07-01,Sepsi'] as const
    expect(await medical(...death)).toMatchObject({ ok: 1, detail: [] })
  })
})

describe('a file is checked by the rules of the registry', () => {
  test.each([
    ['rule 12: chronic transfusion without a regimen', 'FENOTYPE', 'SCD_CT', 'warning_rule_phenotype_transfused'],
    ['rule 16: a chelator for nobody', 'ICT_TYPE,ICT_IP', 'NONE,true', 'rule_no_chelator'],
    ['rule 22: a course that never was', 'HU_TERAPY_TYPE,HU_TERAPY_DOSAGE', 'NEVER,20', 'rule_never_taken'],
    [
      'rule 15: exchange with a second diagnosis of beta',
      'TT_TYPE,DIAGNOSIS,DIAGNOSIS_2',
      'AUTO_EX,HBH,BTI',
      'warning_rule_exchange_in_beta',
    ],
  ])('%s', async (name, columns, values, code) => {
    const key = name.slice(5, 7)
    await fixture.patient(key)
    expect((await medical(`CENTER_ID,${columns}`, `${key},${values}`)).detail).toMatchObject([{ key, code }])
  })

  test('RULE-35: the last digit of an eleven-digit tax code', async () => {
    await fixture.patient('T1')
    expect(await personal('CENTER_ID,LEGAL_ID', 'T1,12345678901')).toMatchObject({ ok: 0, detail: [{ code: 'legal_id_wrong' }] })
    expect(await personal('CENTER_ID,LEGAL_ID', 'T1,12345678903')).toMatchObject({ ok: 1, detail: [] })
  })
})
