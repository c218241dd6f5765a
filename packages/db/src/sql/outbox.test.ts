import { countSmsParts, formatGsmText, gsmBasic, gsmExtended, gsmReplacements } from '@registry/domain/messages/gsm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { useTestDatabase } from '../testing/use-test-database.ts'
import { withRole, withTransaction, type Transaction } from '../transaction.ts'

const database = useTestDatabase('RM01')
let patientId: number
beforeAll(async () => {
  patientId = (await database.createPatient({ mobile: '3331234567' })).id
})
afterEach(() => database.owner`DELETE FROM notification`)

/** Runs queries with the worker role, like a compromised server process. */
const runAsWorker = <T>(work: (sql: Transaction['sql']) => Promise<T>): Promise<T> =>
  withTransaction(database.server, { actor: '', source: 'system', scope: { kind: 'none' } }, (tx) =>
    withRole(tx, 'registry_worker', ({ sql }) => work(sql)),
  )

type NotificationOptions = {
  readonly channel?: 'mail' | 'sms'
  readonly recipient?: string
  readonly body?: string
  readonly next?: string
  readonly expires?: string
}
const addNotification = async ({
  channel = 'sms',
  recipient = '+393331234567',
  body = 'il codice è 123456',
  next = '0',
  expires = '1 day',
}: NotificationOptions = {}): Promise<string> => {
  const [added] = await database.owner<{ id: string }[]>`
    INSERT INTO notification (channel, recipient, body, patient_id, next_attempt_at, expires_at)
    VALUES (${channel}, ${recipient}, ${body}, ${patientId}, now() + ${next}::interval, now() + ${expires}::interval) RETURNING id`
  return added!.id
}
const claim = (ids: readonly string[]) =>
  runAsWorker(
    (sql) => sql<{ id: string; body: string }[]>`SELECT id, body FROM claim_notifications(${[...ids]}::uuid[], ${ids.map(() => 8)}::int[])`,
  )

describe('THREAT-44: a compromised server process', () => {
  test('cannot read or write notifications, patients and requests as the worker', async () => {
    await addNotification()
    for (const statement of [
      'SELECT * FROM notification',
      'SELECT id FROM notification',
      'SELECT recipient FROM notification',
      'SELECT id, centre_code FROM patient',
      'SELECT email FROM enrolment_request',
      'SELECT secret_hash FROM reregistration_request',
      `UPDATE notification SET next_attempt_at = now(), recipient = '+393339999999'`,
      'DELETE FROM notification',
      'DELETE FROM reregistration_request',
      'DELETE FROM enrolment_request',
    ])
      await expect(
        runAsWorker((sql) => sql.unsafe(statement)),
        statement,
      ).rejects.toThrow('permission denied')
  })

  test('learns neither recipient nor text of a pending notification', async () => {
    const id = await addNotification()
    const [found] = await runAsWorker((sql) => sql`SELECT * FROM find_due_notifications('{}')`)
    expect(found).toEqual({ id, channel: 'sms', centre: 'RM01', kind: 'other', counted: false, limited: true, parts: 1 })
  })

  test('the server role can call none of the outbox functions', async () => {
    await expect(database.server`SELECT * FROM claim_notifications('{}', '{}')`).rejects.toThrow('permission denied')
    await expect(database.server`SELECT * FROM find_due_notifications('{}')`).rejects.toThrow('permission denied')
  })
})

describe('claim_notifications', () => {
  test('returns each notification once to ten parallel processes', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => addNotification()))
    const claims = await Promise.all(Array.from({ length: 10 }, () => claim(ids)))
    expect(
      claims
        .flat()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(ids.toSorted())
    expect(await claim(ids)).toEqual([])
  })

  test('returns a failed notification again after its delay, and a sent one never', async () => {
    const id = await addNotification()
    expect(await claim([id])).toEqual([{ id, body: 'il codice è 123456' }])
    await runAsWorker((sql) => sql`SELECT postpone_notification(${id}, 0, 'HTTP 503')`)
    expect(await claim([id])).toHaveLength(1)
    await runAsWorker((sql) => sql`SELECT mark_notification_sent(${id})`)
    await runAsWorker((sql) => sql`SELECT postpone_notification(${id}, 0, 'HTTP 503')`)
    expect(await claim([id])).toEqual([])
    expect(await database.owner`SELECT recipient, body, attempts FROM notification`).toEqual([{ recipient: '', body: '', attempts: 2 }])
  })

  test('returns no notification that is not due or has expired, and 20 at most', async () => {
    const later = await addNotification({ next: '1 hour' })
    const late = await addNotification({ expires: '-1 second' })
    expect(await claim([later, late])).toEqual([])
    // Postponing and marking have no effect on a notification that was not claimed.
    await runAsWorker((sql) => sql`SELECT postpone_notification(${later}, 0, ''), mark_notification_sent(${late})`)
    expect(await claim([later])).toEqual([])
    const ids = await Promise.all(Array.from({ length: 25 }, () => addNotification()))
    expect(await claim(ids)).toHaveLength(20)
  })
})

test('THREAT-14: an SMS is converted to the GSM alphabet and counted as the domain does, a mail is not', async () => {
  const everyReplaced = [...gsmReplacements.keys()].join('')
  const texts = [
    everyReplaced,
    gsmBasic + gsmExtended,
    'Se non l’hai chiesto: usa «Password dimenticata» – È già tardi, NICCOLÒ…',
    'Nicolo\u0300 e perche\u0301',
    'è'.repeat(160),
    'è'.repeat(161),
    '€'.repeat(81),
    'È'.repeat(81),
    `ж${'a'.repeat(69)}`,
    `ж${'a'.repeat(70)}`,
    '👍'.repeat(35),
    `${'👍'.repeat(35)}x`,
  ]
  for (const body of texts) {
    await database.owner`DELETE FROM notification`
    await addNotification({ body })
    const [stored] = await database.owner`SELECT body FROM notification`
    expect(stored).toEqual({ body: formatGsmText(body) })
    expect(await runAsWorker((sql) => sql`SELECT parts FROM find_due_notifications('{}')`), body).toEqual([{ parts: countSmsParts(body) }])
  }
  await database.owner`DELETE FROM notification`
  await addNotification({ channel: 'mail', body: 'l’È' })
  expect(await database.owner`SELECT body FROM notification`).toEqual([{ body: 'l’È' }])
})
