import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import { withTransaction } from '@registry/db/transaction'
import { testDatabase, type TestDatabase } from '@registry/db/testing/database'
import { makeCentre, makePatient } from '@registry/db/testing/fixtures'
import type { OutgoingNotification } from '../app/deps.ts'
import { startMailReceiver, type MailReceiver } from '../testing/mail-receiver.ts'
import { startSmsReceiver } from '../testing/sms-receiver.ts'
import { loadMessages } from '../shared/messages.ts'
import { createChannels, type Channels } from './channels.ts'
import { postgresOutbox, startOutbox, type OutboxWorker } from './outbox.ts'

let database: TestDatabase
const running: (() => Promise<void>)[] = []

beforeAll(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  for (const stop of running.splice(0).toReversed()) await stop()
  await database.owner`DELETE FROM notification`
})
afterAll(() => database.dispose())

const settings = {
  MAIL_FROM: 'registry@demo.example',
  DATA_DIR: '/nonexistent',
  SMTP_URL: undefined,
  SMS_GATEWAY_URL: undefined,
  SMS_GATEWAY_TOKEN: undefined,
}
const systemContext = { actor: 'tester', source: 'system', scope: { kind: 'none' } } as const

const addNotification = (message: OutgoingNotification): Promise<void> =>
  withTransaction(database.server, systemContext, (tx) => postgresOutbox.put(tx, message))
const start = async (channels: Channels): Promise<OutboxWorker> => {
  const worker = await startOutbox({
    database: database.server,
    channels,
    log: pino({ level: 'silent' }),
    messages: await loadMessages(),
    pollMs: 50,
  })
  running.push(() => worker.stop())
  return worker
}
const receiveMail = async (port = 0): Promise<MailReceiver> => {
  const receiver = await startMailReceiver(port)
  running.push(() => receiver.close())
  return receiver
}
const readStored = () => database.owner<
  { recipient: string; body: string; sent: boolean; failed: boolean; attempts: number; last_error: string | null }[]
>`
  SELECT recipient, body, sent_at IS NOT NULL AS sent, failed_at IS NOT NULL AS failed, attempts, last_error FROM notification ORDER BY id`
/** Ends the delay before the next attempt, which starts with five seconds. */
const skipDelay = () => database.owner`UPDATE notification SET next_attempt_at = now()`
const skipFailed = () => database.owner`UPDATE notification SET next_attempt_at = now() WHERE last_error IS NOT NULL AND sent_at IS NULL`

describe('the outbox', () => {
  it('sends a mail once after the commit, and removes text and address', async () => {
    const receiver = await receiveMail()
    await start(createChannels({ ...settings, SMTP_URL: receiver.url }))
    await addNotification({ channel: 'mail', to: 'ada@example.org', subject: 'Città e perché', text: 'Il codice è 123456' })
    await eventually(() => expect(receiver.mails).toHaveLength(1))
    expect(receiver.mails[0]).toMatchObject({ recipients: ['ada@example.org'], subject: 'Città e perché', text: 'Il codice è 123456' })
    await eventually(async () => expect(await readStored()).toMatchObject([{ sent: true, recipient: '', body: '', attempts: 1 }]))
  })

  it('sends nothing from a rolled-back transaction', async () => {
    const receiver = await receiveMail()
    await start(createChannels({ ...settings, SMTP_URL: receiver.url }))
    const undone = withTransaction(database.server, systemContext, async (tx) => {
      await postgresOutbox.put(tx, { channel: 'mail', to: 'ada@example.org', subject: 'x', text: 'never' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await addNotification({ channel: 'mail', to: 'ada@example.org', subject: 'x', text: 'kept' })
    await eventually(() => expect(receiver.mails).toHaveLength(1))
    expect(receiver.mails[0]?.text).toBe('kept')
    expect(await readStored()).toHaveLength(1)
  })

  it('FAULT-07: keeps a mail while the mail server is down for an hour, and sends it once afterwards', async () => {
    const first = await receiveMail()
    const { port } = new URL(first.url)
    await first.close()
    await start(createChannels({ ...settings, SMTP_URL: first.url }))
    await addNotification({ channel: 'mail', to: 'ada@example.org', subject: 'x', text: 'patience' })
    await eventually(async () =>
      expect(await readStored()).toMatchObject([{ sent: false, last_error: expect.stringContaining('ESOCKET'), body: 'patience' }]),
    )

    // The delays between the attempts of an hour.
    for (let attempts = 2; attempts <= 10; attempts += 1) {
      await skipDelay()
      await eventually(async () =>
        expect(await readStored()).toMatchObject([{ sent: false, failed: false, attempts, last_error: expect.anything() }]),
      )
    }
    const back = await receiveMail(Number(port))
    await skipDelay()
    await eventually(async () => expect(await readStored()).toMatchObject([{ sent: true, body: '' }]))
    await skipDelay()
    await addNotification({ channel: 'mail', to: 'ada@example.org', subject: 'x', text: 'the next one' })
    await eventually(() => expect(back.mails.map(({ text }) => text)).toContain('the next one'))
    expect(back.mails.map(({ text }) => text)).toEqual(['patience', 'the next one'])
  })

  it('a mail has the same Message-ID at every attempt', async () => {
    const receiver = await receiveMail()
    receiver.rejectNext(1)
    await start(createChannels({ ...settings, SMTP_URL: receiver.url }))
    await addNotification({ channel: 'mail', to: 'ada@example.org', subject: 'x', text: 'again' })
    await eventually(async () => expect((await readStored())[0]?.last_error).toContain('451'))
    await skipDelay()
    await eventually(() => expect(receiver.mails).toHaveLength(1))
    const [{ id } = { id: '' }] = await database.owner<{ id: string }[]>`SELECT id FROM notification`
    expect(receiver.mails[0]?.messageId).toBe(`<${id}@demo.example>`)
  })

  it('FAULT-07: does not send an expired mail, and removes its text', async () => {
    const receiver = await receiveMail()
    await addNotification({ channel: 'mail', to: 'ada@example.org', subject: 'x', text: '123456', expiresAt: new Date('2000-01-01') })
    await start(createChannels({ ...settings, SMTP_URL: receiver.url }))
    await eventually(async () => expect(await readStored()).toMatchObject([{ sent: false, failed: true, body: '', last_error: 'expired' }]))
    expect(receiver.mails).toEqual([])
  })

  it('two processes send each of 200 mails once', async () => {
    const receiver = await receiveMail()
    const channels = () => createChannels({ ...settings, SMTP_URL: receiver.url })
    await Promise.all([start(channels()), start(channels())])
    await withTransaction(database.server, systemContext, async (tx) => {
      for (let i = 0; i < 200; i += 1) await postgresOutbox.put(tx, { channel: 'mail', to: 'ada@example.org', subject: 'x', text: `n${i}` })
    })
    await eventually(async () => expect((await readStored()).every(({ sent }) => sent)).toBe(true))
    expect(new Set(receiver.mails.map(({ text }) => text)).size).toBe(200)
    expect(receiver.mails).toHaveLength(200)
  })

  it('THREAT-45: a mail has one recipient for any address', async () => {
    const receiver = await receiveMail()
    await start(createChannels({ ...settings, SMTP_URL: receiver.url }))
    await addNotification({
      channel: 'mail',
      to: 'a@example.org\r\nBcc: evil@example.org',
      subject: 'x\r\nBcc: evil@example.org',
      text: 'x',
    })
    await addNotification({ channel: 'mail', to: 'a@example.org, evil@example.org', subject: 'x', text: 'x' })
    await addNotification({ channel: 'mail', to: 'good@example.org', subject: 'x', text: 'x' })
    await eventually(() => expect(receiver.mails.some(({ recipients }) => recipients.includes('good@example.org'))).toBe(true))
    await eventually(async () => expect((await readStored()).every(({ attempts }) => attempts > 0)).toBe(true))
    for (const { recipients, headers } of receiver.mails) {
      expect(recipients).toHaveLength(1)
      expect(recipients).not.toContain('evil@example.org')
      expect(headers).not.toMatch(/^bcc:/im)
    }
  })
})

describe('FAULT-07: a mail server that does not answer', () => {
  const openWork = async (): Promise<MailReceiver> => {
    const receiver = await receiveMail()
    receiver.hang()
    return receiver
  }
  const addMails = (texts: readonly string[], patientId?: number) =>
    withTransaction(database.server, systemContext, async (tx) => {
      for (const text of texts)
        await postgresOutbox.put(tx, { channel: 'mail', to: 'ada@example.org', subject: 'x', text, ...(patientId && { patientId }) })
    })
  const numberMails = (count: number): string[] => Array.from({ length: count }, (_, mail) => `n${mail}`)
  const countLeased = async (): Promise<number> =>
    (await database.owner`SELECT FROM notification WHERE attempts > 0 AND sent_at IS NULL`).length

  it('delays no SMS, and its mails are sent once when it answers again', async () => {
    const [receiver, gateway] = [await openWork(), await startSmsReceiver()]
    running.push(() => gateway.close())
    await start(createChannels({ ...settings, SMTP_URL: receiver.url, SMS_GATEWAY_URL: gateway.url }))
    await addMails(numberMails(30))
    await eventually(async () => expect(await countLeased()).toBeGreaterThan(3))
    await addNotification({ channel: 'sms', to: '+393330000005', text: '123456' })
    await eventually(() => expect(gateway.messages).toHaveLength(1))
    expect(receiver.mails).toEqual([])
    receiver.resume()
    await eventually(async () => {
      await skipFailed()
      expect((await readStored()).every(({ sent }) => sent)).toBe(true)
    })
    expect(receiver.mails.map(({ text }) => text).toSorted()).toEqual(numberMails(30).toSorted())
  })

  it('gets nothing for a patient who withdrew while the mail waited', async () => {
    const receiver = await openWork()
    await makeCentre(database.owner, 'NA01')
    const { id } = await makePatient(database.owner, { centre: 'NA01', centrePatientCode: 'P1', email: 'ada@example.org' })
    await addMails(numberMails(10))
    await addMails(['for Ada'], id)
    await start(createChannels({ ...settings, SMTP_URL: receiver.url }))
    await eventually(async () => expect(await countLeased()).toBe(11))
    await database.owner.begin(async (sql) => {
      await sql`SELECT set_config('app.patient', ${String(id)}, true)`
      await sql`SELECT withdraw_patient(${id}, 'v3')`
    })
    receiver.resume()
    await eventually(async () => {
      await skipFailed()
      expect((await readStored()).every(({ sent }) => sent)).toBe(true)
    })
    expect(receiver.mails.map(({ text }) => text).toSorted()).toEqual(numberMails(10))
  })

  it('gets no mail twice from two processes, when the first was slower than its lease', async () => {
    const [slow, quick] = [await openWork(), await receiveMail()]
    await start(createChannels({ ...settings, SMTP_URL: slow.url }))
    await addMails(numberMails(10))
    await eventually(async () => expect(await countLeased()).toBe(10))
    // The leases end, except those of the three mails in delivery.
    await database.owner`UPDATE notification SET next_attempt_at = now() WHERE id IN (SELECT id FROM notification ORDER BY next_attempt_at LIMIT 7)`
    await start(createChannels({ ...settings, SMTP_URL: quick.url }))
    await eventually(() => expect(quick.mails).toHaveLength(7))
    slow.resume()
    await eventually(async () => {
      await skipFailed()
      expect((await readStored()).every(({ sent }) => sent)).toBe(true)
    })
    const texts = [...slow.mails, ...quick.mails].map(({ text }) => text)
    expect(texts.toSorted()).toEqual(numberMails(10))
  })

  it('that breaks the connection instead of confirming a mail gets it again with the same Message-ID', async () => {
    const receiver = await receiveMail()
    receiver.dropNext()
    await start(createChannels({ ...settings, SMTP_URL: receiver.url }))
    await addMails(['again'])
    await eventually(async () => {
      await skipFailed()
      expect(await readStored()).toMatchObject([{ sent: true }])
    })
    expect(receiver.mails).toHaveLength(2)
    expect(new Set(receiver.mails.map(({ messageId }) => messageId)).size).toBe(1)
  })
})

describe('SMS', () => {
  it('are sent to the gateway as JSON with the bearer token, and retried after a failure', async () => {
    const gateway = await startSmsReceiver()
    running.push(() => gateway.close())
    gateway.rejectNext(1)
    await start(createChannels({ ...settings, SMS_GATEWAY_URL: gateway.url, SMS_GATEWAY_TOKEN: 'gateway-token' }))
    await addNotification({ channel: 'sms', to: '+393330000005', text: '123456 è il tuo codice' })
    await eventually(async () =>
      expect(await readStored()).toMatchObject([{ sent: false, last_error: expect.stringContaining('HTTP 503') }]),
    )
    await skipDelay()
    await eventually(() => expect(gateway.messages).toHaveLength(1))
    expect(gateway.messages[0]).toMatchObject({
      to: '+393330000005',
      text: '123456 è il tuo codice',
      authorization: 'Bearer gateway-token',
    })
  })
})

describe('FAULT-08: a gateway that sends an SMS and never answers', () => {
  const startGateway = async () => {
    const gateway = await startSmsReceiver()
    running.push(() => gateway.close())
    await start(createChannels({ ...settings, SMS_GATEWAY_URL: gateway.url }, { gatewayMs: 200 }))
    return gateway
  }
  const addSms = (expiresInMs: number) =>
    addNotification({ channel: 'sms', to: '+393330000005', text: '123456', expiresAt: new Date(Date.now() + expiresInMs) })

  it('gets it once more with the same text and the same key, and never a third time', async () => {
    const gateway = await startGateway()
    gateway.loseAnswers(10)
    await addSms(300_000)
    await eventually(async () => {
      await skipFailed()
      expect(await readStored()).toMatchObject([{ failed: true, body: '', recipient: '', last_error: 'GatewayError unconfirmed' }])
    })
    expect(gateway.messages.map(({ text }) => text)).toEqual(['123456', '123456'])
    expect(new Set(gateway.messages.map(({ key }) => key)).size).toBe(1)
  })

  it('gets an SMS that is no code again after an hour', async () => {
    const gateway = await startGateway()
    gateway.loseAnswers(1)
    await addSms(7 * 86_400_000)
    const readDelay = () => database.owner`
      SELECT next_attempt_at BETWEEN now() + interval '50 minutes' AND now() + interval '1 hour' AS hour FROM notification WHERE last_error IS NOT NULL`
    await eventually(async () => expect(await readDelay()).toEqual([{ hour: true }]))
    await skipFailed()
    await eventually(async () => expect(await readStored()).toMatchObject([{ sent: true }]))
    expect(gateway.messages).toHaveLength(2)
  })

  it('that rejects an SMS or is not reached gets it until it accepts', async () => {
    const gateway = await startGateway()
    gateway.rejectNext(4)
    await addSms(300_000)
    await eventually(async () => {
      await skipFailed()
      expect(await readStored()).toMatchObject([{ sent: true, attempts: 5 }])
    })
    expect(gateway.messages).toHaveLength(1)
  })

  it('gets the SMS of a killed process once more', async () => {
    const gateway = await startGateway()
    await database.owner`
      INSERT INTO notification (channel, recipient, body, attempts, first_attempt_at, expires_at, unconfirmed)
      VALUES ('sms', '+393330000005', 'first kill', 1, now(), now() + interval '1 day', 0), ('sms', '+393330000005', 'second kill', 2, now(), now() + interval '1 day', 1)`
    await eventually(async () =>
      expect(await readStored()).toMatchObject([{ sent: true }, { failed: true, last_error: 'interrupted unconfirmed' }]),
    )
    expect(gateway.messages.map(({ text }) => text)).toEqual(['first kill'])
  })
})

describe('without a mail server and a gateway', () => {
  it('notifications are files with recipient and subject', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'registry-outbox-'))
    running.push(() => rm(directory, { recursive: true }))
    await start(createChannels({ ...settings, DATA_DIR: directory }))
    await addNotification({ channel: 'mail', to: 'p1@demo.example', subject: 'Il tuo codice', text: 'Il codice è 123456' })
    await addNotification({ channel: 'sms', to: '+393330000005', text: '654321' })
    await eventually(async () => expect((await readStored()).every(({ sent }) => sent)).toBe(true))
    const names = (await readdir(join(directory, 'outbox'))).toSorted()
    expect(names).toEqual([expect.stringMatching(/^mail-p1@demo\.example-.*\.txt$/), expect.stringMatching(/^sms-\+393330000005-.*\.txt$/)])
    expect(await readFile(join(directory, 'outbox', names[0]!), 'utf8')).toBe(
      'To: p1@demo.example\nSubject: Il tuo codice\n\nIl codice è 123456\n',
    )
  })
})

it('REQ-OPS-03, FAULT-07: a permanently rejected mail is not retried and appears in the record, until a mail is sent', async () => {
  const mail = await receiveMail()
  mail.rejectAddress('nobody@example.org')
  await makeCentre(database.owner, 'RM01')
  const { id } = await makePatient(database.owner, { centre: 'RM01', centrePatientCode: 'P1', email: 'nobody@example.org' })
  const findRejected = (centre: string) =>
    withTransaction(database.server, { ...systemContext, scope: { kind: 'centre', centre } }, async ({ sql }) => {
      const [found] = await sql<{ rejected: boolean }[]>`SELECT find_rejected_mail(${id}) IS NOT NULL AS rejected`
      return found?.rejected
    })
  expect(await findRejected('RM01')).toBe(false)
  await start(createChannels({ ...settings, SMTP_URL: mail.url }))
  await addNotification({ channel: 'mail', to: 'nobody@example.org', subject: 'a', text: 'b', patientId: id })
  await eventually(async () =>
    expect(await readStored()).toMatchObject([
      { failed: true, attempts: 1, recipient: '', body: '', last_error: expect.stringContaining('550') },
    ]),
  )
  expect([await findRejected('RM01'), await findRejected('MI01')]).toEqual([true, false])
  await addNotification({ channel: 'mail', to: 'new@example.org', subject: 'a', text: 'b', patientId: id })
  await eventually(async () => expect(await findRejected('RM01')).toBe(false))
})
