import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { makeCentre, makePatient } from '../testing/fixtures.ts'
import { withRole, withTransaction, type Transaction } from '../transaction.ts'

let database: TestDatabase
let patientId: number
beforeAll(async () => {
  database = await testDatabase()
  await makeCentre(database.owner, 'RM01')
  patientId = (await makePatient(database.owner, { centre: 'RM01', centerId: 'P1', mobile: '3331234567' })).id
})
afterEach(() => database.owner`DELETE FROM notification`)
afterAll(() => database.dispose())

/** As a server process that somebody else has taken over could. */
const asWorker = <T>(work: (sql: Transaction['sql']) => Promise<T>): Promise<T> =>
  withTransaction(database.server, { actor: '', via: 'system', scope: { kind: 'none' } }, (tx) =>
    withRole(tx, 'registry_worker', ({ sql }) => work(sql)),
  )

type Put = { readonly recipient?: string; readonly body?: string; readonly next?: string; readonly expires?: string }
const put = async ({
  recipient = '+393331234567',
  body = 'il codice è 123456',
  next = '0',
  expires = '1 day',
}: Put = {}): Promise<string> => {
  const [made] = await database.owner<{ id: string }[]>`
    INSERT INTO notification (channel, recipient, body, patient_id, next_attempt_at, expires_at)
    VALUES ('sms', ${recipient}, ${body}, ${patientId}, now() + ${next}::interval, now() + ${expires}::interval) RETURNING id`
  return made!.id
}
const claim = (ids: readonly string[]) =>
  asWorker(
    (sql) => sql<{ id: string; body: string }[]>`SELECT id, body FROM claim_notifications(${[...ids]}::uuid[], ${ids.map(() => 8)}::int[])`,
  )

describe('THREAT-44: a server process that somebody has taken over', () => {
  test('reads and writes no message, no patient and no request as the worker', async () => {
    await put()
    for (const statement of [
      'SELECT * FROM notification',
      'SELECT id FROM notification',
      'SELECT recipient FROM notification',
      'SELECT id, center_code FROM patient',
      'SELECT email FROM identity_request',
      'SELECT secret_hash FROM return_request',
      `UPDATE notification SET next_attempt_at = now(), recipient = '+393339999999'`,
      'DELETE FROM notification',
      'DELETE FROM return_request',
      'DELETE FROM identity_request',
    ])
      await expect(
        asWorker((sql) => sql.unsafe(statement)),
        statement,
      ).rejects.toThrow('permission denied')
  })

  test('learns of a message that waits neither to whom it goes nor what it says', async () => {
    const id = await put()
    const [found] = await asWorker((sql) => sql`SELECT * FROM find_due_notifications('{}')`)
    expect(found).toEqual({ id, channel: 'sms', centre: 'RM01', urgent: false, counted: false, limited: true, length: 18 })
  })

  test('the server itself may call none of the functions of the outbox', async () => {
    await expect(database.server`SELECT * FROM claim_notifications('{}', '{}')`).rejects.toThrow('permission denied')
    await expect(database.server`SELECT * FROM find_due_notifications('{}')`).rejects.toThrow('permission denied')
  })
})

describe('claim_notifications', () => {
  test('gives each message once, though ten processes claim it', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => put()))
    const claims = await Promise.all(Array.from({ length: 10 }, () => claim(ids)))
    expect(
      claims
        .flat()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(ids.toSorted())
    expect(await claim(ids)).toEqual([])
  })

  test('gives it again when its failure was reported and the wait is over, and never once it was sent', async () => {
    const id = await put()
    expect(await claim([id])).toEqual([{ id, body: 'il codice è 123456' }])
    await asWorker((sql) => sql`SELECT postpone_notification(${id}, 0, 'HTTP 503')`)
    expect(await claim([id])).toHaveLength(1)
    await asWorker((sql) => sql`SELECT mark_notification_sent(${id})`)
    await asWorker((sql) => sql`SELECT postpone_notification(${id}, 0, 'HTTP 503')`)
    expect(await claim([id])).toEqual([])
    expect(await database.owner`SELECT recipient, body, attempts FROM notification`).toEqual([{ recipient: '', body: '', attempts: 2 }])
  })

  test('gives no message that is not due or came too late, and no more than twenty at a time', async () => {
    const later = await put({ next: '1 hour' })
    const late = await put({ expires: '-1 second' })
    expect(await claim([later, late])).toEqual([])
    // Neither postponing nor ending reaches a message that was not claimed.
    await asWorker((sql) => sql`SELECT postpone_notification(${later}, 0, ''), mark_notification_sent(${late})`)
    expect(await claim([later])).toEqual([])
    const ids = await Promise.all(Array.from({ length: 25 }, () => put()))
    expect(await claim(ids)).toHaveLength(20)
  })
})

test('THREAT-14: what an SMS costs counts the characters that the gateway counts', async () => {
  await put({ body: '👍'.repeat(35) + 'x' })
  expect(await asWorker((sql) => sql`SELECT length FROM find_due_notifications('{}')`)).toEqual([{ length: '👍'.repeat(35).length + 1 }])
})
