import { afterAll, beforeAll, expect, test } from 'vitest'
import { createImportFixture, type ImportFixture } from '../features/imports/testing/import-fixture.ts'
import type { Client } from '../testing/client.ts'

let fixture: ImportFixture
let both: Client

beforeAll(async () => {
  fixture = await createImportFixture()
  await fixture.patient('SAME', { surname: 'ROMANI' })
  await fixture.patient('SAME', { centre: 'MI01', surname: 'MILANESI', email: 'same.milan@example.org' })
  both = await fixture.server.staff(
    [
      { role: 'CenterAdmin', center: 'RM01' },
      { role: 'CenterAdmin', center: 'MI01' },
    ],
    'both@example.org',
  )
})
afterAll(() => fixture[Symbol.asyncDispose]())

const ask = (action: string, fields: object = {}) => both.call('/e_crf', { json: { action, lang: 'it', CENTER_ID: 'SAME', ...fields } })
const surnameOf = async (fields: object = {}) => ((await ask('GET_PATIENT_DATA', fields))['patient'] as Record<string, unknown>)['SURNAME']

test('REQ-IMP-09: without a choice no centre is assumed; a call names one, or the session keeps the choice', async () => {
  for (const action of ['LIST_PATIENTS', 'GET_PATIENT_DATA', 'PUT_PATIENT_DATA'])
    expect(await ask(action, { MEDICAL_DATA: { HB: 9 } })).toMatchObject({ fields: { centerCode: expect.stringContaining('più centri') } })
  expect(await surnameOf({ centerCode: 'MI01' })).toBe('MILANESI')
  expect(await both.api.session.current.query()).toMatchObject({ centres: [{ code: 'MI01' }, { code: 'RM01' }] })
  await both.api.session.chooseCentre.mutate({ centre: 'MI01' })
  expect(await both.api.session.current.query()).toMatchObject({ centre: 'MI01' })
  expect(await surnameOf()).toBe('MILANESI')
  expect(await surnameOf({ centerCode: 'RM01' })).toBe('ROMANI')
  expect(await ask('PUT_PATIENT_DATA', { centerCode: 'RM01', MEDICAL_DATA: { HB: 7 } })).toMatchObject({ success: true })
  expect(await ask('GET_PATIENT_DATA')).toMatchObject({ medical_data: { HB: null } })
  const person = { center_id: 'NEW-1', surname: 'Rossi', name: 'Ada', login_mode: 'Email', email: 'new.1@example.org' }
  expect(await both.call('/e_crf', { json: { action: 'ADD_PATIENT', ...person } })).toMatchObject({ success: true })
  const [added] = await fixture.server.database.owner`SELECT centre_code FROM patient_identity WHERE centre_patient_code = 'NEW-1'`
  expect(added).toEqual({ centre_code: 'MI01' })
})

test('THREAT-02: a centre of others cannot be chosen, named or shown', async () => {
  const rome = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
  await expect(rome.api.session.chooseCentre.mutate({ centre: 'MI01' })).rejects.toThrow()
  expect(await rome.call('/e_crf', { json: { action: 'LIST_PATIENTS', centerCode: 'MI01' } })).toMatchObject({ code: 'permission_denied' })
  const shown = await rome.post('/e_crf', { json: { action: 'LIST_PATIENTS' } }, { 'x-centre': 'MI01' })
  expect(await shown.json()).toMatchObject({ success: false, code: 'permission_denied' })
})

test('REQ-IMP-09: a page acts for the centre that it shows, whatever another tab has chosen', async () => {
  await both.api.session.chooseCentre.mutate({ centre: 'RM01' })
  const body = { json: { action: 'GET_PATIENT_DATA', CENTER_ID: 'SAME' } }
  expect(await (await both.post('/e_crf', body, { 'x-centre': 'MI01' })).json()).toMatchObject({ patient: { SURNAME: 'MILANESI' } })
  expect(await (await both.post('/e_crf', body)).json()).toMatchObject({ patient: { SURNAME: 'ROMANI' } })
})

test.each(['suspend', 'remove'] as const)('REQ-ADM-22: %s of the chosen centre ends the choice with the session', async (operation) => {
  const { server } = fixture
  const admin = await server.staff([{ role: 'UserAdmin', areaid: 'IT' }], `ua.${operation}@example.org`)
  const id = `END-${operation}`.toUpperCase()
  await admin.api.centres.create.mutate({ id, name: 'Centro', geotreeid: 'ITI4', ecrfPassword: 'la password del programma' })
  const grants = [
    { role: 'CenterAdmin', center: 'RM01' },
    { role: 'CenterAdmin', center: id },
  ] as const
  const person = await server.staff(grants, `two.${operation}@example.org`)
  const list = (client: Client) => client.call('/e_crf', { json: { action: 'LIST_PATIENTS', lang: 'it' } })
  await person.api.session.chooseCentre.mutate({ centre: id })
  expect(await list(person)).toMatchObject({ success: true, rows: [] })
  await admin.api.centres[operation].mutate({ id })
  expect(await list(person)).toMatchObject({ success: false, code: 'APIsession_required' })
  const again = await server.signIn(person.fixture.accountId, 'staff')
  const current = await again.api.session.current.query()
  expect(current?.roles).toMatchObject([{ center: 'RM01' }])
  expect(current).not.toHaveProperty('centre')
  await expect(again.api.session.chooseCentre.mutate({ centre: id })).rejects.toThrow()
  expect(JSON.stringify(await list(again))).toContain('ROMANI')
})
