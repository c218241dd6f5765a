import { expect } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import type { Site } from '@registry/api-contract/caller'
import {
  makeCentre,
  makePatient,
  makeStaff,
  type PatientFixture,
  type PatientOptions,
  type StaffFixture,
} from '@registry/db/testing/fixtures'
import { printReceiptsOfMails } from '../../receipts/print-for-mail.ts'
import { createChannels } from '../../../jobs/channels.ts'
import { startOutbox } from '../../../jobs/outbox.ts'
import type { Client } from '../../../testing/client.ts'
import { startMailReceiver, type MailReceiver } from '../../../testing/mail-receiver.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../../../testing/server.ts'
import { startSmsReceiver, type SmsReceiver } from '../../../testing/sms-receiver.ts'

export const staffPassword = 'Vento-Lungo-77-ciliegie'
export const patientPassword = 'Sette-mele-sul-ponte-9'

/**
 * A server with a running outbox, a mail server, an SMS gateway and a clock. The clock moves only by `advanceClock`, so a slow machine
 * changes nothing.
 */
export type SignInFixture = AsyncDisposable & {
  readonly server: TestServer
  readonly mail: MailReceiver
  readonly sms: SmsReceiver
  /** Returns the time of the server's clock in milliseconds since 1970. */
  now(): number
  /** Moves the server's clock by milliseconds. */
  advanceClock(ms: number): void
  /** Creates a browser at a site. By default its address is new. */
  browser(site: Site, address?: string): Client
  staff(email: string): Promise<StaffFixture>
  patient(options: Partial<PatientOptions> & { centrePatientCode: string }): Promise<PatientFixture>
  /** Returns the first code for a contact, or a later one. */
  codeFor(contact: string, after?: number): Promise<string>
  /** Requests a code in a new browser, and reads it in the mail or SMS. */
  requestCode(contact: string, typed?: string): Promise<{ readonly browser: Client; readonly code: string }>
}

export const createSignInFixture = async (options: Pick<TestServerOptions, 'timer' | 'servers'> = {}): Promise<SignInFixture> => {
  let now = Date.now()
  const server = await startTestServer({
    ...options,
    clock: () => new Date(now),
    env: { TRUST_PROXY: '127.0.0.1', METRICS_PORT: '0' },
  })
  const [mail, sms] = [await startMailReceiver(), await startSmsReceiver()]
  const settings = { ...server.deps.env, SMTP_URL: mail.url, SMS_GATEWAY_URL: sms.url }
  const channels = printReceiptsOfMails(server.deps, createChannels(settings))
  const pump = await startOutbox({
    database: server.database.server,
    channels,
    log: server.deps.log,
    messages: server.deps.messages,
    pollMs: 50,
  })
  const hashes = new Map<string, string>()
  const hashPassword = async (password: string): Promise<string> => {
    const known = hashes.get(password) ?? (await server.deps.hashing.hashSecret(password))
    hashes.set(password, known)
    return known
  }
  await makeCentre(server.database.owner, 'RM01')
  let addresses = 0
  const listTexts = (contact: string): string[] =>
    contact.includes('@')
      ? mail.mails.filter(({ recipients }) => recipients.includes(contact)).map(({ text }) => text)
      : sms.messages.filter(({ to }) => to === contact).map(({ text }) => text)
  const browser: SignInFixture['browser'] = (site, address) => {
    addresses += 1
    const from = address ?? `10.${(addresses >> 16) & 255}.${addresses & 255}.${(addresses >> 8) & 255}`
    return server.visitor(site, { headers: { 'x-forwarded-for': from } })
  }
  const codeFor = (contact: string, after = 0): Promise<string> =>
    eventually(() => {
      const code = listTexts(contact).flatMap((text) => /codice[^]*?\b(\d{6})\b|^(\d{6}) è/.exec(text)?.slice(1).find(Boolean) ?? [])[after]
      if (!code) throw new Error(`no code arrived for ${contact}`)
      return code
    })
  return {
    server,
    mail,
    sms,
    now: () => now,
    advanceClock: (ms) => {
      now += ms
    },
    browser,
    staff: async (email) =>
      makeStaff(server.database.owner, email, [{ role: 'CenterAdmin', center: 'RM01' }], await hashPassword(staffPassword)),
    patient: async (options) =>
      makePatient(server.database.owner, { centre: 'RM01', passwordHash: await hashPassword(patientPassword), ...options }),
    codeFor,
    requestCode: async (contact, typed = contact) => {
      const visitor = browser('myconsent')
      expect(await visitor.call('/otp', { json: { username: typed, password: patientPassword, lang: 'it' } })).toEqual({ success: true })
      return { browser: visitor, code: await codeFor(contact) }
    },
    [Symbol.asyncDispose]: async () => {
      await pump.stop()
      await mail.close()
      await sms.close()
      await server[Symbol.asyncDispose]()
    },
  }
}

export const readResponse = async (response: Response): Promise<{ status: number; body: unknown }> => ({
  status: response.status,
  body: await response.json(),
})
