import { allConsents, giveConsents, makeStaff } from '@registry/db/testing/fixtures'
import { withTransaction } from '@registry/db/transaction'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createCommunicationsFixture, drafts, type CommunicationsFixture } from './testing/communications-fixture.ts'

let fixture: CommunicationsFixture
beforeAll(async () => {
  fixture = await createCommunicationsFixture()
})
afterEach(async () => {
  await fixture.stopWorkers()
  const { owner } = fixture.server.database
  await owner`UPDATE communication SET state = 'cancelled' WHERE state IN ('draft', 'scheduled', 'sending')`
  await owner`DELETE FROM notification`
  // The patients of one test receive nothing in the next.
  await owner`UPDATE sign_in_contact SET in_use = false`
  await owner`UPDATE setting SET value = '30000' WHERE key = 'mail_per_day'`
  fixture.forgetMails()
})
afterAll(() => fixture[Symbol.asyncDispose]())

type Patient = Awaited<ReturnType<CommunicationsFixture['createPatient']>>
const withdraw = ({ fixture: { id } }: Patient, choice: 'v1' | 'v2' | 'v3') =>
  fixture.server.database.owner.begin(async (sql) => {
    await sql`SELECT set_config('app.patient', ${String(id)}, true)`
    await sql`SELECT withdraw_patient(${id}, ${choice})`
  })
const fails = (code: string) => ({ data: { detail: { code } } })

describe('REQ-COM-04: a message to patients', () => {
  test('reaches those with the consent, an active registration and a contact in use, in their language and channel', async () => {
    const { createPatient, server, send, gateway } = fixture
    const consents = { C_S: true }
    await createPatient({ centre: 'RM01', centrePatientCode: 'M1', consents, name: 'ADA', surname: 'ROSSI' })
    const english = await createPatient({ centre: 'MI01', centrePatientCode: 'M2', consents })
    await server.database.owner`UPDATE patient SET lang = 'en' WHERE id = ${english.fixture.id}`
    await createPatient({ centre: 'RM01', centrePatientCode: 'M3', consents, mobile: '3331234567' })
    await createPatient({ centre: 'RM01', centrePatientCode: 'M4', consents: { C_S: false } })
    await createPatient({ centre: 'RM01', centrePatientCode: 'M5' })
    await createPatient({ centre: 'RM01', centrePatientCode: 'M6', consents, passwordHash: null })
    const gone = await createPatient({ centre: 'RM01', centrePatientCode: 'M7', consents })
    await withdraw(gone, 'v1')
    const sent = await send(drafts.message)
    expect(fixture.recipients()).toEqual(['m1@example.org', 'm2@example.org'])
    const [first, second] = fixture.listMails().toSorted((a, b) => (a.recipients[0] ?? '').localeCompare(b.recipients[0] ?? ''))
    expect(first).toMatchObject({ subject: 'Novità dal registro', text: expect.stringMatching(/^Gentile ADA ROSSI,\n\nil Centro RM01 ha/) })
    expect(second).toMatchObject({ subject: 'News of the registry', text: expect.stringMatching(/^Dear LUCA BIANCHI,\n\nCentro MI01 has/) })
    expect(first?.headers).not.toMatch(/List-Unsubscribe/i)
    expect(gateway.messages.map(({ to, text }) => [to, text])).toEqual([['+393331234567', 'MyConsent: nuovo orario del Centro RM01']])
    // Numbers of patients below five are not shown (REQ-UI-17).
    expect(sent).toMatchObject({ state: 'sent', progress: { isRounded: true, total: null, states: { sent: null, waiting: 0, failed: 0 } } })
    expect(await fixture.countStates(sent.id)).toEqual({ sent: 3 })
  })

  test('a saved filter of the own area selects them, as it was when the message was scheduled', async () => {
    const { createPatient, admin, server } = fixture
    const consents = { ...allConsents }
    await createPatient({ centre: 'RM01', centrePatientCode: 'F1', consents, medical: { hb: 8 } })
    await createPatient({ centre: 'MI01', centrePatientCode: 'F2', consents, medical: { hb: 8 } })
    await createPatient({ centre: 'RM01', centrePatientCode: 'F3', consents, medical: { hb: 12 } })
    await createPatient({ centre: 'RM01', centrePatientCode: 'F4', consents: { ...allConsents, C_DB_M: false }, medical: { hb: 8 } })
    const filter = {
      name: 'Anemici',
      description: 'HB sotto 10',
      fields: { PATIENT: ['SEX' as const], MEDICAL_DATA: {} },
      where: { kind: 'sql' as const, text: 'HB < 10' },
    }
    const { id: filterId } = await admin.api.savedFilters.save.mutate(filter)
    const { id, version } = await fixture.create({ ...drafts.message, filterId })
    expect(await admin.api.communications.count.query({ id })).toEqual({ isRounded: true, mail: null, sms: 0 })
    await admin.api.communications.schedule.mutate({ id, version, at: null })
    await admin.api.savedFilters.change.mutate({ id: filterId, ...filter, where: { kind: 'sql', text: 'HB > 100' } })
    await fixture.fill()
    const { owner } = server.database
    expect(
      await owner`SELECT i.centre_patient_code AS code FROM communication_recipient AS r JOIN patient_identity AS i USING (patient_id) WHERE communication_id = ${id} ORDER BY 1`,
    ).toEqual([{ code: 'F1' }, { code: 'F2' }])
    const milan = await server.staff([{ role: 'GlobalAdmin', areaid: 'ITC' }], 'ga.milan@example.org')
    const own = await milan.api.communications.create.mutate({ ...drafts.message, consent: 'C_DB_M' })
    await milan.api.communications.schedule.mutate({ id: own.id, version: own.version, at: null })
    await fixture.fill()
    expect(await fixture.countStates(own.id)).toEqual({ queued: 1 })
  })

  test('a consent taken back, a withdrawal or a new pending contact stops what waits, also in the outbox', async () => {
    const { createPatient, server, schedule, fill, startWorker } = fixture
    const { owner } = server.database
    const consents = { C_P_DB: true }
    const content = { ...drafts.message, consent: 'C_P_DB' as const }
    const [kept, took, left, queued] = await Promise.all(
      ['W1', 'W2', 'W3', 'W4'].map((centrePatientCode) => createPatient({ centre: 'RM01', centrePatientCode, consents })),
    )
    const { id } = await schedule(content)
    await fill()
    expect(await fixture.countStates(id)).toEqual({ queued: 4 })
    await giveConsents(owner, took!.fixture.subject, { C_P_DB: false })
    await withdraw(left!, 'v1')
    await owner`UPDATE sign_in_contact SET in_use = false WHERE account_id = ${queued!.fixture.accountId}`
    await startWorker()
    await expect.poll(() => fixture.readState(id)).toBe('sent')
    expect(fixture.recipients()).toEqual(['w1@example.org'])
    expect(kept).toBeDefined()
    expect(await fixture.countStates(id)).toEqual({ sent: 1, skipped: 2 })
  })
})

describe('REQ-COM-07: a newsletter', () => {
  test('reaches only who asked for it, by mail, with a link that ends it in one post without a session', async () => {
    const { createPatient, wish, send, server } = fixture
    const asked = await createPatient({ centre: 'RM01', centrePatientCode: 'N1', consents: { C_S: false } })
    await createPatient({ centre: 'RM01', centrePatientCode: 'N2', consents: allConsents })
    const mobile = await createPatient({ centre: 'RM01', centrePatientCode: 'N3', consents: allConsents, mobile: '3339999999' })
    expect(await wish(asked)).toMatchObject({ wants: true, byMail: true })
    expect(await wish(mobile)).toMatchObject({ wants: true, byMail: false })
    await send(drafts.newsletter)
    expect(fixture.recipients()).toEqual(['n1@example.org'])
    const [mail] = fixture.listMails()
    const headers = mail!.headers.replaceAll(/\r?\n[ \t]+/g, ' ')
    const [, address = ''] = /^List-Unsubscribe: <([^>]+)>/im.exec(headers) ?? []
    expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/im)
    const url = new URL(address)
    const token = url.searchParams.get('token') ?? ''
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    expect(mail!.text).toContain(`/disiscrizione#${token}`)
    expect(address).not.toMatch(/n1|example\.org|RM01/)
    expect(await server.database.owner`SELECT body, unsubscribe_url FROM notification WHERE sent_at IS NOT NULL`).toEqual([
      { body: '', unsubscribe_url: null },
    ])
    // A mail scanner that opens the address ends nothing, and comes to the page of MyConsent.
    const visitor = server.visitor('myconsent')
    const opened = await visitor.send({ path: `${url.pathname}${url.search}`, headers: { 'sec-fetch-site': 'cross-site' } })
    expect([opened.status, new URL(opened.headers.get('location') ?? '').hash]).toEqual([303, `#${token}`])
    expect(await asked.api.newsletter.read.query()).toMatchObject({ wants: true })
    const post = () =>
      visitor.send({
        method: 'POST',
        path: `${url.pathname}${url.search}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      })
    expect(await (await post()).json()).toEqual({ success: true })
    expect(await asked.api.newsletter.read.query()).toMatchObject({ wants: false })
    expect((await post()).status).toBe(200)
    expect((await server.readAuditLog()).findLast(({ action }) => action === 'UNSUBSCRIBE')).toMatchObject({
      command: 'newsletter',
      username: `patient ${asked.fixture.id}`,
      detail: 'by the link of a newsletter',
    })
    expect(server.log()).not.toContain(token)
    fixture.forgetMails()
    await send(drafts.newsletter)
    expect(fixture.recipients()).toEqual([])
  })

  test('an unknown, empty or long secret ends nothing', async () => {
    const visitor = fixture.server.visitor('myconsent')
    for (const secret of ['', 'prova', '../x', 'é'.repeat(99)])
      expect(await visitor.api.newsletter.unsubscribe.mutate({ secret })).toEqual({ ended: false })
    await expect(visitor.api.newsletter.unsubscribe.mutate({ secret: 'x'.repeat(101) })).rejects.toMatchObject(fails('validation_failed'))
  })
})

test('REQ-COM-01: a message to staff reaches the active users with a role in the area, each once', async () => {
  const { server, send } = fixture
  const { owner } = server.database
  await makeStaff(owner, 'rome@example.org', [
    { role: 'CenterAdmin', center: 'RM01' },
    { role: 'DataManager', areaid: 'IT' },
  ])
  await makeStaff(owner, 'milan@example.org', [{ role: 'CenterAdmin', center: 'MI01' }])
  await makeStaff(owner, 'other@example.org', [{ role: 'UserAdmin', areaid: 'IT' }])
  const off = await makeStaff(owner, 'off@example.org', [{ role: 'CenterAdmin', center: 'RM01' }])
  await owner`UPDATE staff_user SET disabled_at = now() WHERE id = ${off.userId}`
  const done = await send({ ...drafts.staff, roles: ['CenterAdmin', 'DataManager'], areaid: 'ITI' })
  expect(fixture.recipients()).toEqual(['rome@example.org'])
  expect(fixture.listMails()[0]?.text).toMatch(/^Ciao Ada/)
  expect(done.progress).toMatchObject({ isRounded: false, total: 1, states: { sent: 1 } })
})

describe('REQ-COM-02: writing', () => {
  test('a test goes to the writer only, in both languages, with the text of the SMS', async () => {
    const { admin, startWorker, listMails } = fixture
    const { id, version } = await fixture.create(drafts.message)
    expect(await admin.api.communications.sendTest.mutate({ id, version })).toEqual({ sentTo: 'ga@example.org' })
    await startWorker()
    await expect.poll(() => listMails().length).toBe(4)
    expect(new Set(fixture.recipients())).toEqual(new Set(['ga@example.org']))
    expect(
      listMails()
        .map(({ subject }) => subject)
        .toSorted(),
    ).toEqual(['[Prova] Novità dal registro', '[Prova] Novità dal registro', '[Test] News of the registry', '[Test] News of the registry'])
    const { history } = await admin.api.communications.get.query({ id })
    expect(history.map(({ event, actor }) => [event, actor])).toEqual([
      ['tested', 'ga@example.org'],
      ['created', 'ga@example.org'],
    ])
  })

  test.each([
    ['a newsletter with a consent', { ...drafts.newsletter, consent: 'C_S' as const }, 'consent'],
    ['a message without a consent', { ...drafts.message, consent: null }, 'consent'],
    ['staff without a role', { ...drafts.staff, roles: [] }, 'roles'],
    ['staff by a filter of patients', { ...drafts.staff, filterId: 1 }, 'filterId'],
    ['an unknown filter', { ...drafts.message, filterId: 99_999 }, 'filterId'],
    ['an unknown area', { ...drafts.staff, areaid: 'XX' }, 'areaid'],
    [
      'a medical placeholder',
      { ...drafts.message, texts: { ...drafts.message.texts, it: { ...drafts.message.texts.it, body: 'HB {hb}' } } },
      'texts.it.body',
    ],
    [
      'a name in the subject',
      { ...drafts.message, texts: { ...drafts.message.texts, en: { ...drafts.message.texts.en, subject: '{name}' } } },
      'texts.en.subject',
    ],
    [
      'one language only',
      { ...drafts.message, texts: { ...drafts.message.texts, en: { subject: '', body: '', sms: '' } } },
      'texts.en.body',
    ],
    [
      'a line in the subject',
      { ...drafts.message, texts: { ...drafts.message.texts, it: { ...drafts.message.texts.it, subject: 'a\nBcc: x' } } },
      'texts.it.subject',
    ],
  ])('%s is refused at its field', async (_name, content, field) => {
    const refused = fixture.create(content)
    await expect(refused).rejects.toMatchObject({
      data: { detail: { code: 'validation_failed', fields: { [field]: expect.any(String) } } },
    })
  })

  test('of two people who change one draft, the second reads who was first', async () => {
    const { admin, server } = fixture
    const other = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'ga2@example.org')
    const { id, version } = await fixture.create(drafts.staff)
    await other.api.communications.change.mutate({ id, version, ...drafts.staff, areaid: 'ITC' })
    const late = admin.api.communications.change.mutate({ id, version, ...drafts.staff })
    await expect(late).rejects.toMatchObject({
      data: { detail: { code: 'communication_changed', message: expect.stringContaining('ga2@example.org') } },
    })
  })

  test('REQ-ACC-21: sending asks for the password again after ten minutes; a time before now is refused', async () => {
    const { admin, server } = fixture
    const { id, version } = await fixture.create(drafts.staff)
    const at = (time: string) => admin.api.communications.schedule.mutate({ id, version, at: time })
    await expect(at('2020-01-01T00:00:00Z')).rejects.toMatchObject(fails('validation_failed'))
    await expect(at('2126-01-01T00:00:00Z')).rejects.toMatchObject(fails('validation_failed'))
    await server.database.owner`UPDATE session SET authenticated_at = now() - interval '11 minutes'`
    await expect(admin.api.communications.schedule.mutate({ id, version, at: null })).rejects.toMatchObject(
      fails('reauthentication_required'),
    )
    await server.database.owner`UPDATE session SET authenticated_at = now()`
    expect(await fixture.readState(id)).toBe('draft')
  })
})

describe('REQ-COM-06: the life of a communication', () => {
  test('a scheduled one waits for its time and cannot be changed; cancelled, it never leaves', async () => {
    const { admin, fill } = fixture
    const { id, version } = await fixture.create(drafts.staff)
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    const scheduled = await admin.api.communications.schedule.mutate({ id, version, at: tomorrow })
    expect(scheduled).toMatchObject({ state: 'scheduled', operations: ['cancel'] })
    const change = admin.api.communications.change.mutate({ id, version: scheduled.version, ...drafts.staff })
    await expect(change).rejects.toMatchObject(fails('communication_state_wrong'))
    expect(await fill()).toBe(false)
    const cancelled = await admin.api.communications.cancel.mutate({ id, version: scheduled.version })
    expect(cancelled.history.map(({ event }) => event)).toEqual(['cancelled', 'scheduled', 'created'])
    expect(await fill()).toBe(false)
    expect(await fixture.readState(id)).toBe('cancelled')
  })

  test('cancelled while it is being sent, nothing more leaves, and what left is counted', async () => {
    const { admin, server, createPatient, schedule, fill } = fixture
    const consents = { C_EXTRAEU: true }
    for (const code of ['C1', 'C2', 'C3']) await createPatient({ centre: 'RM01', centrePatientCode: code, consents })
    await server.database.owner`UPDATE setting SET value = '2' WHERE key = 'mail_per_day'`
    const { id } = await schedule({ ...drafts.message, consent: 'C_EXTRAEU' })
    await fixture.startWorker()
    // One of two messages a day is for communications.
    await expect.poll(() => fixture.countStates(id)).toEqual({ sent: 1, waiting: 2 })
    await fixture.stopWorkers()
    await server.database.owner`UPDATE setting SET value = '30000' WHERE key = 'mail_per_day'`
    await fill()
    await admin.api.communications.cancel.mutate({ id, version: 1 })
    await fixture.startWorker()
    await fixture.stopWorkers()
    expect(fixture.recipients()).toHaveLength(1)
    expect(await fixture.countStates(id)).toEqual({ sent: 1, cancelled: 2 })
    expect((await admin.api.communications.get.query({ id })).progress.states).toMatchObject({ waiting: 0, queued: 0 })
  })

  test('THREAT-06: without an active sender it does not begin', async () => {
    const { server, readState, fill } = fixture
    const leaving = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'leaving@example.org')
    const { id, version } = await leaving.api.communications.create.mutate(drafts.staff)
    await leaving.api.communications.schedule.mutate({ id, version, at: null })
    await server.database.owner`UPDATE staff_user SET disabled_at = now() WHERE email = 'leaving@example.org'`
    await fill()
    expect(await readState(id)).toBe('failed')
    expect((await fixture.admin.api.communications.get.query({ id })).failure).toBe('sender_inactive')
  })

  test('the database refuses other states, other writers, and any look at the recipients (THREAT-44)', async () => {
    const { server } = fixture
    const { owner } = server.database
    const { id } = await fixture.create(drafts.staff)
    await expect(owner`UPDATE communication SET state = 'sent' WHERE id = ${id}`).rejects.toMatchObject({
      constraint_name: 'communication_transition',
    })
    await expect(owner`DELETE FROM communication_event`).rejects.toThrow('never changed')
    const context = { actor: 'dm@example.org', via: 'form', scope: { kind: 'areas', areas: ['W'] } } as const
    const asServer = (statement: string) => withTransaction(server.database.server, context, ({ sql }) => sql.unsafe(statement))
    expect(await asServer(`UPDATE communication SET state = 'scheduled', scheduled_for = now()`)).toHaveLength(0)
    for (const statement of [
      'SELECT * FROM communication_recipient',
      'SELECT begin_communication(1, ARRAY[]::text[], NULL)',
      'INSERT INTO newsletter_wish (patient_id, wants) VALUES (1, true)',
    ])
      await expect(asServer(statement), statement).rejects.toThrow(/permission denied|row-level security/)
  })
})
