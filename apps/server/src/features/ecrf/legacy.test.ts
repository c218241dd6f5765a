import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createImportFixture, type ImportFixture } from '../imports/testing/import-fixture.ts'

let fixture: ImportFixture
let rome: Awaited<ReturnType<ImportFixture['server']['staff']>>

beforeAll(async () => {
  fixture = await createImportFixture()
  rome = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'rome@example.org')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const ask = (action: string, fields: object = {}) => rome.call('/e_crf', { json: { action, lang: 'it', ...fields } })

describe('/e_crf', () => {
  test('LIST_PATIENTS answers the rows and the lists, or the rows alone', async () => {
    await fixture.patient('L1', { surname: 'VERDI' })
    const answer = await ask('LIST_PATIENTS')
    expect(answer).toMatchObject({ success: true, lists: { svc_sex: expect.arrayContaining([{ id: 'F', name: 'Femmina' }]) } })
    expect(answer['rows']).toContainEqual({ CENTER_ID: 'L1', SURNAME: 'VERDI', NAME: 'LUCA', C_DB_P: true, C_DB_M: true })
    expect(await ask('LIST_PATIENTS', { rows_only: 'true' })).not.toHaveProperty('lists')
  })

  test('LIST_PATIENTS with all_fields answers all readable fields, flat, and is a reading of each patient', async () => {
    const { id } = await fixture.patient('L2', { surname: 'BIANCHI', medical: { hb: 9, hospedalizations: 1, hospedal_causes: ['038.2'] } })
    const { id: half } = await fixture.patient('L3', { consents: { C_DB_P: false, C_DB_M: false }, medical: { hb: 9 } })
    const { rows } = (await ask('LIST_PATIENTS', { all_fields: 'true', rows_only: 'true' })) as { rows: Record<string, unknown>[] }
    expect(rows.find(({ CENTER_ID }) => CENTER_ID === 'L2')).toMatchObject({
      SURNAME: 'BIANCHI',
      DOB: '1980-01-01',
      HB: 9,
      HOSPEDAL_CAUSES: '["038.2"]',
      WEIGHT: null,
      C_DB_M: true,
    })
    const closed = rows.find(({ CENTER_ID }) => CENTER_ID === 'L3') ?? {}
    expect(closed).toMatchObject({ C_DB_P: false, C_DB_M: false })
    expect(Object.keys(closed)).not.toEqual(expect.arrayContaining(['DOB']))
    expect(Object.keys(closed)).not.toEqual(expect.arrayContaining(['HB']))
    const [read] = await fixture.server.database.owner<{ patient_ids: number[] }[]>`
      SELECT array_agg(id) AS patient_ids FROM audit_read, unnest(patient_ids) AS id WHERE entry_id IN (
        SELECT id FROM audit_log WHERE request_id = (SELECT request_id FROM audit_log WHERE action = 'LIST_PATIENTS' ORDER BY id DESC LIMIT 1))`
    expect(read?.patient_ids).toEqual(expect.arrayContaining([id, half]))
  })

  test('REQ-PAT-05: a code that differs only by letter case is registered with a warning, and an unknown one names it', async () => {
    await fixture.patient('TWIN-A')
    expect(await ask('GET_PATIENT_DATA', { CENTER_ID: 'twin_a' })).toMatchObject({
      code: 'import_patient_unknown',
      error: expect.stringContaining('scrivi TWIN-A'),
    })
    const person = { center_id: 'twin-a', surname: 'Rossi', name: 'Ada', login_mode: 'Email', email: 'twin@example.org' }
    expect(await ask('ADD_PATIENT', person)).toMatchObject({
      success: true,
      warnings: [{ field: 'center_id', code: 'warning_import_code_case', message: expect.stringContaining('TWIN-A') }],
    })
  })

  test('GET_PATIENT_DATA returns both sections, several choices as JSON text', async () => {
    await fixture.patient('G1', { medical: { hb: 9, hospedalizations: 1, hospedal_causes: ['038.2'] } })
    expect(await ask('GET_PATIENT_DATA', { CENTER_ID: 'G1' })).toMatchObject({
      success: true,
      patient: { CENTER_ID: 'G1', DOB: '1980-01-01', SEX: 'F' },
      medical_data: { HB: 9, HOSPEDAL_CAUSES: '["038.2"]', WEIGHT: null },
    })
    expect(await ask('GET_PATIENT_DATA', { CENTER_ID: 'nobody' })).toMatchObject({ success: false, code: 'import_patient_unknown' })
    expect(await ask('GET_PATIENT_DATA')).toMatchObject({
      success: false,
      code: 'validation_failed',
      fields: { CENTER_ID: expect.any(String) },
    })
  })

  test.each([
    ['JSON', { PATIENT: { address_town: 'Roma' }, MEDICAL_DATA: { HB: '9.5', HOSPEDALIZATIONS: 1, HOSPEDAL_CAUSES: '["038.2"]' } }],
    ['JSON text', { PATIENT: '{"ADDRESS_TOWN":"Roma"}', MEDICAL_DATA: '{"hb":9.5,"HOSPEDALIZATIONS":"1","HOSPEDAL_CAUSES":["038.2"]}' }],
  ])('PUT_PATIENT_DATA stores sections as %s', async (name, dataDomains) => {
    const code = `P-${name.length}`
    await fixture.patient(code, { medical: { weight: 60 } })
    const version = (await ask('GET_PATIENT_DATA', { CENTER_ID: code }))['version']
    expect(await ask('PUT_PATIENT_DATA', { CENTER_ID: code, ...dataDomains, version })).toMatchObject({ success: true, warnings: [] })
    expect(await ask('GET_PATIENT_DATA', { CENTER_ID: code })).toMatchObject({
      patient: { address_town: 'Roma' },
      medical_data: { HB: 9.5, HOSPEDAL_CAUSES: '["038.2"]', WEIGHT: 60 },
    })
  })

  test('PUT_PATIENT_DATA rejects wrong values under their names, and stores nothing', async () => {
    await fixture.patient('P1')
    expect(
      await ask('PUT_PATIENT_DATA', { CENTER_ID: 'P1', PATIENT: { DOB: '31/02/1980' }, MEDICAL_DATA: { HB: 99, WEIGHT: 60 } }),
    ).toMatchObject({
      success: false,
      code: 'validation_failed',
      // An alert of an old program shows `error` only, and a record has many dates and numbers.
      error: 'DOB: Data non valida\nHB: Valore troppo alto: il massimo è 22',
      fields: { DOB: 'Data non valida', HB: 'Valore troppo alto: il massimo è 22' },
    })
    expect(await ask('PUT_PATIENT_DATA', { CENTER_ID: 'P1' })).toMatchObject({ success: false, error: 'Nessun campo modificato' })
    expect(await ask('PUT_PATIENT_DATA', { CENTER_ID: 'P1', MEDICAL_DATA: '[1' })).toMatchObject({
      fields: { MEDICAL_DATA: expect.any(String) },
    })
    expect((await fixture.stored('patient_medical', 'P1'))['weight']).toBeNull()
  })

  test('PUT_PATIENT_DATA with an old version names who changed the field', async () => {
    await fixture.patient('V1', { medical: { hb: 9 } })
    const { version } = await ask('GET_PATIENT_DATA', { CENTER_ID: 'V1' })
    await ask('PUT_PATIENT_DATA', { CENTER_ID: 'V1', MEDICAL_DATA: { HB: 10 } })
    expect(await ask('PUT_PATIENT_DATA', { CENTER_ID: 'V1', MEDICAL_DATA: { HB: 11 }, version })).toMatchObject({
      success: false,
      code: 'record_changed',
      fields: { HB: expect.stringContaining('rome@example.org') },
    })
    expect((await fixture.stored('patient_medical', 'V1'))['hb']).toBe(10)
  })

  test('ADD_PATIENT registers a patient, and reports errors under the names of the call', async () => {
    const person = { center_id: 'A1', surname: 'Rossi', name: 'Ada', login_mode: 'Email', email: 'ada@example.org', c_db: true }
    expect(await ask('ADD_PATIENT', person)).toEqual({ success: true, warnings: [] })
    expect(await ask('ADD_PATIENT', person)).toMatchObject({ code: 'record_code_in_use', fields: { center_id: expect.any(String) } })
    expect(await ask('ADD_PATIENT', { ...person, center_id: 'A2', login_mode: 'Mobile' })).toMatchObject({
      fields: { mobile: 'Campo cellulare obbligatorio' },
    })
    expect(await ask('ADD_PATIENT', { ...person, center_id: 'A3', email: '' })).toMatchObject({
      fields: { email: 'Campo email obbligatorio' },
    })
    expect(await ask('ADD_PATIENT', { ...person, center_id: 'A4', center_code: 'MI01' })).toMatchObject({ code: 'permission_denied' })
  })

  test('an empty code of a patient is a required field', async () => {
    const person = { center_id: ' ', surname: 'Rossi', name: 'Ada', login_mode: 'Email', email: 'no.code@example.org' }
    expect(await ask('ADD_PATIENT', person)).toMatchObject({ fields: { center_id: 'Campo obbligatorio' } })
    for (const action of ['GET_PATIENT_DATA', 'PUT_PATIENT_DATA'])
      expect(await ask(action, { CENTER_ID: '', MEDICAL_DATA: { HB: 9 } })).toMatchObject({ fields: { CENTER_ID: 'Campo obbligatorio' } })
  })

  test('answers speak of a form, not of a file', async () => {
    const person = { surname: 'Rossi', name: 'Ada', login_mode: 'Email', email: 'same.contact@example.org' }
    await ask('ADD_PATIENT', { ...person, center_id: 'W1' })
    await fixture.patient('W2')
    const answers = [
      await ask('ADD_PATIENT', { ...person, center_id: 'W3' }),
      await ask('PUT_PATIENT_DATA', { CENTER_ID: 'W2', PATIENT: { center_code: 'MI01' } }),
      await ask('PUT_PATIENT_DATA', { CENTER_ID: 'W2', PATIENT: { c_s: false }, MEDICAL_DATA: { HB: 9 } }),
    ]
    expect(answers).toMatchObject([
      { fields: { email: expect.stringContaining('controlla di averlo scritto bene') } },
      { fields: { center_code: expect.stringContaining('cartella') } },
      { warnings: [{ field: 'c_s', message: expect.stringContaining('nella cartella') }] },
    ])
    expect(JSON.stringify(answers)).not.toMatch(/\bfile\b|\briga\b/)
  })

  test('nobody else may call it', async () => {
    const manager = await fixture.server.staff([{ role: 'DataManager', areaid: 'IT' }])
    expect(await manager.call('/e_crf', { json: { action: 'LIST_PATIENTS' } })).toMatchObject({ code: 'permission_denied' })
    expect(await fixture.server.visitor('staff').call('/e_crf', { json: { action: 'LIST_PATIENTS' } })).toMatchObject({
      code: 'APIsession_required',
    })
  })
})
