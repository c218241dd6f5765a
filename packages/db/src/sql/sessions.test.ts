import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { makeCentre, makePatient, makeStaff, type PatientFixture, type StaffFixture } from '../testing/fixtures.ts'
import { withTransaction, type Transaction } from '../transaction.ts'

type TransactionSql = Transaction['sql']

let database: TestDatabase
let staff: StaffFixture
let patient: PatientFixture
beforeAll(async () => {
  database = await testDatabase()
  await makeCentre(database.owner, 'RM01')
  staff = await makeStaff(database.owner, 'ca@example.org', [
    { role: 'CenterAdmin', center: 'RM01' },
    { role: 'DataManager', areaid: 'IT' },
  ])
  patient = await makePatient(database.owner, { centre: 'RM01', centerId: 'P' })
})
afterAll(() => database.dispose())

type Age = { readonly created?: string; readonly seen?: string; readonly ends?: string; readonly site?: 'staff' | 'myconsent' }

/** A session that began and was last used so long ago, by the database's clock. */
const sessionOf = async (
  accountId: number,
  { created = '0 min', seen = '0 min', ends = '24 hours', site = 'staff' }: Age = {},
): Promise<Uint8Array> => {
  const token = randomBytes(32)
  await database.owner`
    INSERT INTO session (token_hash, account_id, site, created_at, last_seen_at, ends_at)
    VALUES (${token}, ${accountId}, ${site}, now() - ${created}::text::interval, now() - ${seen}::text::interval, now() + ${ends}::text::interval)`
  return token
}
const actorOf = (token: Uint8Array, site = 'staff') => database.server`SELECT * FROM find_session_actor(${token}, ${site})`

test('D6: a session tells who stands behind it, with their roles', async () => {
  expect(await actorOf(await sessionOf(staff.accountId))).toMatchObject([
    {
      staff_user_id: staff.userId,
      patient_id: null,
      username: 'ca@example.org',
      language: 'it',
      restricted: false,
      roles: [
        { role: 'CenterAdmin', center: 'RM01' },
        { role: 'DataManager', areaid: 'IT' },
      ],
    },
  ])
  expect(await actorOf(await sessionOf(patient.accountId, { site: 'myconsent' }), 'myconsent')).toMatchObject([
    { patient_id: patient.id, username: `patient ${patient.id}`, roles: [] },
  ])
})

test.each<[string, 'staff' | 'patient', Age, number]>([
  ['idle 7 h 59', 'staff', { created: '479 min', seen: '479 min' }, 1],
  ['idle 8 h', 'staff', { created: '481 min', seen: '481 min' }, 0],
  ['staff after 11 h 59', 'staff', { created: '719 min' }, 1],
  ['staff after 12 h', 'staff', { created: '721 min' }, 0],
  ['patient after 23 h 59', 'patient', { created: '1439 min' }, 1],
  ['patient after 24 h', 'patient', { created: '1441 min' }, 0],
  ['patient idle 8 h', 'patient', { created: '481 min', seen: '481 min' }, 0],
  ['ended', 'staff', { ends: '-1 min' }, 0],
])('D6, THREAT-21: %s', async (_name, who, age, rows) => {
  const site = who === 'staff' ? 'staff' : 'myconsent'
  const token = await sessionOf(who === 'staff' ? staff.accountId : patient.accountId, { ...age, site })
  expect(await actorOf(token, site)).toHaveLength(rows)
})

test.each([
  ['90', '91 days', true],
  ['90', '89 days', false],
  ['0', '9999 days', false],
  ['never', '9999 days', false],
])('D6: with %s days for a password, one of %s is too old: %s', async (days, age, aged) => {
  const person = await makeStaff(database.owner, `aged-${days}-${age.length}${aged}@example.org`, [])
  await database.owner`INSERT INTO setting (key, value) VALUES ('password_day_duration', ${days}) ON CONFLICT (key) DO UPDATE SET value = ${days}`
  await database.owner`UPDATE account SET password_changed_at = now() - ${age}::text::interval WHERE id = ${person.accountId}`
  expect(await actorOf(await sessionOf(person.accountId))).toMatchObject([{ aged }])
  await database.owner`UPDATE setting SET value = '0' WHERE key = 'password_day_duration'`
})

test('THREAT-08: a session of one site is nobody on the other, and nobody’s token is nobody', async () => {
  expect(await actorOf(await sessionOf(staff.accountId), 'myconsent')).toHaveLength(0)
  expect(await actorOf(await sessionOf(patient.accountId, { site: 'staff' }))).toHaveLength(0)
  expect(await actorOf(randomBytes(32))).toHaveLength(0)
})

test('THREAT-08: a session does not outlive a withdrawal, even while its account is still there', async () => {
  const leaving = await makePatient(database.owner, { centre: 'RM01', centerId: 'LEAVING-WITH-ACCOUNT' })
  const token = await sessionOf(leaving.accountId, { site: 'myconsent' })
  expect(await actorOf(token, 'myconsent')).toHaveLength(1)
  await database.owner`UPDATE patient SET c_db_no_notification = 'v1' WHERE id = ${leaving.id}`
  expect(await actorOf(token, 'myconsent')).toHaveLength(0)
})

test('THREAT-08: a disabled person’s session ends at once, and so does that of a patient who withdrew', async () => {
  const gone = await makeStaff(database.owner, 'gone@example.org', [])
  const token = await sessionOf(gone.accountId)
  expect(await actorOf(token)).toHaveLength(1)
  await database.owner`UPDATE staff_user SET disabled_at = now() WHERE id = ${gone.userId}`
  expect(await actorOf(token)).toHaveLength(0)
  const leaving = await makePatient(database.owner, { centre: 'RM01', centerId: 'LEAVING' })
  const last = await sessionOf(leaving.accountId, { site: 'myconsent' })
  await withTransaction(
    database.server,
    { actor: 'x', via: 'patient', scope: { kind: 'patient', patientId: leaving.id } },
    ({ sql }) => sql`SELECT withdraw_patient(${leaving.id}::integer, 'v1')`,
  )
  expect(await actorOf(last, 'myconsent')).toHaveLength(0)
})

test('being seen is written at most once a minute', async () => {
  const seen = async (token: Uint8Array) => (await database.owner`SELECT last_seen_at FROM session WHERE token_hash = ${token}`)[0]
  const [fresh, old] = [await sessionOf(staff.accountId, { seen: '30 seconds' }), await sessionOf(staff.accountId, { seen: '2 min' })]
  const before = [await seen(fresh), await seen(old)]
  await actorOf(fresh)
  await actorOf(old)
  expect(await seen(fresh)).toEqual(before[0])
  expect(await seen(old)).not.toEqual(before[1])
})

test('the server itself reads no account, code, token or secret', async () => {
  const tables = ['account', 'one_time_code', 'sign_in_link', 'password_history', 'second_factor', 'recovery_code', 'sign_in_challenge']
  for (const table of tables) {
    await expect(database.server.unsafe(`SELECT FROM ${table}`), table).rejects.toThrow('permission denied')
  }
  await expect(database.server`SELECT token_hash FROM session`).rejects.toThrow('permission denied')
})

test('THREAT-44: sessions are seen and ended by whoever has one of the same person, and without one by nobody', async () => {
  const [one, other] = [await makeStaff(database.owner, 'one@example.org', []), await makeStaff(database.owner, 'other@example.org', [])]
  const tokens = [await sessionOf(one.accountId), await sessionOf(one.accountId), await sessionOf(other.accountId)]
  const as = <T>(token: Uint8Array | undefined, work: (sql: TransactionSql) => Promise<T>): Promise<T> =>
    withTransaction(database.server, { actor: 'one@example.org', via: 'system', scope: { kind: 'none' } }, async ({ sql }) => {
      await sql`SELECT set_config('app.session', ${token ? Buffer.from(token).toString('hex') : ''}, true)`
      return work(sql)
    })
  const seen = (token?: Uint8Array) => as(token, async (sql) => (await sql`SELECT id FROM session`).length)
  expect(await seen(tokens[0])).toBe(2)
  expect(await seen(tokens[2])).toBe(1)
  expect(await seen(randomBytes(32))).toBe(0)
  expect(await seen()).toBe(0)
  await as(tokens[0], (sql) => sql`DELETE FROM session`)
  expect(await actorOf(tokens[1] ?? new Uint8Array())).toHaveLength(0)
  expect(await actorOf(tokens[2] ?? new Uint8Array())).toHaveLength(1)
})

test('D6: a staff user without the second factor that the configuration asks for is known as such', async () => {
  const token = await sessionOf(staff.accountId)
  expect(await actorOf(token)).toMatchObject([{ unenrolled: false }])
  await database.owner`UPDATE setting SET value = 'true' WHERE key = 'staff_totp_required'`
  expect(await actorOf(token)).toMatchObject([{ unenrolled: true }])
  const ofPatient = await sessionOf(patient.accountId, { site: 'myconsent' })
  expect(await actorOf(ofPatient, 'myconsent')).toMatchObject([{ unenrolled: false }])
  await database.owner`INSERT INTO second_factor (account_id, encrypted_secret, last_step) VALUES (${staff.accountId}, ''::bytea, 0)`
  expect(await actorOf(token)).toMatchObject([{ unenrolled: false }])
})
