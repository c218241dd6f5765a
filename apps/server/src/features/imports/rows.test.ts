import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giveConsents, makePatients } from '@registry/db/testing/fixtures'
import { csv, createImportFixture, type ImportFixture } from './testing/import-fixture.ts'

let fixture: ImportFixture
beforeAll(async () => {
  fixture = await createImportFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const medical = (...lines: readonly string[]) => fixture.send('/putMedicalData', csv(...lines))
const personal = (...lines: readonly string[]) => fixture.send('/putPersonalData', csv(...lines))
const register = (...lines: readonly string[]) => fixture.send('/createPatients', csv(...lines))
const countImportRuns = async (): Promise<number> => {
  const [count] = await fixture.server.database.owner<{ runs: number }[]>`SELECT count(*)::int AS runs FROM import_run`
  return count?.runs ?? 0
}

describe('the meaning of a cell (REQ-IMP-03, REQ-IMP-04)', () => {
  test(String.raw`an empty cell keeps the stored value, \N and JSON’s null clear it`, async () => {
    await fixture.patient('C1', { medical: { hb: 8, alt: 30, tt: 'REGULAR', hospedalizations: 1, hospedal_causes: ['038.2'] } })
    expect(await medical(' center_id ,HB , alt,TT,HOSPEDAL_CAUSES', String.raw`C1,,\N, ,\N`)).toMatchObject({ ok: 1, ko: 0, detail: [] })
    expect(await fixture.stored('patient_medical', 'C1')).toMatchObject({ hb: 8, alt: null, tt: 'REGULAR', hospedal_causes: null })
    const rows = JSON.stringify([{ CENTER_ID: 'C1', HB: null, ALT: 31, TT: '' }])
    expect(await fixture.send('/putMedicalData', rows, { format: 'json' })).toMatchObject({ ok: 1, ko: 0 })
    expect(await fixture.stored('patient_medical', 'C1')).toMatchObject({ hb: null, alt: 31, tt: 'REGULAR' })
  })

  test('dates, booleans and numbers are read in all documented forms, a decimal comma only with the delimiter ;', async () => {
    await fixture.patient('C2')
    expect(await medical('CENTER_ID;HB;DOD;THROMBOSIS;STROKE', 'C2;9,5;28/02/2001;sì;0')).toMatchObject({ ok: 1, detail: [] })
    expect(await fixture.stored('patient_medical', 'C2')).toMatchObject({ hb: 9.5, dod: '2001-02-28', thrombosis: true, stroke: false })
    expect(await medical('CENTER_ID,HB', 'C2,"8,5"')).toMatchObject({ ok: 0, detail: [{ field: 'HB', code: 'value_number_invalid' }] })
  })

  test('a required value cannot be cleared', async () => {
    await fixture.patient('C3')
    expect(await personal('CENTER_ID,DOB,SEX', String.raw`C3,\N,F`)).toMatchObject({
      ok: 0,
      ko: 1,
      detail: [{ field: 'DOB', code: 'value_required' }],
    })
    expect(await fixture.stored('patient_personal', 'C3')).toMatchObject({ dob: '1980-01-01' })
  })

  test('later rows of JSON can have other columns', async () => {
    for (const code of ['J1', 'J2', 'J3']) await fixture.patient(code)
    const rows = Array.from({ length: 3000 }, (_, index) => ({ CENTER_ID: `J-${index}`, HB: 9 }))
    const file = JSON.stringify([
      { CENTER_ID: 'J1', HB: 9 },
      ...rows,
      { CENTER_ID: 'J2', ALT: 40 },
      { CENTER_ID: 'J3', HB: 10, ALT: null, AST: 20 },
    ])
    expect(await fixture.send('/putMedicalData', file, { format: 'json' })).toMatchObject({ ok: 3, ko: 3000 })
    expect(await fixture.stored('patient_medical', 'J2')).toMatchObject({ hb: null, alt: 40 })
    expect(await fixture.stored('patient_medical', 'J3')).toMatchObject({ hb: 10, ast: 20 })
  })

  test('the rows of one batch can have different columns', async () => {
    for (const code of ['TOGETHER-1', 'TOGETHER-2']) await fixture.patient(code, { medical: { weight: 50, alt: 30 } })
    const rows = Array.from({ length: 2000 }, (_, index) => ({ CENTER_ID: `TOGETHER-X${index}`, WEIGHT: 60 }))
    const file = JSON.stringify([{ CENTER_ID: 'TOGETHER-1', WEIGHT: 80 }, ...rows, { CENTER_ID: 'TOGETHER-2', WEIGHT: 80, ALT: 40 }])
    expect(await fixture.send('/putMedicalData', file, { format: 'json' })).toMatchObject({ ok: 2, ko: 2000 })
    expect(await fixture.stored('patient_medical', 'TOGETHER-1')).toMatchObject({ weight: 80, alt: 30 })
    expect(await fixture.stored('patient_medical', 'TOGETHER-2')).toMatchObject({ weight: 80, alt: 40 })
  })
})

describe('a file sent again', () => {
  test('FAULT-12: changes nothing and gets the same answer, including a warning about the change', async () => {
    await fixture.patient('A1', { medical: { weight: 50 } })
    await fixture.patient('A2')
    const lines = ['CENTER_ID,WEIGHT,HB', 'A1,80,9', 'A2,60,99', 'NOBODY,60,9'] as const
    const first = await medical(...lines)
    expect(first.detail?.map(({ row, code }) => [row, code])).toEqual([
      [1, 'warning_rule_weight_jump'],
      [2, 'value_too_high'],
      [3, 'import_patient_unknown'],
    ])
    const [before, runs] = [await fixture.hashTables(), await countImportRuns()]
    expect(await medical(...lines)).toEqual(first)
    expect(await fixture.hashTables()).toBe(before)
    expect(await countImportRuns()).toBe(runs + 1)
  })

  test('registers nobody twice, and reports a patient who differs', async () => {
    const header = 'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,MOBILE,C_DB'
    const lines = [
      header,
      'R1,ROSSI,ADA,Email,r1@example.org,,',
      'R2,ROSSI,EVA,Email,R1@example.org,,',
      'R3,NERI,UGO,Mobile,,3331112223,sì',
    ] as const
    const first = await register(...lines)
    expect(first).toMatchObject({ ok: 2, ko: 1, detail: [{ row: 2, key: 'R2', field: 'EMAIL', code: 'import_contact_taken' }] })
    const before = await fixture.hashTables()
    expect(await register(...lines)).toEqual(first)
    expect(await fixture.hashTables()).toBe(before)
    const other = await register(
      header,
      'R1,ROSSI,ADA,Email,,,',
      'R3,VERDI,UGO,Mobile,,3331112224,no',
      'R1,ROSSI,ADA,Email,r1@example.org,,',
    )
    expect(other.detail?.map(({ row, field, code }) => [row, field, code])).toEqual([
      [1, 'EMAIL', 'rule_email_missing'],
      [2, 'SURNAME', 'import_patient_differs'],
      [2, 'MOBILE', 'import_patient_differs'],
      [2, 'C_DB', 'warning_import_field_unchanged'],
    ])
    expect(await fixture.hashTables()).toBe(before)
  })

  test('imports the rows that were rejected without consent, once the consent exists', async () => {
    await fixture.patient('L1', { consents: { C_DB_P: true, C_DB_M: false } })
    const lines = ['CENTER_ID,HB', 'L1,9'] as const
    expect(await medical(...lines)).toMatchObject({ ok: 0, ko: 1, detail: [{ key: 'L1', code: 'consent_medical_missing' }] })
    const { owner } = fixture.server.database
    const [patient] = await owner<{ subject: string }[]>`
      SELECT p.consent_subject AS subject FROM patient p JOIN patient_identity i ON i.patient_id = p.id WHERE i.centre_patient_code = 'L1'`
    await giveConsents(owner, patient!.subject, { C_DB_M: true })
    expect(await medical(...lines)).toMatchObject({ ok: 1, ko: 0, detail: [] })
  })

  test('authorises a patient who was registered without C_DB, once', async () => {
    const header = 'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,C_DB'
    await register(header, 'U1,ROSSI,ADA,Email,u1@example.org,')
    const events = () => fixture.server.database.owner`
      SELECT e.field, e.answer, e.channel FROM consent_event e JOIN patient p ON p.consent_subject = e.subject JOIN patient_identity i ON i.patient_id = p.id WHERE i.centre_patient_code = 'U1'`
    expect(await events()).toEqual([])
    for (const _ of [1, 2])
      expect(await register(header, 'U1,ROSSI,ADA,Email,u1@example.org,true')).toMatchObject({ ok: 1, ko: 0, detail: [] })
    expect(await events()).toEqual([{ field: 'C_DB', answer: true, channel: 'service' }])
  })
})

describe('checks of patients and values', () => {
  test('each row of a file has its own result: stored, stored with a warning, unchanged, rejected by a rule, by consent, by its code', async () => {
    for (const code of ['S1', 'S2']) await fixture.patient(code, { medical: { weight: 50, hb: 8 } })
    await fixture.patient('S3', { medical: { weight: 60, hb: 9 } })
    await fixture.patient('S4')
    await fixture.patient('S5', { consents: { C_DB_P: true, C_DB_M: false } })
    const answer = await medical(
      'CENTER_ID,WEIGHT,HB,HB_LAST,HB_MIN,HB_MAX',
      'S1,51,9,9,8,10',
      'S2,80,9,9,8,10',
      'S3,60,9,,,',
      'S4,60,9,9,10,8',
      'S5,60,9,9,8,10',
      'S6,60,9,9,8,10',
    )
    expect(answer).toMatchObject({ ok: 3, ko: 3 })
    expect(answer.detail?.map(({ row, code }) => [row, code])).toEqual([
      [2, 'warning_rule_weight_jump'],
      [4, 'rule_min_over_max'],
      [4, 'rule_outside_min_max'],
      [5, 'consent_medical_missing'],
      [6, 'import_patient_unknown'],
    ])
    expect(await Promise.all(['S1', 'S2', 'S3', 'S4', 'S5'].map((code) => fixture.stored('patient_medical', code)))).toMatchObject([
      { weight: 51, hb_min: 8, version: 3 },
      { weight: 80, hb_min: 8, version: 3 },
      { weight: 60, hb: 9, version: 2 },
      { weight: null, hb: null, version: 1 },
      { weight: null, hb: null, version: 1 },
    ])
  })

  test('RULE-36: no row is written without consent or after a withdrawal', async () => {
    await fixture.patient('W1')
    const { id } = await fixture.patient('W2')
    await fixture.patient('W3', { consents: { C_DB_M: true } })
    await fixture.server.database.owner.begin(async (sql) => {
      await sql`SELECT set_config('app.patient', ${String(id)}, true), set_config('app.actor', 'patient', true)`
      await sql`SELECT withdraw_patient(${id}, 'v1')`
    })
    expect(await personal('CENTER_ID,address_town', 'W1,Roma', 'W2,Roma', 'W3,Roma')).toMatchObject({
      ok: 1,
      ko: 2,
      detail: [
        { row: 2, key: 'W2', field: 'CENTER_ID', code: 'consent_withdrawn' },
        { row: 3, key: 'W3', field: 'CENTER_ID', code: 'consent_personal_missing' },
      ],
    })
    expect(await medical('CENTER_ID,HB', 'W1,9', 'W2,9', 'W3,9')).toMatchObject({
      ok: 2,
      ko: 1,
      detail: [{ key: 'W2', code: 'consent_withdrawn' }],
    })
    expect(await register('CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL', 'W2,BIANCHI,LUCA,Email,w2@example.org')).toMatchObject({
      ko: 1,
      detail: [{ key: 'W2', code: 'consent_withdrawn' }],
    })
  })

  test('rules between fields read the record as it would be, stored values with those of the file', async () => {
    await fixture.patient('F1', { medical: { splenectomy: true, hb_min: 8, hb_max: 10 }, personal: { dob: '1980-01-01', sex: 'M' } })
    await fixture.patient('F2', { personal: { dob: '1990-01-01', sex: 'F' } })
    const answer = await medical(
      'CENTER_ID,SPLENECTOMY_DATE,HB_LAST,PRIAPISM,DOD,DIAGNOSIS',
      'F1,2001-01-01,9,true,1985-01-01,SCD_SS',
      'F2,2001-01-01,11,true,1989-12-31,SCD_SS',
    )
    expect(answer).toMatchObject({ ok: 1, ko: 1 })
    expect(answer.detail?.map(({ row, field, code }) => [row, field, code])).toEqual(
      expect.arrayContaining([
        [2, 'SPLENECTOMY_DATE', 'rule_flag_missing'],
        [2, 'DOD', 'rule_before_birth'],
        [2, 'PRIAPISM', 'rule_only_male'],
      ]),
    )
    expect(await medical('CENTER_ID,SPLENECTOMY', String.raw`F1,\N`)).toMatchObject({
      ok: 0,
      ko: 1,
      detail: [{ row: 1, field: 'SPLENECTOMY', code: 'rule_flag_missing' }],
    })
    expect(await medical('CENTER_ID,HB_LAST', 'F1,12')).toMatchObject({
      ko: 1,
      detail: [{ field: 'HB_LAST', code: 'rule_outside_min_max' }],
    })
  })

  test('personal data with another person’s name are rejected; contacts and consents are reported and not changed', async () => {
    await fixture.patient('I1', { surname: 'DE LUCA', name: 'JOSÉ', email: 'i1@example.org' })
    await fixture.patient('I2')
    const answer = await personal(
      'CENTER_ID,SURNAME,NAME,email,C_DB_M,center_code,address_town',
      'I1,de luca,Jose\u0301,other@example.org,false,RM01,Roma',
      'I2,ROSSI,,,,MI01,Roma',
    )
    expect(answer).toMatchObject({ ok: 1, ko: 1 })
    expect(answer.detail?.map(({ row, field, code }) => [row, field, code])).toEqual([
      [1, 'email', 'warning_import_field_unchanged'],
      [1, 'C_DB_M', 'warning_import_field_unchanged'],
      [2, 'center_code', 'import_identity_differs'],
      [2, 'SURNAME', 'import_identity_differs'],
    ])
    const [stored] = await fixture.server.database
      .owner`SELECT i.email, p.c_db_m FROM patient_identity i JOIN patient p ON p.id = i.patient_id WHERE centre_patient_code = 'I1'`
    expect(stored).toEqual({ email: 'i1@example.org', c_db_m: true })
    expect(await fixture.stored('patient_personal', 'I2')).toMatchObject({ address_town: null })
  })

  test('RULE-34 RULE-35: the content of postal code and tax code is checked', async () => {
    await fixture.patient('T1')
    const answer = await personal('CENTER_ID,address_nation,address_zip,legal_id', 'T1,IT,0010,RSSMRA80A01H501U')
    expect(answer.detail?.map(({ field, code }) => [field, code])).toEqual([
      ['address_zip', 'rule_postcode_wrong'],
      ['legal_id', 'warning_rule_legal_id_disagrees'],
    ])
    expect(await personal('CENTER_ID,legal_id', 'T1,RSSMRA80A01H501X')).toMatchObject({
      ko: 1,
      detail: [{ field: 'legal_id', code: 'legal_id_wrong' }],
    })
  })

  test('THREAT-04: a code of another centre is unknown', async () => {
    await fixture.patient('CANARY-MI', {
      centre: 'MI01',
      surname: 'CANARYSURNAME',
      email: 'canary@example.org',
      medical: { gt: true, gt_note: 'CANARYNOTE' },
    })
    const before = await fixture.hashTables()
    const answers = [
      await medical('CENTER_ID,HB,GT_NOTE', 'CANARY-MI,9,x'),
      await personal('CENTER_ID,SURNAME,address_town', 'CANARY-MI,CANARYSURNAME,Roma'),
    ]
    expect(answers.map(({ ok, ko }) => [ok, ko])).toEqual([
      [0, 1],
      [0, 1],
    ])
    expect(JSON.stringify(answers)).not.toMatch(/CANARYNOTE|MI01|canary@/)
    expect(await fixture.hashTables()).toBe(before)
  })

  test('two centres can use the same code for different patients', async () => {
    await fixture.patient('SHARED', { centre: 'MI01', email: 'shared.mi@example.org', medical: { hb: 7 } })
    expect(await register('CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL', 'SHARED,ROSSI,ADA,Email,shared.rm@example.org')).toMatchObject({
      ok: 1,
      ko: 0,
    })
    const rows = await fixture.server.database
      .owner`SELECT centre_code FROM patient_identity WHERE centre_patient_code = 'SHARED' ORDER BY 1`
    expect(rows).toEqual([{ centre_code: 'MI01' }, { centre_code: 'RM01' }])
  })
})

test('a file of thousands of rows with warnings is stored and reported within the time limit', async () => {
  const rows = 20_000
  await makePatients(fixture.server.database.owner, { centre: 'RM01', count: rows, consents: { C_DB_P: true, C_DB_M: true } })
  const answer = await medical('CENTER_ID,ALT_MEAN', ...Array.from({ length: rows }, (_, row) => `P${row + 1},30`))
  expect(answer).toMatchObject({ ok: rows, ko: 0 })
  expect(answer.detail?.[0]).toMatchObject({ row: 1, key: 'P1', code: 'warning_rule_last_missing' })
  expect(answer.detail?.at(-1)).toMatchObject({ code: 'import_more' })
})

describe('REQ-PAT-07: the spelling of a name', () => {
  const header = 'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL'

  test('another apostrophe or a composed accent is the same name', async () => {
    const first = [`SAME-1,D'ANGELO,NICOLO\u0300,Email,same.1@example.org`, 'SAME-2,DE’ ROSSI,ZOË,Email,same.2@example.org']
    expect(await register(header, ...first)).toMatchObject({ ok: 2, ko: 0 })
    const again = ['SAME-1,D’Angelo,Nicolò,Email,same.1@example.org', "SAME-2,De' Rossi,Zoe\u0308,Email,same.2@example.org"]
    expect(await register(header, ...again)).toMatchObject({ ok: 2, ko: 0, detail: [] })
    for (const sign of ["'", '’', 'ʼ', '`'])
      expect(await register(header, `SAME-1,d${sign}angelo,nicolò,Email,same.1@example.org`)).toMatchObject({ ok: 1, ko: 0 })
  })

  test('a differing name is rejected, and the error explains where to correct it', async () => {
    await fixture.patient('OTHER-1', { surname: 'VERDI', name: 'ADA', email: 'other.1@example.org' })
    const toRecord = expect.stringContaining('«Correggi la registrazione»')
    expect(await register(header, 'OTHER-1,Verde,Ada,Email,other.1@example.org')).toMatchObject({
      ko: 1,
      detail: [{ field: 'SURNAME', code: 'import_patient_differs', message: toRecord }],
    })
    expect(await personal('CENTER_ID,SURNAME,ADDRESS_TOWN', 'OTHER-1,Verde,Roma')).toMatchObject({
      ko: 1,
      detail: [{ field: 'SURNAME', code: 'import_identity_differs', message: toRecord }],
    })
  })
})
