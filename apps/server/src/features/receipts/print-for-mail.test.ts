import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '@registry/domain/error'
import type { Delivery } from '../../jobs/delivery.ts'
import { printReceiptsOfMails } from './print-for-mail.ts'
import { createReceiptsFixture, download, giveConsents, type ReceiptsFixture } from './testing/receipts-fixture.ts'

let fixture: ReceiptsFixture
beforeAll(async () => {
  fixture = await createReceiptsFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

/** Saves consents and returns the mail as it waits in the outbox, with a channel that records what it sends. */
const saveConsents = async (email: string) => {
  const patient = await fixture.patient({ email })
  const number = await giveConsents(patient)
  const [mail] = await fixture.server.database.owner<Delivery[]>`
    SELECT id, channel, recipient, subject, body, attachment, attachment_name FROM notification WHERE recipient = ${email}`
  const sent: Delivery[] = []
  const keep = async (delivery: Delivery): Promise<void> => void sent.push(delivery)
  const { mail: send } = printReceiptsOfMails(fixture.server.deps, { mail: keep, sms: keep, close: () => {} })
  return { patient, number, mail: mail!, sent, send }
}

test('the outbox keeps the signed file, and the mail is sent with the PDF that the patient downloads (REQ-CON-15)', async () => {
  const { patient, number, mail, sent, send } = await saveConsents('waits@example.org')
  expect(Buffer.from(mail.attachment!).equals(Buffer.from(await download(patient, number, 'json')))).toBe(true)
  await send(mail)
  expect(sent).toMatchObject([{ body: mail.body, attachment_name: 'ricevuta_consensi.pdf' }])
  expect(Buffer.from(sent[0]!.attachment!).equals(Buffer.from(await download(patient, number, 'pdf')))).toBe(true)
})

test('a busy printer stops no answers, and the mail is retried', async () => {
  const { deps } = fixture.server
  const print = deps.pdf.print
  deps.pdf.print = () => Promise.reject(new AppError('busy', { seconds: 10 }))
  const { mail, sent, send } = await saveConsents('busy@example.org')
  await expect(send(mail)).rejects.toMatchObject({ detail: { code: 'busy' } })
  expect(sent).toEqual([])
  deps.pdf.print = print
  await send(mail)
  expect(sent).toHaveLength(1)
})

test('a receipt that somebody changed in the outbox is neither printed nor signed (THREAT-53)', async () => {
  const { mail, sent, send } = await saveConsents('changed@example.org')
  const changed = Buffer.from(Buffer.from(mail.attachment!).toString().replace('"answer": "Sì"', '"answer": "No"'))
  await expect(send({ ...mail, attachment: changed })).rejects.toThrow('does not match its signature')
  expect(sent).toEqual([])
})

test('a mail without a receipt is sent unchanged', async () => {
  const { mail, sent, send } = await saveConsents('plain@example.org')
  const plain = { ...mail, attachment: null, attachment_name: null }
  await send(plain)
  expect(sent).toEqual([plain])
})
