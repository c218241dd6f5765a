import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import { withTransaction } from '@registry/db/transaction'
import { testDatabase, type TestDatabase } from '@registry/db/testing/database'
import { makeCentre, makePatient, makeStaff } from '@registry/db/testing/fixtures'
import type { OutgoingNotification } from '../deps.ts'
import { loadMessages } from '../messages.ts'
import type { Delivery } from './delivery.ts'
import { postgresOutbox, startOutbox, type OutboxWorker } from './outbox.ts'

let database: TestDatabase
const patients = new Map<string, number>()
const running: OutboxWorker[] = []

beforeAll(async () => {
  database = await testDatabase()
  const { owner } = database
  for (const [centre, region] of [
    ['RM01', 'ITI4'],
    ['MI01', 'ITC4'],
  ] as const) {
    await makeCentre(owner, centre, region)
    patients.set(centre, (await makePatient(owner, { centre, centerId: 'P1', mobile: '3331234567' })).id)
  }
  await makeStaff(owner, 'ga@example.org', [{ role: 'GlobalAdmin', areaid: 'W' }])
  await makeStaff(owner, 'ua.it@example.org', [{ role: 'UserAdmin', areaid: 'IT' }])
  await makeStaff(owner, 'ua.mi@example.org', [{ role: 'UserAdmin', areaid: 'ITC' }])
})
afterEach(async () => {
  for (const pump of running.splice(0)) await pump.stop()
  await database.owner`DELETE FROM notification`
  await database.owner`DELETE FROM setting`
  await database.owner`DELETE FROM rate_limit`
})
afterAll(() => database.dispose())

const limit = (settings: Readonly<Record<string, number | string>>) =>
  database.owner`INSERT INTO setting ${database.owner(Object.entries(settings).map(([key, value]) => ({ key, value: String(value) })))}
    ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`

const put = (message: OutgoingNotification, times = 1): Promise<void> =>
  withTransaction(database.server, { actor: 'tester', via: 'system', scope: { kind: 'none' } }, async (tx) => {
    for (let i = 0; i < times; i += 1) await postgresOutbox.put(tx, message)
  })
const invitation = (centre = 'RM01', text = 'invito'): OutgoingNotification => ({
  channel: 'sms',
  to: '+393331234567',
  text,
  patientId: patients.get(centre)!,
})
const code = (centre = 'RM01'): OutgoingNotification => ({ ...invitation(centre, 'codice'), expiresAt: new Date(Date.now() + 300_000) })

/** Runs outboxes until nothing is left that may leave; answers what left, by text, and the subjects of mails by recipient. */
const sendAll = async (
  processes = 1,
): Promise<{ sms: Readonly<Record<string, number>>; mails: Readonly<Record<string, string[]>>; errors: number }> => {
  const sent: Delivery[] = []
  const deliver = async (delivery: Delivery): Promise<void> => void sent.push(delivery)
  const messages = await loadMessages()
  const channels = { mail: deliver, sms: deliver, close: () => undefined }
  const pumps = await Promise.all(
    Array.from({ length: processes }, () =>
      startOutbox({ database: database.server, channels, log: pino({ level: 'silent' }), messages, pollMs: 20 }),
    ),
  )
  running.push(...pumps)
  // What waits is what a limit holds back: it has not been handed over, and its alarm has left.
  await eventually(async () => {
    const [left] = await database.owner<Readonly<Record<string, number | boolean>>[]>`
      SELECT count(*) FILTER (WHERE waits AND first_attempt_at IS NOT NULL)::int AS leased, count(*) FILTER (WHERE waits AND patient_id IS NULL)::int AS mails,
        count(*) FILTER (WHERE waits AND patient_id IS NOT NULL) = 0 OR count(*) FILTER (WHERE subject LIKE '%raggiunto') > 0 AS held_told,
        count(*) FILTER (WHERE last_error = 'prefix_not_allowed') = 0 OR count(*) FILTER (WHERE subject LIKE 'SMS rifiutati%') > 0 AS refused_told
      FROM (SELECT *, sent_at IS NULL AND failed_at IS NULL AS waits FROM notification) AS m`
    expect(left).toEqual({ leased: 0, mails: 0, held_told: true, refused_told: true })
  })
  for (const pump of running.splice(0)) await pump.stop()
  const bodies = sent.filter(({ channel }) => channel === 'sms').map(({ body }) => body)
  const mails = Map.groupBy(
    sent.filter(({ channel }) => channel === 'mail'),
    ({ recipient }) => recipient,
  )
  const [failed] = await database.owner<
    { errors: number }[]
  >`SELECT count(*)::int AS errors FROM notification WHERE last_error = 'prefix_not_allowed'`
  return {
    sms: Object.fromEntries([...Map.groupBy(bodies, (text) => text)].map(([text, all]) => [text, all.length])),
    mails: Object.fromEntries([...mails].map(([to, all]) => [to, all.map(({ subject }) => subject)])),
    errors: failed?.errors ?? 0,
  }
}
const waiting = async () =>
  (
    await database.owner<
      { count: number }[]
    >`SELECT count(*)::int AS count FROM notification WHERE sent_at IS NULL AND failed_at IS NULL AND patient_id IS NOT NULL`
  )[0]?.count

describe('THREAT-14, THREAT-50: what leaves in 24 hours', () => {
  it('is no more SMS than the limit, whatever is asked for and by how many processes it is sent; the rest waits, and one alarm leaves', async () => {
    await limit({ sms_per_day: 50 })
    await put(invitation(), 300)
    const { sms, mails } = await sendAll(3)
    expect(sms).toEqual({ invito: 40 })
    expect(mails).toEqual({ 'ga@example.org': ['Limite giornaliero di SMS raggiunto'] })
    expect(await waiting()).toBe(260)
    expect(await sendAll()).toMatchObject({ sms: {}, mails: {} })
  })

  it('keeps the last fifth for codes, and stops those too', async () => {
    await limit({ sms_per_day: 10 })
    await put(invitation(), 20)
    expect((await sendAll()).sms).toEqual({ invito: 8 })
    await put(code(), 5)
    expect((await sendAll()).sms).toEqual({ codice: 2 })
  })

  it('of one centre is no more than its limit: other centres go on, and the UserAdmins of its area are told', async () => {
    await limit({ sms_per_centre_day: 5 })
    await put(invitation('RM01', 'roma'), 10)
    await put(invitation('MI01', 'milano'), 3)
    const { sms, mails } = await sendAll()
    expect(sms).toEqual({ roma: 4, milano: 3 })
    const subject = 'Centro RM01: limite giornaliero di SMS raggiunto'
    expect(mails).toEqual({ 'ga@example.org': [subject], 'ua.it@example.org': [subject] })
  })

  it('leaves again when the day has passed, or when the limit is raised', async () => {
    await limit({ sms_per_day: 5 })
    await put(invitation(), 10)
    expect((await sendAll()).sms).toEqual({ invito: 4 })
    await database.owner`UPDATE notification SET first_attempt_at = first_attempt_at - interval '25 hours'`
    expect((await sendAll()).sms).toEqual({ invito: 4 })
    await limit({ sms_per_day: 100 })
    expect((await sendAll()).sms).toEqual({ invito: 2 })
    expect(await waiting()).toBe(0)
  })

  it('counts what failed and is tried again once', async () => {
    await limit({ sms_per_day: 5 })
    await put(invitation(), 2)
    await database.owner`UPDATE notification SET first_attempt_at = now(), attempts = 1`
    await put(invitation(), 5)
    expect((await sendAll()).sms).toEqual({ invito: 4 })
  })

  it('holds for mails to patients, and never for mails to staff', async () => {
    await limit({ mail_per_day: 5 })
    await put({ channel: 'mail', to: 'p@example.org', subject: 'invito', text: 'x', patientId: patients.get('RM01')! }, 10)
    await put({ channel: 'mail', to: 'staff@example.org', subject: 'avviso', text: 'x' }, 10)
    const { mails } = await sendAll()
    expect(mails['p@example.org']).toHaveLength(4)
    expect(mails['staff@example.org']).toHaveLength(10)
    expect(mails['ga@example.org']).toEqual(['Limite giornaliero di e-mail raggiunto'])
  })
})

describe('THREAT-14: what SMS cost', () => {
  it('in 30 days stays under the limit, long texts counted by their parts', async () => {
    await limit({ sms_part_cents: 10, sms_cents_per_30_days: 100 })
    await put(invitation('RM01', 'x'.repeat(100)), 10)
    const { sms, mails } = await sendAll()
    expect(Object.values(sms)).toEqual([4])
    expect(mails).toEqual({ 'ga@example.org': ['Limite di spesa degli SMS raggiunto'] })
    await database.owner`UPDATE notification SET first_attempt_at = first_attempt_at - interval '29 days'`
    expect((await sendAll()).sms).toEqual({})
    await database.owner`UPDATE notification SET first_attempt_at = first_attempt_at - interval '2 days'`
    expect(Object.values((await sendAll()).sms)).toEqual([4])
  })
})

it('THREAT-14: no SMS leaves for a prefix that is not allowed, by whatever way it came; it is kept as failed, and told', async () => {
  await put({ channel: 'sms', to: '+881612345678', text: 'satellite' })
  await put(invitation())
  const { sms, mails, errors } = await sendAll()
  expect(sms).toEqual({ invito: 1 })
  expect(errors).toBe(1)
  expect(mails).toEqual({ 'ga@example.org': ['SMS rifiutati: prefisso non ammesso'] })
})
