import { afterAll, beforeAll, expect, test } from 'vitest'
import { allConsents, makeCentre } from '@registry/db/testing/fixtures'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01', 'ITI4')
  await makeCentre(server.database.owner, 'MI01', 'ITC4')
})
afterAll(() => server[Symbol.asyncDispose]())

test('the staff home counts the visible patients, and the patient home counts the exports of the patient’s data', async () => {
  const patient = await server.patient({ centre: 'RM01', centrePatientCode: 'R1', consents: allConsents, medical: { hb: 9 } })
  await server.patient({ centre: 'RM01', centrePatientCode: 'R2' })
  const other = await server.patient({ centre: 'MI01', centrePatientCode: 'M1', consents: { C_DB_P: true, C_DB_M: false } })
  const rome = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
  const manager = await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm@example.org')
  expect((await rome.api.home.staff.query()).patients).toEqual({
    registered: 2,
    invited: 1,
    withMedicalConsent: 1,
    withPersonalConsent: 1,
    withdrawn: 0,
  })
  expect((await manager.api.home.staff.query()).patients).toMatchObject({ registered: 3, withMedicalConsent: 1 })

  const filter = {
    action: 'ADD',
    name: 'Emoglobina',
    description: 'Ultimi valori',
    field_list: { PATIENT: [], MEDICAL_DATA: { Laboratory: ['HB'] } },
    filter_list: { PATIENT: [], MEDICAL_DATA: [['HB', 'is not null']] },
  }
  const { id } = await manager.call('/inthem_query', { json: filter })
  await (await manager.post('/inthem_query', { json: { action: 'RUN', id, format: 'csv', as_role: 'DataManager' } })).text()
  expect(await patient.api.home.patient.query()).toMatchObject({ usesThisYear: 1, uses: [{ purpose: 'Emoglobina', actor: 'DataManager' }] })
  expect(await other.api.home.patient.query()).toEqual({ usesThisYear: 0, listReadsThisYear: 0, uses: [] })
})

test('REQ-GEO-02: a UserAdmin area shows no patients, and a CenterAdmin role counts the imports of its centre', async () => {
  const { owner } = server.database
  await owner`
    INSERT INTO import_run (actor, centre_code, command, format, file_hash, ok, ko)
    VALUES ('center RM01', 'RM01', 'putMedicalData', 'csv', 'x', 3, 1), ('center MI01', 'MI01', 'putMedicalData', 'csv', 'x', 7, 0)`
  const [rome, users] = [
    { role: 'CenterAdmin', center: 'RM01' },
    { role: 'UserAdmin', areaid: 'IT' },
  ] as const
  const importTasks = expect.arrayContaining([expect.objectContaining({ task: 'new imports', count: 1 })])
  const both = await server.staff([users, rome])
  expect(await both.api.home.staff.query()).toMatchObject({ patients: { registered: 2 }, tasks: importTasks })
  const managing = await server.staff([{ role: 'DataManager', areaid: 'IT' }, rome])
  expect(await managing.api.home.staff.query()).toMatchObject({ patients: { registered: 3 }, tasks: importTasks })
  const alone = await server.staff([users])
  expect(await alone.api.home.staff.query()).toEqual({
    tasks: [
      { task: 'identity requests', count: 0, oldest: null },
      { task: 'centres without administrator', count: 1, oldest: null },
      { task: 'old identity requests', count: 0, oldest: null },
      { task: 'new identity requests', count: 0, oldest: null },
    ],
    areas: [{ id: 'IT', it: 'Italia', en: 'Italy' }],
    patients: null,
    cohort: null,
    deletionRequests: [],
  })
})
