import { expect } from 'vitest'
import type { NewCommunication } from '@registry/api-contract/communications'
import { makeCentre, type PatientOptions } from '@registry/db/testing/fixtures'
import { eventually } from '@registry/db/testing/eventually'
import { fillFromCommunications } from '../../../jobs/communications/fill.ts'
import { createChannels, type Channels } from '../../../jobs/channels.ts'
import { startOutbox, type OutboxWorker } from '../../../jobs/outbox.ts'
import { startMailReceiver } from '../../../testing/mail-receiver.ts'
import { startTestServer } from '../../../testing/server.ts'
import { startSmsReceiver } from '../../../testing/sms-receiver.ts'

const texts = {
  it: {
    subject: 'Novità dal registro',
    body: 'Gentile {nome} {cognome},\n\nil {centro} ha un nuovo orario.',
    sms: 'MyConsent: nuovo orario del {centro}',
  },
  en: {
    subject: 'News of the registry',
    body: 'Dear {name} {surname},\n\n{centre} has new hours.',
    sms: 'MyConsent: new hours of {centre}',
  },
}
const withoutSms = { it: { ...texts.it, sms: null }, en: { ...texts.en, sms: null } }
const staffTexts = {
  it: { subject: 'Agli operatori', body: 'Ciao {nome}', sms: null },
  en: { subject: 'To staff', body: 'Hello {name}', sms: null },
}
const nobody = { filterId: null, consent: null, roles: [], areaid: null }

export const drafts = {
  message: { type: 'PATIENT_MESSAGE', ...nobody, consent: 'C_S', texts },
  newsletter: { type: 'NEWSLETTER', ...nobody, texts: withoutSms },
  staff: { type: 'STAFF_MESSAGE', ...nobody, roles: ['CenterAdmin'], areaid: 'IT', texts: staffTexts },
} as const satisfies Readonly<Record<string, NewCommunication>>

/** A server with two centres, a GlobalAdmin, and real receivers of mail and SMS. */
export const createCommunicationsFixture = async () => {
  const receiver = await startMailReceiver()
  const gateway = await startSmsReceiver()
  const server = await startTestServer({ env: { SMTP_URL: receiver.url, SMS_GATEWAY_URL: gateway.url } })
  const { owner } = server.database
  await makeCentre(owner, 'RM01')
  await makeCentre(owner, 'MI01', 'ITC4')
  const admin = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'ga@example.org')
  const workers: OutboxWorker[] = []
  let seen = 0
  const listMails = () => receiver.mails.slice(seen)
  const ports = { ...server.deps, fill: () => fillFromCommunications(server.deps), pollMs: 20 }

  const createPatient = (options: PatientOptions) => server.patient({ passwordHash: 'chosen', ...options })
  const wish = (patient: Awaited<ReturnType<typeof createPatient>>, wants = true) => patient.api.newsletter.save.mutate({ wants })
  const create = (content: NewCommunication) => admin.api.communications.create.mutate(content)
  const schedule = async (content: NewCommunication) => {
    const { id, version } = await create(content)
    return admin.api.communications.schedule.mutate({ id, version, at: null })
  }
  const startWorker = async (channels: Channels = createChannels(server.deps.env)): Promise<OutboxWorker> => {
    const worker = await startOutbox({ ...ports, channels })
    workers.push(worker)
    return worker
  }
  const stopWorkers = async (): Promise<void> => {
    for (const worker of workers.splice(0)) await worker.stop()
  }
  const readState = async (id: number): Promise<string | undefined> =>
    (await owner<{ state: string }[]>`SELECT state FROM communication WHERE id = ${id}`)[0]?.state
  const countStates = async (id: number): Promise<Readonly<Record<string, number>>> => {
    const rows = await owner<{ state: string; n: number }[]>`
      SELECT state, count(*)::int AS n FROM communication_recipient WHERE communication_id = ${id} GROUP BY 1 ORDER BY 1`
    return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
  }
  const send = async (content: NewCommunication) => {
    const { id } = await schedule(content)
    await startWorker()
    await eventually(async () => expect(await readState(id)).toBe('sent'))
    await stopWorkers()
    return admin.api.communications.get.query({ id })
  }
  const forgetMails = (): void => {
    seen = receiver.mails.length
  }
  /** Ends the communications of a test, so that its patients receive nothing in the next. */
  const reset = async (): Promise<void> => {
    await stopWorkers()
    await owner`UPDATE communication SET state = 'cancelled' WHERE state IN ('draft', 'scheduled', 'sending')`
    await owner`DELETE FROM notification`
    await owner`UPDATE sign_in_contact SET in_use = false`
    await owner`UPDATE setting SET value = '30000' WHERE key = 'mail_per_day'`
    forgetMails()
  }
  return {
    server,
    admin,
    gateway,
    listMails,
    /** Later calls of `listMails` and `recipients` list later mails only. */
    forgetMails,
    reset,
    createPatient,
    wish,
    create,
    schedule,
    send,
    startWorker,
    stopWorkers,
    readState,
    countStates,
    recipients: () =>
      listMails()
        .flatMap(({ recipients }) => recipients)
        .toSorted(),
    /** Begins due communications and fills the outbox without sending. */
    fill: () => fillFromCommunications(server.deps),
    [Symbol.asyncDispose]: async () => {
      await stopWorkers()
      await server[Symbol.asyncDispose]()
      await receiver.close()
      await gateway.close()
    },
  }
}
export type CommunicationsFixture = Awaited<ReturnType<typeof createCommunicationsFixture>>
