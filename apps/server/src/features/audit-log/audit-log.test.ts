import { withTransaction } from '@registry/db/transaction'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCentre, makeStaff } from '@registry/db/testing/fixtures'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Awaited<ReturnType<TestServer['staff']>>

/** Adds an entry with its own time, which only the owner can. */
const addEntry = async (at: string, entry: { username: string; command: string; action?: string; detail?: string; reads?: object }) => {
  await server.database.owner`
    INSERT INTO audit_log (at, username, command, action, from_host, duration_milli, detail, outcome, request_id, reads)
    VALUES (${at}, ${entry.username}, ${entry.command}, ${entry.action ?? ''}, '10.0.0.9', 7, ${entry.detail ?? ''}, 'done', 'r1',
      ${entry.reads ? JSON.stringify(entry.reads) : null})`
}

beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01')
  admin = await server.staff([{ role: 'GlobalAdmin', areaid: 'IT' }], 'ga@example.org')
  // 23:30 UTC is the next day in Italy.
  await addEntry('2025-01-01T23:30:00Z', { username: 'ada@example.org', command: 'login' })
  await addEntry('2025-01-02T12:00:00Z', { username: 'ada@example.org', command: 'inthem_query', action: 'RUN', detail: 'filter 3' })
  await addEntry('2025-01-02T12:00:00Z', { username: 'ada@example.org', command: 'inthem_query', action: 'LIST' })
  await addEntry('2025-01-03T12:00:00Z', { username: 'bob@example.org', command: 'login', detail: 'password_wrong' })
  await addEntry('2025-01-04T12:00:00Z', { username: 'bob@example.org', command: 'clinical_study', action: 'LIST' })
  await addEntry('2025-01-05T12:00:00Z', { username: 'patient 7', command: 'login' })
  await addEntry('2025-01-05T13:00:00Z', { username: 'patient 70', command: 'login' })
})
afterAll(() => server[Symbol.asyncDispose]())

const everything = { command: '', action: '', username: '', patient: '', from: '', to: '', limit: 1000 }
const past = { from: '2025-01-01', to: '2025-01-31' }
type Part = Partial<Parameters<typeof admin.api.auditLog.query.query>[0]>
const find = (part: Part) => admin.api.auditLog.query.query({ ...everything, ...part })
const summarise = async (part: Part) =>
  (await find({ ...past, ...part })).map(({ timestamp, username, command, action }) =>
    [timestamp.slice(8, 10), username.replace('@example.org', ''), command, action].filter(Boolean).join(' '),
  )

describe('REQ-ADM-03: a query', () => {
  test.each<[string, Part, string[]]>([
    ['a command', { command: 'login' }, ['05 patient 70 login', '05 patient 7 login', '03 bob login', '01 ada login']],
    ['an action, of any command', { action: 'LIST' }, ['04 bob clinical_study LIST', '02 ada inthem_query LIST']],
    ['a command and an action', { command: 'inthem_query', action: 'RUN' }, ['02 ada inthem_query RUN']],
    ['a user', { username: 'bob@example.org' }, ['04 bob clinical_study LIST', '03 bob login']],
    ['a user and a command', { username: 'bob@example.org', command: 'login' }, ['03 bob login']],
    ['a user and an action', { username: 'bob@example.org', action: 'LIST' }, ['04 bob clinical_study LIST']],
    [
      'a user, a command and an action',
      { username: 'ada@example.org', command: 'inthem_query', action: 'LIST' },
      ['02 ada inthem_query LIST'],
    ],
    ['a patient, and no other whose number begins alike', { patient: '7' }, ['05 patient 7 login']],
    ['a patient and a command', { patient: '70', command: 'login' }, ['05 patient 70 login']],
    ['the days in Italy, both included', { from: '02/01/2025', to: '2025-01-02', command: 'login' }, ['01 ada login']],
    ['an action that its command does not have', { command: 'login', action: 'RUN' }, []],
    ['a user without entries', { username: 'nobody@example.org', command: 'login' }, []],
    ['the beginning of a command', { command: 'log' }, []],
    ['a command with the signs of patterns', { command: 'log%' }, []],
    ['a last day alone', { from: '', to: '2025-01-03', username: 'bob@example.org' }, ['03 bob login']],
  ])('finds %s, newest first', async (_name, part, expected) => {
    expect(await summarise(part)).toEqual(expected)
  })

  test('has the newest entries up to its limit', async () => {
    await server.database.owner`
      INSERT INTO audit_log (at, username, command, action, duration_milli, outcome)
      SELECT timestamptz '2024-05-01T00:00:00Z' + make_interval(secs => n), 'eva@example.org', 'probe', 'A' || n % 3, n, 'done' FROM generate_series(1, 1100) AS n`
    for (const part of [
      { command: 'probe' },
      { username: 'eva@example.org' },
      { username: 'eva@example.org', command: 'probe' },
      { action: 'A1' },
      { username: 'eva@example.org', action: 'A1' },
      { username: 'eva@example.org', command: 'probe', action: 'A1' },
      { to: '2024-05-02' },
    ]) {
      for (const limit of [10, 100, 1000]) {
        const found = await find({ ...part, limit })
        const newestFirst = Array.from({ length: 1100 }, (_, index) => 1100 - index).filter((n) => !part.action || n % 3 === 1)
        expect(found.map(({ duration_milli: n }) => n)).toEqual(newestFirst.slice(0, limit))
      }
    }
  })

  test('orders the entries that it found by any column', async () => {
    const users = async (orderBy: Part['orderBy'], descending: boolean) =>
      (await find({ ...past, command: 'login', orderBy, descending })).map(({ username }) => username)
    expect(await users('username', false)).toEqual(['ada@example.org', 'bob@example.org', 'patient 7', 'patient 70'])
    expect(await users('timestamp', false)).toEqual(['ada@example.org', 'bob@example.org', 'patient 7', 'patient 70'])
    expect(await users('detail', true)).toEqual(['bob@example.org', 'patient 70', 'patient 7', 'ada@example.org'])
  })

  test.each<[string, Part, Record<string, string>]>([
    [
      'a user and a patient at once',
      { username: 'a', patient: '7' },
      { patient: 'Ricerca contemporanea di utenti e pazienti non consentita' },
    ],
    ['a day in the future', { to: '2999-01-01' }, { to: expect.stringContaining('futur') }],
    ['a day that does not exist', { from: '30/02/2025' }, { from: 'Data non valida' }],
    ['a limit of 11', { limit: 11 }, { limit: 'Scegli 10, 100 o 1000 risultati' }],
    ['a patient who is no number', { patient: '7 OR true' }, { patient: 'Scrivi il numero del paziente, solo con cifre' }],
  ])('with %s is rejected at its field', async (_name, part, fields) => {
    const error = await find(part).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      data: { detail: { code: 'validation_failed', fields } },
    })
  })

  test('is in the log itself, with what was searched', async () => {
    await find({ patient: '7', ...past })
    const entries = await server.readAuditLog()
    expect(entries.at(-1)).toMatchObject({
      username: 'ga@example.org',
      command: 'log_query',
      outcome: 'done',
      detail: 'user patient 7, from 2025-01-01, to 2025-01-31, 1 entries',
    })
  })
})

test('REQ-ADM-03: the choices are the commands and actions of the log, the staff, and the programs of centres; no patient', async () => {
  const { commands, actions, users } = await admin.api.auditLog.choices.query()
  expect(commands).toEqual(expect.arrayContaining(['clinical_study', 'inthem_query', 'login']))
  expect(actions).toEqual(expect.arrayContaining(['LIST', 'RUN']))
  expect(users).toEqual(expect.arrayContaining(['center RM01', 'ga@example.org']))
  expect(JSON.stringify({ commands, actions, users })).not.toContain('patient 7')
})

test('REQ-CON-08: the detail of a read names its columns and the number of patients, never the patients', async () => {
  await addEntry('2025-02-01T12:00:00Z', {
    username: 'dm@example.org',
    command: 'inthem_query',
    reads: { whose: 'filter 3', columns: ['HB'], count: 2, patients: [987_651, 987_652], setHash: 'secret-hash' },
  })
  const [entry] = await find({ username: 'dm@example.org' })
  const detail = await admin.api.auditLog.entry.query({ id: entry!.id })
  expect(detail).toMatchObject({ outcome: 'done', requestId: 'r1', reads: { whose: 'filter 3', columns: ['HB'], count: 2 } })
  expect(JSON.stringify(detail)).not.toMatch(/98765|secret-hash/)
  await expect(admin.api.auditLog.entry.query({ id: 99_999_999 })).rejects.toMatchObject({ data: { detail: { code: 'not_found' } } })
})

describe('REQ-ADM-02, THREAT-44: the server role', () => {
  const asActor = (actor: string, statement: string) =>
    withTransaction(server.database.server, { actor, source: 'form', scope: { kind: 'areas', areas: ['W'] } }, async ({ sql }) =>
      sql.unsafe(statement),
    )
  const search = `SELECT * FROM search_audit_log(NULL, NULL, NULL, NULL, NULL, 10)`

  test('reads, changes and deletes no entry of the table', async () => {
    for (const statement of [
      'SELECT id FROM audit_log',
      'SELECT count(*) FROM audit_log',
      `UPDATE audit_log SET detail = ''`,
      'DELETE FROM audit_log',
      'SELECT * FROM audit_read',
    ])
      await expect(asActor('ga@example.org', statement), statement).rejects.toThrow('permission denied')
  })

  test('searches only for an active GlobalAdmin, and never more than 1000 entries', async () => {
    const { userId } = await makeStaff(server.database.owner, 'former@example.org', [{ role: 'GlobalAdmin', areaid: 'W' }])
    await server.database.owner`UPDATE staff_user SET disabled_at = now() WHERE id = ${userId}`
    await server.staff([{ role: 'UserAdmin', areaid: 'W' }], 'ua@example.org')
    for (const actor of ['former@example.org', 'ua@example.org', 'patient 7', 'center RM01', '']) {
      await expect(asActor(actor, search), actor).rejects.toThrow('only a GlobalAdmin')
      expect(await asActor(actor, 'SELECT * FROM list_audit_choices()')).toEqual([])
      expect(await asActor(actor, 'SELECT * FROM find_audit_entry(1)')).toEqual([])
    }
    expect(await asActor('ga@example.org', search)).toHaveLength(10)
    await expect(asActor('ga@example.org', search.replace('10)', '1001)'))).rejects.toThrow('at most 1000')
  })
})
