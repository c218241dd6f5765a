import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import { makeStaff } from '@registry/db/testing/fixtures'
import { createChannels } from '../../jobs/channels.ts'
import { startOutbox, type OutboxWorker } from '../../jobs/outbox.ts'
import type { Client, LegacyBody } from '../../testing/client.ts'
import { startMailReceiver, type MailReceiver } from '../../testing/mail-receiver.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let mail: MailReceiver
let pump: OutboxWorker
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } })
  mail = await startMailReceiver()
  const channels = createChannels({ ...server.deps.env, SMTP_URL: mail.url })
  pump = await startOutbox({ database: server.database.server, channels, log: server.deps.log, messages: server.deps.messages, pollMs: 50 })
  await makeStaff(server.database.owner, 'ua@example.org', [{ role: 'UserAdmin', areaid: 'IT' }])
  await makeStaff(server.database.owner, 'dm@example.org', [{ role: 'DataManager', areaid: 'IT' }])
  const disabled = await makeStaff(server.database.owner, 'disabled@example.org', [{ role: 'UserAdmin', areaid: 'IT' }])
  await server.database.owner`UPDATE staff_user SET disabled_at = now() WHERE id = ${disabled.userId}`
})
afterAll(async () => {
  await pump.stop()
  await mail.close()
  await server[Symbol.asyncDispose]()
})

let addresses = 0
/** A browser at the address, by default at a new one. */
const browser = (address?: string): Client => {
  addresses += 1
  return server.visitor('staff', { headers: { 'x-forwarded-for': address ?? `10.1.${addresses >> 8}.${addresses & 255}` } })
}
const stored = () =>
  server.database.owner<{ email: string; surname: string; identity: string | null }[]>`SELECT * FROM enrolment_request ORDER BY id`
const freeMails = () => server.database.owner`DELETE FROM rate_limit WHERE key LIKE 'identity mails%'`
const outboxIsEmpty = () =>
  expect
    .poll(async () => (await server.database.owner`SELECT FROM notification WHERE sent_at IS NULL AND failed_at IS NULL`).length)
    .toBe(0)
const full = {
  cognome: ' Rossi ',
  nome: 'Ada',
  email: ' Ada.Rossi@Example.org ',
  telefono: '06 123456',
  cellulare: '+39 333 1234567',
  identita: 'full identity',
}

describe('POST newidentity', () => {
  it.each<[string, LegacyBody]>([
    ['JSON', { json: full }],
    ['urlencoded', { form: full }],
    ['multipart', { multipart: full }],
  ])('stores a request in %s, returns it and reports the mail to the UserAdmins (REQ-ACC-22)', async (_form, body) => {
    await freeMails()
    await server.database.owner`DELETE FROM enrolment_request`
    const before = mail.mails.length
    const user = { ...full, cognome: 'Rossi', email: 'ada.rossi@example.org' }
    expect(await browser().call('/newidentity', body)).toEqual({ success: true, user, sendmail: true })
    expect((await stored()).at(-1)).toMatchObject({ surname: 'Rossi', email: 'ada.rossi@example.org', identity: 'full identity' })
    await eventually(() => expect(mail.mails.length).toBe(before + 1))
    expect(mail.mails.at(-1)?.recipients).toEqual(['ua@example.org'])
  })

  it('requires the e-mail only', async () => {
    expect(await browser().call('/newidentity', { json: { email: 'only@example.org', identita: '' } })).toMatchObject({
      success: true,
      user: { cognome: '', nome: '', email: 'only@example.org', telefono: '', cellulare: '', identita: null },
    })
  })

  it.each([
    ['no e-mail', {}, 'email', 'Inserisci il tuo indirizzo e-mail'],
    ['a blank e-mail', { email: '  ' }, 'email', 'Inserisci il tuo indirizzo e-mail'],
    ['an e-mail without @', { email: 'ada.example.org' }, 'email', 'Indirizzo e-mail non corretto'],
    ['two e-mails', { email: 'a@example.org,b@example.org' }, 'email', 'Indirizzo e-mail non corretto'],
    ['a list of e-mails', { email: ['a@example.org'] }, 'email', 'Valore non valido'],
    ['an endless e-mail', { email: `${'a'.repeat(260)}@example.org` }, 'email', 'Indirizzo e-mail non corretto'],
    ['an endless name', { email: 'a@example.org', nome: 'a'.repeat(81) }, 'nome', 'Valore non valido'],
    ['a name of two lines', { email: 'a@example.org', cognome: 'a\r\nBcc: x@example.org' }, 'cognome', 'Valore non valido'],
    ['a telephone of words', { email: 'a@example.org', telefono: 'call me' }, 'telefono', 'Valore non valido'],
    ['an unknown identity', { email: 'a@example.org', identita: 'king' }, 'identita', 'Valore non valido'],
  ])('rejects %s and stores nothing', async (_what, json, field, message) => {
    const before = (await stored()).length
    expect(await browser().call('/newidentity', { json: { ...json, lang: 'it' } })).toMatchObject({
      success: false,
      fields: { [field]: message },
    })
    expect((await stored()).length).toBe(before)
  })

  it('THREAT-45: a second recipient or header in any field reaches no mail', async () => {
    await freeMails()
    const before = mail.mails.length
    const evil = 'x@example.org\r\nBcc: victim@example.org'
    for (const json of [{ email: evil }, { email: 'ok@example.org', nome: evil }, { email: 'ok@example.org', telefono: evil }]) {
      expect(await browser().call('/newidentity', { json })).toMatchObject({ success: false })
    }
    await outboxIsEmpty()
    expect(mail.mails.length).toBe(before)
  })

  it('THREAT-49: a thousand requests from fifty addresses cause ten mails an hour, which contain no typed text', async () => {
    await freeMails()
    const before = mail.mails.length
    const marks = ['Zanzibarrone', 'Peppantonia', 'kilimangiaro']
    const statuses = await Promise.all(
      Array.from({ length: 1000 }, async (_, i) => {
        const json = { cognome: marks[0], nome: marks[1], email: `${marks[2]}${i}@example.org` }
        return (await browser(`10.200.0.${i % 50}`).post('/newidentity', { json })).status
      }),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(50)
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
    await outboxIsEmpty()
    const sent = mail.mails.slice(before)
    expect(sent).toHaveLength(10)
    for (const { text, subject, headers, recipients } of sent) {
      expect(recipients).toEqual(['ua@example.org'])
      expect(text).toContain('http://staff.localhost:8080/enrollBC')
      for (const mark of marks) expect(text + subject + headers).not.toContain(mark)
    }
    expect(await browser().call('/newidentity', { json: { email: 'after@example.org' } })).toMatchObject({
      success: true,
      sendmail: false,
    })
  })

  it('THREAT-49: creates no account, and the audit entry contains nothing of the request', async () => {
    await browser().call('/newidentity', { json: { ...full, email: 'unlogged@example.org' } })
    const [accounts] = await server.database.owner<
      { n: number }[]
    >`SELECT count(*)::integer AS n FROM staff_user WHERE email LIKE 'unlogged%'`
    expect(accounts?.n).toBe(0)
    expect(await server.readAuditLog()).toContainEqual(
      expect.objectContaining({ username: '', command: 'newidentity', detail: expect.stringMatching(/^request \d+$/), outcome: 'done' }),
    )
    const written = server.log() + JSON.stringify(await server.readAuditLog())
    for (const text of ['unlogged@example.org', 'Rossi', '333 1234567']) expect(written).not.toContain(text)
  })

  it('only UserAdmins read the requests', async () => {
    const admin = await server.staff([{ role: 'UserAdmin', areaid: 'IT' }])
    const { rows, total } = await admin.api.enrolmentRequests.received.query()
    expect(total).toBe((await stored()).length)
    expect(rows[0]).toMatchObject({ email: 'unlogged@example.org', cognome: 'Rossi' })
    for (const role of ['GlobalAdmin', 'DataManager'] as const) {
      const other = await server.staff([{ role, areaid: 'IT' }])
      await expect(other.api.enrolmentRequests.received.query()).rejects.toMatchObject({ data: { detail: { code: 'permission_denied' } } })
    }
    await expect(browser().api.enrolmentRequests.received.query()).rejects.toMatchObject({
      data: { detail: { code: 'session_required' } },
    })
  })
})
