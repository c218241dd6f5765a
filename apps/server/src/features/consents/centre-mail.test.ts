import { afterAll, beforeAll, expect, test } from 'vitest'
import { allConsents, makeCentre } from '@registry/db/testing/fixtures'
import { createChannels } from '../../jobs/channels.ts'
import { startOutbox, type OutboxWorker } from '../../jobs/outbox.ts'
import { startMailReceiver, type MailReceiver } from '../../testing/mail-receiver.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let mail: MailReceiver
let pump: OutboxWorker
beforeAll(async () => {
  server = await startTestServer()
  mail = await startMailReceiver()
  const channels = createChannels({ ...server.deps.env, SMTP_URL: mail.url })
  pump = await startOutbox({ database: server.database.server, channels, log: server.deps.log, messages: server.deps.messages })
  const { owner } = server.database
  await makeCentre(owner, 'RM01')
  await makeCentre(owner, 'MI01', 'ITC4')
  for (const [email, center] of [
    ['it@example.org', 'RM01'],
    ['en@example.org', 'RM01'],
    ['other@example.org', 'MI01'],
    ['disabled@example.org', 'RM01'],
  ] as const) {
    await server.staff([{ role: 'CenterAdmin', center }], email)
  }
  await owner`UPDATE staff_user SET language = 'en' WHERE email = 'en@example.org'`
  await owner`UPDATE staff_user SET disabled_at = now() WHERE email = 'disabled@example.org'`
})
afterAll(async () => {
  await pump.stop()
  await mail.close()
  await server[Symbol.asyncDispose]()
})

const words = {
  v1: { it: 'fermare tutto', en: 'stop everything' },
  v2: { it: 'rendere anonimi i suoi dati', en: 'make their data anonymous' },
  v3: { it: 'cancellare i suoi dati', en: 'erase their data' },
} as const

const receipts = {
  v1: 'Quanto raccolto finora resta utilizzabile',
  v2: 'sono stati distrutti e non si possono recuperare',
  v3: 'I tuoi dati personali e clinici sono stati cancellati',
} as const

/** Waits until every message was sent. A count of messages is complete only then. */
const waitForEmptyOutbox = () =>
  expect.poll(async () => (await server.database.owner`SELECT FROM notification WHERE sent_at IS NULL`).length).toBe(0)

test.each(['v1', 'v2', 'v3'] as const)(
  'the mail to the centre names its patient and describes %s in the reader’s language',
  async (choice) => {
    const code = `LEFT-${words[choice].en.length}`
    const patient = await server.patient({ centre: 'RM01', centrePatientCode: code, surname: 'CANARINO', consents: allConsents })
    expect(await patient.call('/patient/UpdateConsents', { json: { C_DB_NO_NOTIFICATION: choice } })).toMatchObject({ success: true })
    const received = () => mail.mails.filter(({ text }) => text.includes(code))
    await waitForEmptyOutbox()
    expect(
      received()
        .flatMap(({ recipients }) => recipients)
        .toSorted(),
      'only the active accounts of the centre',
    ).toEqual(['en@example.org', 'it@example.org'])
    for (const language of ['it', 'en'] as const) {
      const text = received().find(({ recipients }) => recipients.includes(`${language}@example.org`))?.text ?? ''
      expect(text).toContain(code)
      expect(text).toContain('RM01')
      expect(text).toContain(words[choice][language])
      for (const [other, otherText] of Object.entries(words)) if (other !== choice) expect(text).not.toContain(otherText[language])
      expect(text).not.toMatch(/CANARINO|v[123]/)
    }
    const storedMessages = JSON.stringify(await server.database.owner`SELECT * FROM notification`)
    expect(storedMessages).not.toContain(code)
  },
)

test.each(['v1', 'v2', 'v3'] as const)('the patient’s receipt describes %s and no other choice', async (choice) => {
  const email = `receipt.${choice}@example.org`
  const patient = await server.patient({ centre: 'RM01', centrePatientCode: `RECEIPT-${choice}`, email, consents: allConsents })
  expect(await patient.call('/patient/UpdateConsents', { json: { C_DB_NO_NOTIFICATION: choice } })).toMatchObject({ success: true })
  await waitForEmptyOutbox()
  const texts = mail.mails.filter(({ recipients }) => recipients.includes(email)).map(({ text }) => text.replaceAll(/\s+/g, ' '))
  expect(texts).toHaveLength(1)
  for (const [other, otherText] of Object.entries(receipts)) expect(texts[0]?.includes(otherText), other).toBe(other === choice)
})
