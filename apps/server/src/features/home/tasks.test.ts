import { afterAll, beforeAll, expect, test } from 'vitest'
import { allConsents, makeCentre } from '@registry/db/testing/fixtures'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  const { owner } = server.database
  await makeCentre(owner, 'RM01', 'ITI4')
  await makeCentre(owner, 'MI01', 'ITC4')
  for (let index = 0; index < 6; index++)
    await server.patient({ centre: 'RM01', centrePatientCode: `answered-${index}`, consents: allConsents })
  for (let index = 0; index < 5; index++) await server.patient({ centre: 'RM01', centrePatientCode: `invited-${index}` })
  const { fixture: late } = await server.patient({ centre: 'RM01', centrePatientCode: 'late' })
  await owner`UPDATE patient SET created_at = now() - interval '8 days' WHERE id = ${late.id}`
  await server.patient({ centre: 'RM01', centrePatientCode: 'half', consents: { C_DB_P: true } })
  await server.patient({ centre: 'MI01', centrePatientCode: 'M1', consents: allConsents })
  await owner.begin(async (sql) => {
    await sql`SELECT set_config('app.actor', 'ca', true)`
    await sql`
      UPDATE patient_identity SET birth_date = (now() AT TIME ZONE 'Europe/Rome')::date - interval '18 years' + CASE centre_patient_code WHEN 'late' THEN interval '1 month' ELSE interval '4 months' END
      WHERE centre_patient_code IN ('late', 'half')`
  })
  await owner`
    INSERT INTO import_run (at, actor, centre_code, command, format, file_hash, ok, ko)
    SELECT now() - make_interval(days => age), 'center RM01', 'RM01', 'putMedicalData', 'csv', 'x', 3, ko
    FROM (VALUES (1, 1), (2, 0), (30, 5)) AS run (age, ko)`
  await owner`
    INSERT INTO record_discrepancy (patient_id, centre_code, check_key, personal, medical, fingerprint)
    SELECT id, centre_code, 'RULE-06', false, true, 'x' FROM patient WHERE c_db_m`
  await owner`
    INSERT INTO centre_query (centre_code, state, question, asked_by, reply, replied_by, replied_at)
    VALUES ('RM01', 'open', 'x', 'dm', NULL, NULL, NULL), ('MI01', 'open', 'x', 'dm', NULL, NULL, NULL), ('MI01', 'answered', 'x', 'dm', 'y', 'ca', now())`
  await owner`
    INSERT INTO centre_query (centre_code, patient_id, field, medical, state, question, asked_by, reply, replied_by, replied_at)
    SELECT centre_code, id, 'HB', true, asked.state, 'x', 'ca', reply, replied_by, CASE WHEN reply IS NOT NULL THEN now() END
    FROM (SELECT min(id) AS id, centre_code FROM patient WHERE c_db_m AND centre_code = 'RM01' GROUP BY centre_code) AS one,
      (VALUES ('open', NULL, NULL), ('answered', 'y', 'dm')) AS asked (state, reply, replied_by)`
  await owner`
    INSERT INTO enrolment_request (surname, name, email, telephone, mobile, created_at)
    VALUES ('Rossi', 'Ada', 'ada@example.org', '', '', now()), ('Bianchi', 'Bo', 'bo@example.org', '', '', now() - interval '9 days')`
})
afterAll(() => server[Symbol.asyncDispose]())

const countTasks = async (...roles: Parameters<TestServer['staff']>[0]): Promise<Record<string, number | null>> => {
  const caller = await server.staff(roles, `${roles.map(({ role }) => role.toLowerCase()).join('-')}@example.org`)
  const { tasks } = await caller.api.home.staff.query()
  return Object.fromEntries(tasks.map(({ task, count }) => [task, count]))
}

test('a CenterAdmin sees the tasks of the person’s centre', async () => {
  expect(await countTasks({ role: 'CenterAdmin', center: 'RM01' })).toEqual({
    'unanswered invitations': 5,
    'expired invitations': 1,
    'incomplete consents': 1,
    'new patients': 12,
    'imports with rejected rows': 1,
    'new imports': 2,
    'open discrepancies': 6,
    'corrections to answer': 0,
    'overdue corrections': 0,
    'queries to answer': 1,
    'answered field queries': 1,
    'coming of age': 1,
    unreachable: 0,
    'requests to erase': 0,
    'stopped exports': 0,
    'exports to delete': 0,
    'overdue exports to delete': 0,
  })
})

test('REQ-UI-12: a CenterAdmin learns where the longest open discrepancy is, of their centre only', async () => {
  const { owner } = server.database
  const [first] = await owner<{ record: string }[]>`
    SELECT i.record_id AS record FROM record_discrepancy AS d JOIN patient_identity AS i USING (patient_id)
    WHERE d.centre_code = 'RM01' ORDER BY d.opened_at, d.id LIMIT 1`
  const rome = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'where@example.org')
  expect((await rome.api.home.staff.query()).oldestDiscrepancy).toEqual({ record: first?.record, field: 'SPLENOMEGALY' })
  const manager = await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'nowhere@example.org')
  expect(await manager.api.home.staff.query()).not.toHaveProperty('oldestDiscrepancy')
})

test('each number has the moment of its oldest item', async () => {
  const rome = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'oldest@example.org')
  const { tasks } = await rome.api.home.staff.query()
  const daysAgo = (task: string) => Math.round((Date.now() - Date.parse(tasks.find((one) => one.task === task)?.oldest ?? '')) / 86_400_000)
  expect(['expired invitations', 'new imports', 'imports with rejected rows'].map(daysAgo)).toEqual([8, 2, 1])
  expect(tasks.find(({ task }) => task === 'stopped exports')).toMatchObject({ oldest: null })
})

test('a UserAdmin sees the requests, and the centres of the area without administrator, but nothing of patients', async () => {
  expect(await countTasks({ role: 'UserAdmin', areaid: 'ITC4' })).toEqual({
    'identity requests': 2,
    'old identity requests': 1,
    'new identity requests': 1,
    'centres without administrator': 1,
  })
})

test('REQ-UI-17: a GlobalAdmin sees no count of fewer than five patients, and a DataManager all', async () => {
  expect(await countTasks({ role: 'GlobalAdmin', areaid: 'IT' })).toEqual({
    'unanswered invitations': 5,
    'expired invitations': null,
    'incomplete consents': null,
    'new patients': null,
    'exports to delete': 0,
    'overdue exports to delete': 0,
  })
  const admin = await server.staff([{ role: 'GlobalAdmin', areaid: 'IT' }], 'ga@example.org')
  const manager = await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm@example.org')
  const { cohort: hidden, tasks } = await admin.api.home.staff.query()
  expect(tasks.find(({ task }) => task === 'unanswered invitations')).toMatchObject({ oldest: null })
  const exact = (await manager.api.home.staff.query()).cohort
  expect(exact?.centres.map(({ code, count }) => [code, count])).toEqual([
    ['RM01', 13],
    ['MI01', 1],
  ])
  expect(hidden?.centres.map(({ code, count }) => [code, count])).toEqual([
    ['RM01', null],
    ['MI01', null],
  ])
  expect(exact?.months).toHaveLength(12)
  expect(exact?.months.reduce((sum, { count }) => sum + Number(count), 0)).toBe(14)
})

test('REQ-CRF-11: a DataManager sees the replies to read, and no discrepancy of a patient', async () => {
  const tasks = await countTasks({ role: 'DataManager', areaid: 'IT' })
  expect(tasks).toMatchObject({ 'answered queries': 1, 'field queries to answer': 1 })
  expect(tasks).not.toHaveProperty('open discrepancies')
})
