import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { makeCentre } from '@registry/db/testing/fixtures'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createChannels } from '../../jobs/channels.ts'
import { createCommunicationsFixture, drafts, type CommunicationsFixture } from './testing/communications-fixture.ts'

let fixture: CommunicationsFixture
const people = 60

beforeAll(async () => {
  fixture = await createCommunicationsFixture()
  const { owner } = fixture.server.database
  await makeCentre(owner, 'BIG')
  await owner.begin(async (sql) => {
    await sql`SELECT set_config('app.actor', 'fixture', true), set_config('app.source', 'system', true)`
    await sql`WITH made AS (INSERT INTO patient (centre_code, login_mode) SELECT 'BIG', 'Email' FROM generate_series(1, ${people}) RETURNING id)
      INSERT INTO patient_identity (patient_id, centre_code, centre_patient_code, surname, name, email)
      SELECT id, 'BIG', 'B' || id, 'BIANCHI', 'LUCA', 'b' || id || '@example.org' FROM made`
    await sql`INSERT INTO account (patient_id, password_hash, password_changed_at) SELECT id, 'x', now() FROM patient WHERE centre_code = 'BIG'`
    await sql`INSERT INTO newsletter_subscription (patient_id, wants) SELECT id, true FROM patient WHERE centre_code = 'BIG'`
    await sql`INSERT INTO consent_event (subject, field, answer, channel, actor) SELECT consent_subject, 'C_DB', 'true', 'centre', 'x' FROM patient WHERE centre_code = 'BIG'`
  })
})
beforeEach(async () => {
  await fixture.stopWorkers()
  await fixture.server.database.owner`DELETE FROM notification`
  await fixture.server.database.owner`UPDATE setting SET value = '30000' WHERE key = 'mail_per_day'`
  fixture.forgetMails()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const setMailLimit = (limit: number) =>
  fixture.server.database.owner`UPDATE setting SET value = ${String(limit)} WHERE key = 'mail_per_day'`

const startProcess = () =>
  spawn(process.execPath, [fileURLToPath(new URL('./testing/worker-process.ts', import.meta.url))], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: fixture.server.deps.env.DATA_DIR,
      SMTP_URL: fixture.server.deps.env.SMTP_URL,
      TEST_DATABASE: JSON.stringify(fixture.server.database.addresses.server),
    },
    stdio: 'inherit',
  })
const kill = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

test('REQ-COM-05: after a process was killed in the middle, the next one continues and nobody gets two messages', async () => {
  const { owner } = fixture.server.database
  // Fifty messages may be sent, so some remain for the second process however fast the first one is.
  await setMailLimit(100)
  const { id } = await fixture.schedule(drafts.newsletter)
  const first = startProcess()
  await expect.poll(() => fixture.recipients().length).toBeGreaterThan(10)
  await kill(first)
  await expect
    .poll(() => owner`SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'worker'`)
    .toEqual([])
  expect(await fixture.readState(id)).toBe('sending')
  await setMailLimit(30_000)
  // Its leases end.
  await owner`UPDATE notification SET next_attempt_at = now() WHERE sent_at IS NULL AND failed_at IS NULL`
  const second = startProcess()
  await expect.poll(() => fixture.readState(id)).toBe('sent')
  await kill(second)
  const recipients = fixture.recipients()
  expect(new Set(recipients).size).toBe(recipients.length)
  // The registry does not know whether a message in delivery arrived. Its outcome is unknown, and it is not sent again.
  const { sent = 0, unknown = 0, ...others } = await fixture.countStates(id)
  expect([sent + unknown, others]).toEqual([people, {}])
  expect(unknown).toBeLessThanOrEqual(20)
  expect(recipients.length).toBeGreaterThanOrEqual(sent)
})

test('REQ-COM-05: two processes send each message once; a restart before the start begins it once', async () => {
  const { id } = await fixture.schedule(drafts.newsletter)
  await Promise.all([fixture.startWorker(), fixture.startWorker(), fixture.startWorker()])
  await expect.poll(() => fixture.readState(id)).toBe('sent')
  expect(new Set(fixture.recipients()).size).toBe(people)
  expect(fixture.recipients()).toHaveLength(people)
  await expect(
    fixture.server.database
      .owner`INSERT INTO communication_recipient (communication_id, patient_id, channel) SELECT ${id}, patient_id, 'mail' FROM communication_recipient LIMIT 1`,
  ).rejects.toMatchObject({ constraint_name: 'communication_recipient_patient_once' })
})

test('THREAT-14: communications use half of a quota and wait for the rest; codes and invitations are still sent', async () => {
  const { owner } = fixture.server.database
  await setMailLimit(40)
  const { id } = await fixture.schedule(drafts.newsletter)
  await fixture.startWorker()
  await expect.poll(() => fixture.countStates(id)).toEqual({ sent: 20, waiting: people - 20 })
  await owner`
    INSERT INTO notification (channel, recipient, subject, body, patient_id, expires_at)
    SELECT 'mail', 'invited' || n || '@example.org', 'x', 'x', (SELECT min(id) FROM patient), now() + interval '7 days' FROM generate_series(1, 20) AS n`
  // Invitations use four fifths of the quota together with the newsletter.
  await expect.poll(() => fixture.recipients().filter((to) => to.startsWith('invited')).length).toBe(12)
  await owner`DELETE FROM notification WHERE communication_recipient_id IS NULL`
  await owner`UPDATE notification SET first_attempt_at = first_attempt_at - interval '25 hours'`
  await expect.poll(() => fixture.countStates(id)).toEqual({ sent: 40, waiting: people - 40 })
  await setMailLimit(30_000)
  await expect.poll(() => fixture.readState(id)).toBe('sent')
})

test('FAULT-07: a newsletter waits while no mail server is reached, and everybody gets it once afterwards', async () => {
  const { owner } = fixture.server.database
  const { id } = await fixture.schedule(drafts.newsletter)
  const down = createChannels({ ...fixture.server.deps.env, SMTP_URL: 'smtp://127.0.0.1:1' })
  await fixture.startWorker(down)
  await expect
    .poll(async () => {
      await owner`UPDATE notification SET next_attempt_at = now() WHERE last_error IS NOT NULL`
      return (await owner`SELECT FROM notification WHERE attempts > 5`).length
    })
    .toBeGreaterThan(0)
  await fixture.stopWorkers()
  await owner`UPDATE notification SET next_attempt_at = now()`
  await fixture.startWorker()
  await expect.poll(() => fixture.readState(id)).toBe('sent')
  expect(await fixture.countStates(id)).toEqual({ sent: people })
  expect(new Set(fixture.recipients()).size).toBe(people)
  expect(fixture.recipients()).toHaveLength(people)
})

test('an address that the mail server rejects permanently counts as failed, after one attempt', async () => {
  const { id } = await fixture.schedule(drafts.newsletter)
  const channels = createChannels(fixture.server.deps.env)
  let rejected = 0
  await fixture.startWorker({
    ...channels,
    mail: async (mail) => {
      if (rejected < 5) {
        rejected += 1
        throw Object.assign(new Error('no such user b1@example.org'), { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 })
      }
      await channels.mail(mail)
    },
  })
  await expect.poll(() => fixture.readState(id)).toBe('sent')
  expect(await fixture.countStates(id)).toEqual({ failed: 5, sent: people - 5 })
  const { progress } = await fixture.admin.api.communications.get.query({ id })
  expect(progress, 'rounded down to tens').toMatchObject({ total: people, states: { failed: 0, sent: 50 } })
})

test('REQ-CON-08, REQ-CON-09: v1 deletes what waits and the subscription; v2 and v3 leave no trace', async () => {
  const { owner } = fixture.server.database
  const { id } = await fixture.schedule(drafts.newsletter)
  await fixture.startWorker()
  await expect.poll(() => fixture.readState(id)).toBe('sent')
  await fixture.stopWorkers()
  await setMailLimit(0)
  const { id: waiting } = await fixture.schedule(drafts.newsletter)
  await fixture.fill()
  const [v1, v2, v3] = await owner<{ id: number }[]>`SELECT id FROM patient WHERE centre_code = 'BIG' ORDER BY id LIMIT 3`
  const rows = async (patientId: number) => {
    const [left] = await owner`
      SELECT (SELECT count(*)::int FROM communication_recipient WHERE patient_id = ${patientId} AND communication_id IN (${id}, ${waiting})) AS recipients,
        (SELECT count(*)::int FROM newsletter_subscription WHERE patient_id = ${patientId}) AS wishes`
    return left
  }
  for (const [patient, choice] of [
    [v1, 'v1'],
    [v2, 'v2'],
    [v3, 'v3'],
  ] as const)
    await owner.begin(async (sql) => {
      await sql`SELECT set_config('app.patient', ${String(patient!.id)}, true)`
      await sql`SELECT withdraw_patient(${patient!.id}, ${choice})`
    })
  expect([await rows(v1!.id), await rows(v2!.id), await rows(v3!.id)]).toEqual([
    { recipients: 1, wishes: 0 },
    { recipients: 0, wishes: 0 },
    { recipients: 0, wishes: 0 },
  ])
  expect(await owner`SELECT FROM communication_recipient WHERE communication_id = ${waiting} AND patient_id = ${v1!.id}`).toHaveLength(0)
})
