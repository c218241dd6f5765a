import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { makeStaff, type PatientFixture, type StaffFixture } from '../testing/fixtures.ts'
import { patientContext, useTestDatabase } from '../testing/use-test-database.ts'
import { withTransaction, type Transaction } from '../transaction.ts'

type TransactionSql = Transaction['sql']

const database = useTestDatabase('RM01')
let staff: StaffFixture
let patient: PatientFixture
beforeAll(async () => {
  staff = await makeStaff(database.owner, 'ca@example.org', [
    { role: 'CenterAdmin', center: 'RM01' },
    { role: 'DataManager', areaid: 'IT' },
  ])
  patient = await database.createPatient()
})

type Age = { readonly created?: string; readonly seen?: string; readonly ends?: string; readonly site?: 'staff' | 'myconsent' }

/** Creates a session with these ages, by the database's clock. */
const createSession = async (
  accountId: number,
  { created = '0 min', seen = '0 min', ends = '24 hours', site = 'staff' }: Age = {},
): Promise<Uint8Array> => {
  const token = randomBytes(32)
  await database.owner`
    INSERT INTO session (token_hash, account_id, site, created_at, last_seen_at, ends_at)
    VALUES (${token}, ${accountId}, ${site}, now() - ${created}::text::interval, now() - ${seen}::text::interval, now() + ${ends}::text::interval)`
  return token
}
const findActor = (token: Uint8Array, site = 'staff') => database.server`SELECT * FROM find_session_actor(${token}, ${site})`

test('REQ-ACC-16: a session identifies the person with their roles', async () => {
  expect(await findActor(await createSession(staff.accountId))).toMatchObject([
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
  expect(await findActor(await createSession(patient.accountId, { site: 'myconsent' }), 'myconsent')).toMatchObject([
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
])('REQ-ACC-16, THREAT-21: %s', async (_name, who, age, rows) => {
  const site = who === 'staff' ? 'staff' : 'myconsent'
  const token = await createSession(who === 'staff' ? staff.accountId : patient.accountId, { ...age, site })
  expect(await findActor(token, site)).toHaveLength(rows)
})

test.each([
  ['90', '91 days', true],
  ['90', '89 days', false],
  ['0', '9999 days', false],
])('REQ-ACC-08: with a limit of %s days, a password of %s is too old: %s', async (days, age, aged) => {
  const person = await makeStaff(database.owner, `aged-${days}-${age.length}${aged}@example.org`, [])
  await database.owner`INSERT INTO setting (key, value) VALUES ('password_day_duration', ${days}) ON CONFLICT (key) DO UPDATE SET value = ${days}`
  await database.owner`UPDATE account SET password_changed_at = now() - ${age}::text::interval WHERE id = ${person.accountId}`
  expect(await findActor(await createSession(person.accountId))).toMatchObject([{ aged }])
  await database.owner`UPDATE setting SET value = '0' WHERE key = 'password_day_duration'`
})

test('THREAT-08: a session is invalid on the other site, and an unknown token is invalid', async () => {
  expect(await findActor(await createSession(staff.accountId), 'myconsent')).toHaveLength(0)
  expect(await findActor(await createSession(patient.accountId, { site: 'staff' }))).toHaveLength(0)
  expect(await findActor(randomBytes(32))).toHaveLength(0)
})

test('THREAT-08: a withdrawal ends a session, also while the account exists', async () => {
  const leaving = await database.createPatient()
  const token = await createSession(leaving.accountId, { site: 'myconsent' })
  expect(await findActor(token, 'myconsent')).toHaveLength(1)
  await database.owner`UPDATE patient SET c_db_no_notification = 'v1' WHERE id = ${leaving.id}`
  expect(await findActor(token, 'myconsent')).toHaveLength(0)
})

test('THREAT-08: disabling a user ends the session immediately, and so does a withdrawal', async () => {
  const disabled = await makeStaff(database.owner, 'disabled@example.org', [])
  const token = await createSession(disabled.accountId)
  expect(await findActor(token)).toHaveLength(1)
  await database.owner`UPDATE staff_user SET disabled_at = now() WHERE id = ${disabled.userId}`
  expect(await findActor(token)).toHaveLength(0)
  // A trigger has removed that session. A session created a moment later is not valid either.
  expect(await findActor(await createSession(disabled.accountId))).toHaveLength(0)
  const leaving = await database.createPatient()
  const last = await createSession(leaving.accountId, { site: 'myconsent' })
  await withTransaction(
    database.server,
    patientContext(leaving.id),
    ({ sql }) => sql`SELECT withdraw_patient(${leaving.id}::integer, 'v1')`,
  )
  expect(await findActor(last, 'myconsent')).toHaveLength(0)
})

test('the last use is written once a minute at most', async () => {
  const readLastSeen = async (token: Uint8Array) => (await database.owner`SELECT last_seen_at FROM session WHERE token_hash = ${token}`)[0]
  const [fresh, old] = [
    await createSession(staff.accountId, { seen: '30 seconds' }),
    await createSession(staff.accountId, { seen: '2 min' }),
  ]
  const before = [await readLastSeen(fresh), await readLastSeen(old)]
  await findActor(fresh)
  await findActor(old)
  expect(await readLastSeen(fresh)).toEqual(before[0])
  expect(await readLastSeen(old)).not.toEqual(before[1])
})

test('the server role reads no account, code, token or secret', async () => {
  const tables = ['account', 'one_time_code', 'sign_in_link', 'password_history', 'second_factor', 'recovery_code', 'sign_in_challenge']
  for (const table of tables) {
    await expect(database.server.unsafe(`SELECT FROM ${table}`), table).rejects.toThrow('permission denied')
  }
  await expect(database.server`SELECT token_hash FROM session`).rejects.toThrow('permission denied')
})

test('THREAT-44: a session gives access to the sessions of the same person only', async () => {
  const [one, other] = [await makeStaff(database.owner, 'one@example.org', []), await makeStaff(database.owner, 'other@example.org', [])]
  const tokens = [await createSession(one.accountId), await createSession(one.accountId), await createSession(other.accountId)]
  const runWithSession = <T>(token: Uint8Array | undefined, work: (sql: TransactionSql) => Promise<T>): Promise<T> =>
    withTransaction(database.server, { actor: 'one@example.org', source: 'system', scope: { kind: 'none' } }, async ({ sql }) => {
      await sql`SELECT set_config('app.session', ${token ? Buffer.from(token).toString('hex') : ''}, true)`
      return work(sql)
    })
  const countSessions = (token?: Uint8Array) => runWithSession(token, async (sql) => (await sql`SELECT id FROM session`).length)
  expect(await countSessions(tokens[0])).toBe(2)
  expect(await countSessions(tokens[2])).toBe(1)
  expect(await countSessions(randomBytes(32))).toBe(0)
  expect(await countSessions()).toBe(0)
  await runWithSession(tokens[0], (sql) => sql`DELETE FROM session`)
  expect(await findActor(tokens[1] ?? new Uint8Array())).toHaveLength(0)
  expect(await findActor(tokens[2] ?? new Uint8Array())).toHaveLength(1)
})

test('REQ-ACC-02: a staff user without a required second factor is unenrolled', async () => {
  const token = await createSession(staff.accountId)
  expect(await findActor(token)).toMatchObject([{ unenrolled: false }])
  await database.owner`UPDATE setting SET value = 'true' WHERE key = 'staff_totp_required'`
  expect(await findActor(token)).toMatchObject([{ unenrolled: true }])
  const patientToken = await createSession(patient.accountId, { site: 'myconsent' })
  expect(await findActor(patientToken, 'myconsent')).toMatchObject([{ unenrolled: false }])
  await database.owner`INSERT INTO second_factor (account_id, encrypted_secret, last_step) VALUES (${staff.accountId}, ''::bytea, 0)`
  expect(await findActor(token)).toMatchObject([{ unenrolled: false }])
})
