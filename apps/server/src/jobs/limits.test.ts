import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import { withTransaction } from '@registry/db/transaction'
import { testDatabase, type TestDatabase } from '@registry/db/testing/database'
import { makeCentre, makePatient, makeStaff } from '@registry/db/testing/fixtures'
import type { OutgoingNotification } from '../app/deps.ts'
import { loadMessages } from '../shared/messages.ts'
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
    patients.set(centre, (await makePatient(owner, { centre, centrePatientCode: 'P1', mobile: '3331234567' })).id)
  }
  await makeStaff(owner, 'ga@example.org', [{ role: 'GlobalAdmin', areaid: 'W' }])
  await makeStaff(owner, 'ua.it@example.org', [{ role: 'UserAdmin', areaid: 'IT' }])
  await makeStaff(owner, 'ua.mi@example.org', [{ role: 'UserAdmin', areaid: 'ITC' }])
})
afterEach(async () => {
  for (const worker of running.splice(0)) await worker.stop()
  await database.owner`DELETE FROM notification`
  await database.owner`DELETE FROM setting`
  await database.owner`DELETE FROM rate_limit`
})
afterAll(() => database.dispose())

const setLimits = (settings: Readonly<Record<string, number | string>>) =>
  database.owner`INSERT INTO setting ${database.owner(Object.entries(settings).map(([key, value]) => ({ key, value: String(value) })))}
    ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`

const addNotifications = (message: OutgoingNotification, times = 1): Promise<void> =>
  withTransaction(database.server, { actor: 'tester', source: 'system', scope: { kind: 'none' } }, async (tx) => {
    for (let i = 0; i < times; i += 1) await postgresOutbox.put(tx, message)
  })
const invitation = (centre = 'RM01', text = 'invito'): OutgoingNotification => ({
  channel: 'sms',
  to: '+393331234567',
  text,
  patientId: patients.get(centre)!,
})
const code = (centre = 'RM01'): OutgoingNotification => ({ ...invitation(centre, 'codice'), expiresAt: new Date(Date.now() + 300_000) })
const reset = (centre = 'RM01'): OutgoingNotification => ({ ...code(centre), ...invitation(centre, 'link'), isReset: true })

/** Runs outbox workers until they send nothing more. Returns the number of SMS by text, and the subjects of mails by recipient. */
const sendAll = async (
  processes = 1,
): Promise<{ sms: Readonly<Record<string, number>>; mails: Readonly<Record<string, string[]>>; errors: number }> => {
  const sent: Delivery[] = []
  const deliver = async (delivery: Delivery): Promise<void> => void sent.push(delivery)
  const messages = await loadMessages()
  const channels = { mail: deliver, sms: deliver, close: () => undefined }
  const workers = await Promise.all(
    Array.from({ length: processes }, () =>
      startOutbox({ database: database.server, channels, log: pino({ level: 'silent' }), messages, pollMs: 20 }),
    ),
  )
  running.push(...workers)
  // A quota holds all pending notifications back: they have no attempt, and their alert was sent.
  await eventually(async () => {
    const [left] = await database.owner<Readonly<Record<string, number | boolean>>[]>`
      SELECT count(*) FILTER (WHERE waits AND first_attempt_at IS NOT NULL)::int AS leased, count(*) FILTER (WHERE waits AND patient_id IS NULL)::int AS mails,
        count(*) FILTER (WHERE waits AND patient_id IS NOT NULL) = 0 OR count(*) FILTER (WHERE subject LIKE '%raggiunto') > 0 AS held_reported,
        count(*) FILTER (WHERE last_error = 'prefix_not_allowed') = 0 OR count(*) FILTER (WHERE subject LIKE 'SMS rifiutati%') > 0 AS refused_reported
      FROM (SELECT *, sent_at IS NULL AND failed_at IS NULL AS waits FROM notification) AS m`
    expect(left).toEqual({ leased: 0, mails: 0, held_reported: true, refused_reported: true })
  })
  for (const worker of running.splice(0)) await worker.stop()
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
const countWaiting = async () =>
  (
    await database.owner<
      { count: number }[]
    >`SELECT count(*)::int AS count FROM notification WHERE sent_at IS NULL AND failed_at IS NULL AND patient_id IS NOT NULL`
  )[0]?.count

describe('THREAT-14, THREAT-50: notifications of 24 hours', () => {
  it('SMS stay within the quota with any number of processes; the rest waits, and one alert is sent', async () => {
    await setLimits({ sms_per_day: 50 })
    await addNotifications(invitation(), 300)
    const { sms, mails } = await sendAll(3)
    expect(sms).toEqual({ invito: 40 })
    expect(mails).toEqual({ 'ga@example.org': ['Limite giornaliero di SMS raggiunto'] })
    expect(await countWaiting()).toBe(260)
    expect(await sendAll()).toMatchObject({ sms: {}, mails: {} })
  })

  it('a tenth is reserved for codes, and another tenth for forgotten passwords', async () => {
    await setLimits({ sms_per_day: 10 })
    await addNotifications(invitation(), 20)
    expect((await sendAll()).sms).toEqual({ invito: 8 })
    await addNotifications(reset(), 5)
    expect((await sendAll()).sms).toEqual({ link: 1 })
    await addNotifications(code(), 5)
    expect((await sendAll()).sms).toEqual({ codice: 1 })
  })

  it('forgotten passwords never use up the codes, in number and in cost', async () => {
    for (const limits of [{ sms_per_day: 20 }, { sms_part_cents: 10, sms_cents_per_30_days: 200 }]) {
      await setLimits(limits)
      await addNotifications(reset(), 30)
      expect((await sendAll()).sms).toEqual({ link: 2 })
      await addNotifications(code(), 30)
      expect((await sendAll()).sms).toEqual({ codice: 18 })
      await database.owner`DELETE FROM notification`
      await database.owner`DELETE FROM setting`
      await database.owner`DELETE FROM rate_limit`
    }
  })

  it('codes do not wait for the limit of their centre', async () => {
    await setLimits({ sms_per_centre_day: 5 })
    await addNotifications(invitation(), 10)
    expect((await sendAll()).sms).toEqual({ invito: 4 })
    await addNotifications(code(), 5)
    expect((await sendAll()).sms).toEqual({ codice: 5 })
  })

  it('a centre stays within its quota: other centres continue, and the UserAdmins of its area get an alert', async () => {
    await setLimits({ sms_per_centre_day: 5 })
    await addNotifications(invitation('RM01', 'roma'), 10)
    await addNotifications(invitation('MI01', 'milano'), 3)
    const { sms, mails } = await sendAll()
    expect(sms).toEqual({ roma: 4, milano: 3 })
    const subject = 'Centro RM01: limite giornaliero di SMS raggiunto'
    expect(mails).toEqual({ 'ga@example.org': [subject], 'ua.it@example.org': [subject] })
  })

  it('sending continues after a day, or with a higher limit', async () => {
    await setLimits({ sms_per_day: 5 })
    await addNotifications(invitation(), 10)
    expect((await sendAll()).sms).toEqual({ invito: 4 })
    await database.owner`UPDATE notification SET first_attempt_at = first_attempt_at - interval '25 hours'`
    expect((await sendAll()).sms).toEqual({ invito: 4 })
    await setLimits({ sms_per_day: 100 })
    expect((await sendAll()).sms).toEqual({ invito: 2 })
    expect(await countWaiting()).toBe(0)
  })

  it('a retry counts once', async () => {
    await setLimits({ sms_per_day: 5 })
    await addNotifications(invitation(), 2)
    await database.owner`UPDATE notification SET first_attempt_at = now(), attempts = 1`
    await addNotifications(invitation(), 5)
    expect((await sendAll()).sms).toEqual({ invito: 4 })
  })

  it('the limit applies to mails to patients, not to mails to staff', async () => {
    await setLimits({ mail_per_day: 5 })
    await addNotifications({ channel: 'mail', to: 'p@example.org', subject: 'invito', text: 'x', patientId: patients.get('RM01')! }, 10)
    await addNotifications({ channel: 'mail', to: 'staff@example.org', subject: 'avviso', text: 'x' }, 10)
    const { mails } = await sendAll()
    expect(mails['p@example.org']).toHaveLength(4)
    expect(mails['staff@example.org']).toHaveLength(10)
    expect(mails['ga@example.org']).toEqual(['Limite giornaliero di e-mail raggiunto'])
  })
})

describe('THREAT-14: the costs of SMS', () => {
  it('are those of one part for 160 characters of an Italian text', async () => {
    await setLimits({ sms_part_cents: 10, sms_cents_per_30_days: 100 })
    await addNotifications(invitation('RM01', `È ora: l’invito «scade» – ${'è'.repeat(133)}`), 10)
    const { sms } = await sendAll()
    expect(sms).toEqual({ [`E' ora: l'invito "scade" - ${'è'.repeat(133)}`]: 8 })
  })

  it('stay within the limit of 30 days; a long text counts by its parts', async () => {
    await setLimits({ sms_part_cents: 10, sms_cents_per_30_days: 100 })
    await addNotifications(invitation('RM01', 'è'.repeat(200)), 10)
    const { sms, mails } = await sendAll()
    expect(Object.values(sms)).toEqual([4])
    expect(mails).toEqual({ 'ga@example.org': ['Limite di spesa degli SMS raggiunto'] })
    await database.owner`UPDATE notification SET first_attempt_at = first_attempt_at - interval '29 days'`
    expect((await sendAll()).sms).toEqual({})
    await database.owner`UPDATE notification SET first_attempt_at = first_attempt_at - interval '2 days'`
    expect(Object.values((await sendAll()).sms)).toEqual([4])
  })
})

it('THREAT-14: an SMS to a prefix that is not allowed fails and raises an alert', async () => {
  await addNotifications({ channel: 'sms', to: '+881612345678', text: 'satellite' })
  await addNotifications(invitation())
  const { sms, mails, errors } = await sendAll()
  expect(sms).toEqual({ invito: 1 })
  expect(errors).toBe(1)
  expect(mails).toEqual({ 'ga@example.org': ['SMS rifiutati: prefisso non ammesso'] })
})
