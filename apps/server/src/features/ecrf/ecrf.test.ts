import { formatItalianDay } from '../../shared/day.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createImportFixture, csv, type ImportFixture } from '../imports/testing/import-fixture.ts'

type Staff = Awaited<ReturnType<ImportFixture['server']['staff']>>
let fixture: ImportFixture
let rome: Staff
let colleague: Staff
let milan: Staff

beforeAll(async () => {
  fixture = await createImportFixture()
  rome = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'rome@example.org')
  colleague = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'colleague@example.org')
  milan = await fixture.server.staff([{ role: 'CenterAdmin', center: 'MI01' }], 'milan@example.org')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const read = (code: string) => rome.api.ecrf.read.query({ code })
const save = (code: string, changes: Readonly<Record<string, never>> | object, more: { version?: string; reason?: string } = {}) =>
  rome.api.ecrf.save.mutate({ code, changes: { ...changes }, ...more })

describe('REQ-CRF-06: the list of patients', () => {
  test('REQ-PAT-09: finds by a part of the code or the name, which the centre registered itself, even without C_DB_P', async () => {
    await fixture.patient('LIST-1', { surname: 'VERDI', name: 'ADA' })
    await fixture.patient('LIST-2', { surname: 'VERDINI', name: 'UGO', consents: { C_DB_P: false, C_DB_M: true } })
    const find = async (search: string) => (await rome.api.ecrf.patients.query({ search })).patients
    expect(await find('ist-')).toMatchObject([
      { code: 'LIST-1', surname: 'VERDI', name: 'ADA', personal: true, medical: true, withdrawn: false },
      { code: 'LIST-2', surname: 'VERDINI', name: 'UGO', personal: false, medical: true },
    ])
    expect((await find('verdi')).map(({ code }) => code)).toEqual(['LIST-1', 'LIST-2'])
    expect((await find('verdi a')).map(({ code }) => code)).toEqual(['LIST-1'])
    expect(await find('100%')).toEqual([])
    await fixture.patient('LIST-3', { surname: "D'ALÒ", name: 'EVA' })
    expect((await find('d’alo\u0300')).map(({ code }) => code)).toEqual(['LIST-3'])
  })
})

describe('REQ-CON-11: a record', () => {
  test('has no value of a section without consent', async () => {
    await fixture.patient('HALF', { consents: { C_DB_P: true, C_DB_M: false }, medical: { hb: 9 } })
    const { values, consents } = await read('HALF')
    expect(consents).toEqual({ personal: true, medical: false })
    expect(values).toMatchObject({ DOB: '1980-01-01', SEX: 'F', C_DB_M: false })
    expect(Object.keys(values)).not.toContain('HB')
  })

  test('REQ-PAT-09: has the registration and nothing else of the person without C_DB_P', async () => {
    await fixture.patient('NAMED', { surname: 'VERDI', name: 'ADA', consents: { C_DB_P: false, C_DB_M: true } })
    const { surname, name, values } = await read('NAMED')
    expect([surname, name]).toEqual(['VERDI', 'ADA'])
    expect(values).toMatchObject({ CENTER_ID: 'NAMED', SURNAME: 'VERDI', NAME: 'ADA', email: expect.any(String) })
    expect(Object.keys(values)).not.toContain('DOB')
  })

  test.each([
    ['CHOICE-1', { C_INCIDENTAL: 1 }, 'centre_doctor'],
    ['CHOICE-2', { C_INCIDENTAL: 2 }, 'own_doctor'],
    ['CHOICE-3', { C_INCIDENTAL: 3 }, 'not_told'],
    ['CHOICE-0', {}, null],
  ])('REQ-CRF-17: %s has how the patient wants to be told of incidental findings: %j', async (code, answer, expected) => {
    await fixture.patient(code, { consents: { C_DB_P: false, C_DB_M: false, ...answer } })
    expect((await read(code)).incidentalFindings).toBe(expected)
  })

  test('of another centre is unknown', async () => {
    await fixture.patient('OURS')
    await expect(milan.api.ecrf.read.query({ code: 'OURS' })).rejects.toMatchObject({
      data: { detail: { code: 'import_patient_unknown' } },
    })
    await expect(milan.api.ecrf.save.mutate({ code: 'OURS', changes: { HB: 9 } })).rejects.toMatchObject({
      data: { detail: { code: 'import_patient_unknown' } },
    })
  })
})

describe('REQ-CRF-04: a save', () => {
  test('changes the given fields in both sections, clears with null, and counts the complications', async () => {
    await fixture.patient('SAVE', { medical: { hb: 9, weight: 60 } })
    const changes = { address_town: 'Roma', HB: null, HBV: true, HCV: true, HOSPEDALIZATIONS: 1, HOSPEDAL_CAUSES: ['038.2'] }
    const { record, conflicts, warnings } = await save('SAVE', changes)
    expect([conflicts, warnings]).toEqual([[], []])
    expect(record.values).toMatchObject({ ...changes, WEIGHT: 60, COMPLICATIONS_NUM: 2 })
    expect((await read('SAVE')).values).toEqual(record.values)
  })

  test.each([
    ['a value outside a hard limit', { HB: 99 }, { HB: expect.any(String) }],
    ['a future date', { DOD: '2999-01-01' }, { DOD: expect.any(String) }],
    ['an unknown choice', { TT: 'SOMETIMES' }, { TT: expect.any(String) }],
    ['a required value that is cleared', { DOB: null }, { DOB: expect.any(String) }],
    ['an unknown field', { COLOUR: 'red' }, { COLOUR: 'La cartella non ha un campo con questo nome' }],
    ['a rule between data domains', { SEX: 'F', PRIAPISM: true }, { PRIAPISM: expect.any(String) }],
    ['another centre than the registered one', { center_code: 'MI01' }, { center_code: expect.any(String) }],
  ])('rejects %s and stores nothing', async (name, changes, fields) => {
    const code = `BAD-${name.replaceAll(' ', '-')}`
    await fixture.patient(code)
    await expect(save(code, { WEIGHT: 60, ...changes })).rejects.toMatchObject({ data: { detail: { code: 'validation_failed', fields } } })
    expect((await read(code)).values).toMatchObject({ WEIGHT: null })
  })

  test('corrects two fields in one save that are inconsistent alone', async () => {
    await fixture.patient('BOTH', { personal: { dob: '1980-01-01', sex: 'M' }, medical: { priapism: true } })
    await expect(save('BOTH', { SEX: 'F' })).rejects.toMatchObject({ data: { detail: { code: 'validation_failed' } } })
    expect((await save('BOTH', { SEX: 'F', PRIAPISM: false })).record.values).toMatchObject({ SEX: 'F', PRIAPISM: false })
  })

  test('without consent, after a withdrawal and without a change is rejected', async () => {
    await fixture.patient('NONE', { consents: { C_DB_P: true, C_DB_M: false } })
    await expect(save('NONE', { HB: 9 })).rejects.toMatchObject({ data: { detail: { code: 'consent_medical_missing' } } })
    await expect(save('NONE', {})).rejects.toMatchObject({
      message: 'Nessun campo modificato',
      data: { detail: { code: 'record_nothing_changed' } },
    })
    const { id } = await fixture.patient('GONE')
    await fixture.server.database.owner`UPDATE patient SET c_db_no_notification = 'v1' WHERE id = ${id}`
    await expect(save('GONE', { HB: 9 })).rejects.toMatchObject({ data: { detail: { code: 'consent_withdrawn' } } })
  })

  test('has the discrepancies and derived values of a file with the same values', async () => {
    await fixture.patient('FORM')
    await fixture.patient('FILE')
    const { warnings, record } = await save('FORM', { HB: 2.5, FENOTYPE: 'SCD_CT', HBV: true })
    const file = csv('CENTER_ID,HB,FENOTYPE,HBV', 'FILE,2.5,SCD_CT,true')
    const { detail = [] } = await fixture.send('/putMedicalData', file)
    expect(warnings.map(({ field, code }) => [field, `warning_${code}`])).toEqual(detail.map(({ field, code }) => [field, code]))
    expect(warnings.length).toBeGreaterThan(1)
    const { CENTER_ID: _form, email: _formMail, ...values } = record.values
    const { CENTER_ID: _file, email: _fileMail, ...filed } = (await read('FILE')).values
    expect(values).toEqual(filed)
  })
})

describe('REQ-CRF-04, FAULT-13: two people at one record', () => {
  test('a field that both change stops the second save, which reads who, when and what', async () => {
    await fixture.patient('TWO', { medical: { hb: 9, weight: 60 } })
    const { version } = await read('TWO')
    await colleague.api.ecrf.save.mutate({ code: 'TWO', version, changes: { HB: 10, WEIGHT: 61 } })
    const second = await save('TWO', { HB: 11, FERRITIN: 900 }, { version })
    expect(second.conflicts).toMatchObject([{ field: 'HB', old: 9, new: 10, actor: 'colleague@example.org', source: 'form' }])
    expect(second.others.map(({ field }) => field)).toEqual(['WEIGHT'])
    expect(second.record.values).toMatchObject({ HB: 10, FERRITIN: null })
    const third = await save('TWO', { HB: 11, FERRITIN: 900 }, { version: second.record.version })
    expect(third).toMatchObject({ conflicts: [], others: [], record: { values: { HB: 11, FERRITIN: 900, WEIGHT: 61 } } })
  })

  test('other fields are both stored, and the second person reads of the first', async () => {
    await fixture.patient('APART')
    const { version } = await read('APART')
    await colleague.api.ecrf.save.mutate({ code: 'APART', version, changes: { HB: 10 } })
    const second = await save('APART', { WEIGHT: 61 }, { version })
    expect(second).toMatchObject({ conflicts: [], others: [{ field: 'HB', new: 10 }], record: { values: { HB: 10, WEIGHT: 61 } } })
  })
})

test('REQ-CRF-03: the history has each value with who, through what and why, and the record at any moment', async () => {
  await fixture.patient('PAST')
  await save('PAST', { HB: 9 })
  const [first] = (await rome.api.ecrf.history.query({ code: 'PAST' })).changes
  await save('PAST', { HB: 10, WEIGHT: 60 }, { reason: 'Valore di un altro prelievo' })
  const file = csv('CENTER_ID,HB', 'PAST,11')
  await fixture.sendBy(rome, '/putMedicalData', file, { more: { centerCode: 'RM01' } })
  const { changes } = await rome.api.ecrf.history.query({ code: 'PAST' })
  const ofHb = changes.filter(({ field }) => field === 'HB')
  expect(ofHb).toMatchObject([
    { old: 10, new: 11, source: 'file', actor: 'rome@example.org', reason: null },
    { old: 9, new: 10, source: 'form', actor: 'rome@example.org', reason: 'Valore di un altro prelievo' },
    { old: null, new: 9, source: 'form', reason: null },
  ])
  const some = (await rome.api.ecrf.history.query({ code: 'PAST', fields: ['WEIGHT'] })).changes
  expect(some).toMatchObject([{ field: 'WEIGHT', new: 60 }])
  const { values } = await rome.api.ecrf.past.query({ code: 'PAST', at: first!.at })
  expect(values).toMatchObject({ HB: 9, WEIGHT: null })
})

test('REQ-CRF-03: the saves of a record come newest first, of all fields or of one, and continue after a save', async () => {
  await fixture.patient('SAVES')
  await save('SAVES', { HB: 9, WEIGHT: 60, address_town: 'Roma' }, { reason: 'Primo prelievo' })
  await save('SAVES', { WEIGHT: 61 })
  const { saves, fields, next } = await rome.api.ecrf.saves.query({ code: 'SAVES' })
  expect(next).toBeNull()
  expect(fields).toEqual(expect.arrayContaining(['address_town', 'HB', 'WEIGHT']))
  expect(saves.slice(0, 2)).toMatchObject([
    { source: 'form', actor: 'rome@example.org', reason: null, changes: [{ field: 'WEIGHT', old: 60, new: 61 }] },
    { reason: 'Primo prelievo', changes: expect.arrayContaining([{ field: 'HB', old: null, new: 9 }]) },
  ])
  expect(saves[1]?.changes).toHaveLength(3)
  const one = await rome.api.ecrf.saves.query({ code: 'SAVES', field: 'HB' })
  expect(one.saves).toMatchObject([{ reason: 'Primo prelievo', changes: [{ field: 'HB' }] }])
  const older = await rome.api.ecrf.saves.query({ code: 'SAVES', cursor: saves[0]!.at })
  expect(older.saves).toEqual(saves.slice(1))
})

test('REQ-CRF-09: a record has the day of its last MRI, which another value does not move', async () => {
  await fixture.patient('MRI')
  expect((await read('MRI')).lastMri).toBeNull()
  await save('MRI', { T2_HEART_LAST: 21 })
  const { owner } = fixture.server.database
  const ofMri = owner`patient_id = (SELECT patient_id FROM patient_identity WHERE centre_patient_code = 'MRI')`
  await owner.begin(async (sql) => {
    await sql`ALTER TABLE patient_medical_version DISABLE TRIGGER USER`
    await sql`UPDATE patient_medical_version SET at = '2021-05-01T22:30:00Z' WHERE ${ofMri}`
    await sql`ALTER TABLE patient_medical_version ENABLE TRIGGER USER`
  })
  await save('MRI', { WEIGHT: 60 })
  expect((await read('MRI')).lastMri).toBe('2021-05-02')
  await save('MRI', { LIC_LAST: 4 })
  expect((await read('MRI')).lastMri).toBe(formatItalianDay(new Date()))
})

describe('REQ-PAT-01: a new patient', () => {
  const add = (patient: object) =>
    rome.api.ecrf.add.mutate({ code: 'NEW', surname: 'rossi', name: 'ada', loginMode: 'Email', email: ' Ada@Example.org ', ...patient })

  test('is registered in upper case, invited, and listed', async () => {
    await add({ authorised: true })
    const { owner } = fixture.server.database
    const [stored] = await owner`SELECT surname, name, email FROM patient_identity WHERE centre_patient_code = 'NEW'`
    expect(stored).toEqual({ surname: 'ROSSI', name: 'ADA', email: 'ada@example.org' })
    expect(await owner`SELECT FROM sign_in_link`).not.toHaveLength(0)
    expect((await rome.api.ecrf.patients.query({ search: 'NEW' })).patients).toMatchObject([{ code: 'NEW', personal: false }])
  })

  test('REQ-PAT-05: warns of a code that differs only by letter case, of this centre only', async () => {
    await fixture.patient('CASE-X')
    await fixture.patient('CASE-Y', { centre: 'MI01', email: 'case.y@example.org' })
    await expect(rome.api.ecrf.read.query({ code: 'case-y' })).rejects.toThrow(/^Il centro non ha un paziente con questo codice$/)
    expect(await add({ code: 'case-y', email: 'y@example.org' })).toEqual({ warnings: [] })
    expect(await add({ code: 'case-x', email: 'x@example.org' })).toMatchObject({
      warnings: [{ field: 'code', code: 'import_code_case', message: expect.stringContaining('CASE-X') }],
    })
  })

  test.each([
    ['without e-mail', { code: 'N1', email: '' }, { email: 'Campo email obbligatorio' }],
    ['without mobile', { code: 'N2', loginMode: 'Mobile' }, { mobile: 'Campo cellulare obbligatorio' }],
    ['without surname', { code: 'N3', surname: ' ' }, { surname: expect.any(String) }],
    ['without mode', { code: 'N4', loginMode: '' }, { loginMode: expect.any(String) }],
    ['with a code of the centre', { code: 'OURS' }, { code: expect.stringContaining('già') }],
  ])('%s is rejected at the field', async (_name, patient, fields) => {
    await expect(add(patient)).rejects.toMatchObject({ data: { detail: { fields } } })
  })
})
