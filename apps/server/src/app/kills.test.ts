import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Database } from '@registry/db/connect'
import { eventually } from '@registry/db/testing/eventually'
import { allConsents } from '@registry/db/testing/fixtures'
import { createSignInFixture, patientPassword, type SignInFixture } from '../features/sign-in/testing/sign-in-fixture.ts'
import { createClient } from '../testing/client.ts'

let fixture: SignInFixture
/** A superuser, who sees the statements of the server's connections. */
let superuser: Database
let people = 0

beforeAll(async () => {
  fixture = await createSignInFixture()
  superuser = connect({ ...fixture.server.database.addresses.owner, username: 'postgres' }, { max: 1 })
})
afterAll(async () => {
  await superuser.end()
  await fixture[Symbol.asyncDispose]()
})

const kill = async (child: ChildProcess): Promise<void> => {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

const startServer = async (): Promise<{ child: ChildProcess; port: number }> => {
  const child = fork(new URL('../features/imports/testing/server-process.ts', import.meta.url), {
    env: { ...process.env, TEST_DATABASE: JSON.stringify(fixture.server.database.addresses.server) },
    execArgv: [],
  })
  const [port] = (await once(child, 'message')) as [number]
  return { child, port }
}
const startOutboxProcess = (): ChildProcess =>
  spawn(process.execPath, [fileURLToPath(new URL('../features/communications/testing/worker-process.ts', import.meta.url))], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: fixture.server.deps.env.DATA_DIR,
      SMTP_URL: fixture.mail.url,
      TEST_DATABASE: JSON.stringify(fixture.server.database.addresses.server),
    },
    stdio: 'inherit',
  })

/** Every row that names the patient. */
const readTraces = async (id: number) => {
  const { owner } = fixture.server.database
  const [found] = await owner`
    SELECT (SELECT to_jsonb(p) FROM patient AS p WHERE id = ${id}) AS patient,
      (SELECT to_jsonb(i) FROM patient_identity AS i WHERE patient_id = ${id}) AS identity,
      (SELECT count(*)::int FROM account WHERE patient_id = ${id}) AS accounts,
      (SELECT count(*)::int FROM session JOIN account ON account.id = session.account_id WHERE patient_id = ${id}) AS sessions,
      (SELECT count(*)::int FROM notification WHERE patient_id = ${id}) AS notifications`
  return found
}
/** The tables in the order in which a withdrawal writes them. A lock on one stops it in the middle of its transaction. */
const stops = [
  ['account', 'v2'],
  ['notification', 'v1'],
  ['audit_log', 'v3'],
] as const

describe('FAULT-27: a server killed inside the transaction of a withdrawal', () => {
  test.each(stops)('before it writes %s leaves the patient as before, and %s works when it is sent again', async (table, choice) => {
    const { owner } = fixture.server.database
    people += 1
    const patient = await fixture.patient({
      centrePatientCode: `KILL${people}`,
      email: `kill${people}@example.org`,
      consents: allConsents,
    })
    const browser = await fixture.server.signIn(patient.accountId, 'myconsent')
    await owner`INSERT INTO notification (channel, recipient, body, patient_id, next_attempt_at) VALUES ('mail', 'x@example.org', 'x', ${patient.id}, now() + interval '1 day')`
    const before = await readTraces(patient.id)
    const { version, hash } = await browser.api.consents.withdrawalChoices.query()
    const withdraw = (client: Pick<typeof browser, 'api'>) =>
      client.api.consents.withdraw.mutate({ choice, shown: { version, hash }, password: patientPassword })
    const { child, port } = await startServer()
    const killed = createClient({ port, host: 'myconsent.localhost:8080', cookies: browser.cookies })
    let outcome: Promise<string> | undefined
    await owner.begin(async (sql) => {
      await sql`LOCK TABLE ${sql(table)} IN SHARE MODE`
      outcome = withdraw(killed).then(
        () => 'acknowledged',
        () => 'lost',
      )
      const listWaiting = () => superuser`
          SELECT FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid)
          WHERE l.relation = ${table}::regclass AND NOT l.granted AND a.datname = current_database() AND a.application_name = 'server to kill' AND a.xact_start IS NOT NULL`
      await eventually(async () => expect(await listWaiting()).not.toHaveLength(0))
      await kill(child)
    })
    expect(await outcome).toBe('lost')
    await eventually(async () =>
      expect(
        await superuser`SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'server to kill'`,
      ).toHaveLength(0),
    )
    expect(await readTraces(patient.id)).toEqual(before)
    await withdraw(browser)
    const after = await readTraces(patient.id)
    expect(after).toMatchObject({ accounts: 0, sessions: 0, notifications: 0 })
  })
})

test('FAULT-27: a server killed while it sends invitations leaves nobody without one, and sends at most its last twenty twice', async () => {
  const { owner } = fixture.server.database
  const invited = 60
  // The outbox of the fixture sends nothing.
  await owner`UPDATE notification SET next_attempt_at = now() + interval '1 day' WHERE sent_at IS NULL`
  fixture.mail.hang()
  await owner`
    INSERT INTO notification (channel, recipient, subject, body, expires_at)
    SELECT 'mail', 'invited' || number || '@example.org', 'x', 'x', now() + interval '7 days' FROM generate_series(1, ${invited}) AS number`
  const first = startOutboxProcess()
  const countMails = () => fixture.mail.mails.filter(({ recipients }) => recipients[0]?.startsWith('invited')).length
  fixture.mail.resume()
  await eventually(() => expect(countMails()).toBeGreaterThan(5))
  await kill(first)
  await eventually(async () =>
    expect(await owner`SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'worker'`).toEqual([]),
  )
  // Its leases end.
  await owner`UPDATE notification SET next_attempt_at = now() WHERE recipient LIKE 'invited%' AND sent_at IS NULL`
  const second = startOutboxProcess()
  await eventually(async () =>
    expect(await owner`SELECT FROM notification WHERE recipient LIKE 'invited%' AND sent_at IS NULL`).toEqual([]),
  )
  await kill(second)
  const mails = fixture.mail.mails.filter(({ recipients }) => recipients[0]?.startsWith('invited'))
  expect(new Set(mails.map(({ recipients }) => recipients[0])).size).toBe(invited)
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(invited)
  expect(mails.length - invited).toBeLessThanOrEqual(20)
})
