import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import { createSignInFixture, type SignInFixture } from '../sign-in/testing/sign-in-fixture.ts'
import { checkFile, download, giveByOldProgram, giveConsents } from './testing/receipts-fixture.ts'

let fixture: SignInFixture
beforeAll(async () => {
  fixture = await createSignInFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const findMails = (address: string) => fixture.mail.mails.filter(({ recipients }) => recipients.includes(address))

test('the patient receives the receipt as PDF by mail, in the language shown (REQ-CON-15)', async () => {
  const patient = await fixture.server.patient({ centre: 'RM01', centrePatientCode: 'M1', surname: 'CANARINO', email: 'm1@example.org' })
  const number = await giveConsents(patient)
  await eventually(() => expect(findMails('m1@example.org')).toHaveLength(1))
  const [mail] = findMails('m1@example.org')
  expect(mail).toMatchObject({ subject: 'La ricevuta delle tue risposte' })
  expect(mail!.text).toContain('Non contiene il tuo nome, i tuoi contatti né dati clinici.')
  expect(mail!.attachments.map(({ name }) => name)).toEqual(['ricevuta_consensi.pdf'])
  const { bytes } = mail!.attachments[0]!
  expect(Buffer.from(await download(patient, number, 'pdf')).equals(bytes)).toBe(true)
  expect(await checkFile(fixture.browser('myconsent'), bytes)).toMatchObject({ valid: true, state: 'newest' })
  expect(bytes.toString('latin1')).not.toContain('CANARINO')

  const english = await fixture.server.patient({ centre: 'RM01', centrePatientCode: 'M2', email: 'm2@example.org' })
  await giveByOldProgram(english, 'en')
  await eventually(() => expect(findMails('m2@example.org')).toMatchObject([{ subject: 'The receipt of your answers' }]))
})

test.each([
  ['it', 'La ricevuta dell’assenso', 'un suo Sì da solo non permette di usare i dati'],
  ['en', 'The receipt of the assent', 'a Yes alone does not permit the use of the data'],
] as const)('REQ-GRD-03: the mail to a minor says in %s that an assent opens nothing alone', async (language, subject, text) => {
  const email = `minor.${language}@example.org`
  const minor = await fixture.server.patient({ centre: 'RM01', centrePatientCode: `MINOR${language}`, email })
  await fixture.server.database.owner.begin(async (sql) => {
    await sql`SELECT set_config('app.actor', 'x', true)`
    await sql`UPDATE patient_identity SET birth_date = current_date - interval '9 years' WHERE patient_id = ${minor.fixture.id}`
  })
  await giveByOldProgram(minor, language)
  await eventually(() => expect(findMails(email)).toMatchObject([{ subject, text: expect.stringContaining(text) }]))
})

test('after sending, the outbox keeps neither the file nor the address (REQ-CON-08)', async () => {
  const patient = await fixture.server.patient({ centre: 'RM01', centrePatientCode: 'M3', email: 'm3@example.org' })
  await giveConsents(patient)
  const readStored = () => fixture.server.database.owner`
    SELECT recipient, body, attachment, attachment_name FROM notification WHERE patient_id = ${patient.fixture.id} AND sent_at IS NOT NULL`
  await eventually(async () => expect(await readStored()).toEqual([{ recipient: '', body: '', attachment: null, attachment_name: null }]))
})

test('an SMS mentions the receipt, and nothing about health', async () => {
  const patient = await fixture.server.patient({ centre: 'RM01', centrePatientCode: 'M4', mobile: '3330000099' })
  await giveConsents(patient)
  await eventually(() => expect(fixture.sms.messages.filter(({ to }) => to.endsWith('3330000099'))).toHaveLength(1))
  const [sms] = fixture.sms.messages.filter(({ to }) => to.endsWith('3330000099'))
  expect(sms!.text).toBe('MyConsent: la ricevuta delle tue risposte è pronta. Entra per scaricarla: http://myconsent.localhost:8080')
})

test('many saves cannot flood the outbox: the sixth receipt of a day is only downloaded (THREAT-14)', async () => {
  const patient = await fixture.server.patient({ centre: 'RM01', centrePatientCode: 'M5', email: 'm5@example.org' })
  const numbers = []
  for (let save = 0; save < 6; save += 1) numbers.push(await giveConsents(patient))
  expect(new Set(numbers).size).toBe(6)
  const queued = await fixture.server.database.owner`SELECT FROM notification WHERE patient_id = ${patient.fixture.id}`
  expect(queued).toHaveLength(5)
})
