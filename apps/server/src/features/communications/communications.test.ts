import { allConsents, giveConsents, makeStaff } from '@registry/db/testing/fixtures'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createCommunicationsFixture, drafts, type CommunicationsFixture } from './testing/communications-fixture.ts'

let fixture: CommunicationsFixture
beforeAll(async () => {
  fixture = await createCommunicationsFixture()
})
afterEach(() => fixture.reset())
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
    await createPatient({ centre: 'RM01', centrePatientCode: 'M1', consents, name: 'NICCOLÒ', surname: "D'ANGELO" })
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
    expect(first).toMatchObject({
      subject: 'Novità dal registro',
      text: expect.stringMatching(/^Gentile Niccolò D'Angelo,\n\nil Centro RM01 ha/),
    })
    expect(second).toMatchObject({ subject: 'News of the registry', text: expect.stringMatching(/^Dear Luca Bianchi,\n\nCentro MI01 has/) })
    expect(first?.headers).not.toMatch(/List-Unsubscribe/i)
    expect(gateway.messages.map(({ to, text }) => [to, text])).toEqual([['+393331234567', 'MyConsent: nuovo orario del Centro RM01']])
    // Patient numbers are rounded down to the nearest ten.
    expect(sent).toMatchObject({ state: 'sent', progress: { isRounded: true, total: 0, states: { sent: 0, waiting: 0, failed: 0 } } })
    expect(await fixture.countStates(sent.id)).toEqual({ sent: 3 })
  })

  test('a saved filter of the caller’s area selects them, as it was when the message was scheduled', async () => {
    const { createPatient, admin, server } = fixture
    const consents = { ...allConsents }
    const anaemic = await createPatient({ centre: 'RM01', centrePatientCode: 'F1', consents, medical: { hb: 8 } })
    await createPatient({ centre: 'MI01', centrePatientCode: 'F2', consents, medical: { hb: 8 } })
    const healthy = await createPatient({ centre: 'RM01', centrePatientCode: 'F3', consents, medical: { hb: 12 } })
    await createPatient({ centre: 'RM01', centrePatientCode: 'F4', consents: { ...allConsents, C_DB_M: false }, medical: { hb: 8 } })
    const filter = {
      name: 'Anemici',
      description: 'HB sotto 10',
      fields: { PATIENT: ['SEX' as const], MEDICAL_DATA: {} },
      where: { kind: 'sql' as const, text: 'HB < 10' },
    }
    const manager = await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm@example.org')
    const { id: filterId } = await manager.api.savedFilters.save.mutate(filter)
    const { id, version } = await fixture.create({ ...drafts.message, filterId })
    expect(await admin.api.communications.count.query({ id })).toEqual({ isRounded: true, mail: 0, sms: 0 })
    await admin.api.communications.schedule.mutate({ id, version, at: null })
    await admin.api.savedFilters.change.mutate({ id: filterId, ...filter, where: { kind: 'sql', text: 'HB > 100' } })
    await fixture.fill()
    const { owner } = server.database
    expect(
      await owner`SELECT i.centre_patient_code AS code FROM communication_recipient AS r JOIN patient_identity AS i USING (patient_id) WHERE communication_id = ${id} ORDER BY 1`,
    ).toEqual([{ code: 'F1' }, { code: 'F2' }])
    // REQ-PAT-14: the patients whom the filter selected see it. The others were not read.
    const listUses = async ({ api }: Patient) =>
      (await api.home.dataUses.query({})).uses.map(({ source, actor, purpose, kinds }) => ({ source, actor, purpose, kinds }))
    const use = { source: 'message', actor: 'GlobalAdmin', purpose: 'Anemici', kinds: ['medical', 'consents'] }
    expect(await listUses(anaemic)).toEqual([use])
    expect(await listUses(healthy)).toEqual([])
    const milan = await server.staff([{ role: 'GlobalAdmin', areaid: 'ITC' }], 'ga.milan@example.org')
    const own = await milan.api.communications.create.mutate({ ...drafts.message, consent: 'C_DB_M' })
    await milan.api.communications.schedule.mutate({ id: own.id, version: own.version, at: null })
    await fixture.fill()
    expect(await fixture.countStates(own.id)).toEqual({ queued: 1 })
  })

  test('THREAT-33: addresses no filter whose author or editor may not run filters, and returns no count of it', async () => {
    const { createPatient, admin, server } = fixture
    for (let index = 0; index < 12; index += 1)
      await createPatient({ centre: 'RM01', centrePatientCode: `T${index}`, consents: allConsents, medical: { weight: 47 + index } })
    const author = await server.staff([{ role: 'CenterAdmin', center: 'MI01' }], 'author@example.org')
    const filter = {
      name: 'Peso',
      description: 'x',
      fields: { PATIENT: ['SEX' as const], MEDICAL_DATA: {} },
      where: { kind: 'sql' as const, text: 'WEIGHT > 40' },
    }
    const wrong = { data: { detail: { code: 'validation_failed', fields: { filterId: expect.stringContaining('eseguire filtri') } } } }
    const own = await admin.api.savedFilters.save.mutate(filter)
    await expect(fixture.create({ ...drafts.message, filterId: own.id })).rejects.toMatchObject(wrong)
    const stored = await author.api.savedFilters.save.mutate(filter)
    const listed = async () => (await admin.api.communications.options.query()).filters.map(({ id }) => id)
    expect(await listed()).toContain(stored.id)
    expect(await listed()).not.toContain(own.id)
    const { id, version } = await fixture.create({ ...drafts.message, filterId: stored.id })
    expect(await admin.api.communications.count.query({ id })).toEqual({ isRounded: true, mail: 10, sms: 0 })
    const looks = (await server.readAuditLog()).filter(({ action, outcome }) => action === 'COUNT' && outcome === 'done')
    expect(looks.at(-1)).toMatchObject({
      username: 'ga@example.org',
      reads: { filter: { id: stored.id, version: 1 }, condition: 'WEIGHT > 40', count: 12 },
    })
    // The attack changes another person's filter, to count with and without one person.
    const { name, description, fields } = filter
    const changed = { id: stored.id, name, description, fields, where: { kind: 'sql' as const, text: 'WEIGHT > 40 AND WEIGHT <> 47' } }
    await admin.api.savedFilters.change.mutate(changed)
    await expect(admin.api.communications.count.query({ id })).rejects.toMatchObject(wrong)
    await expect(admin.api.communications.schedule.mutate({ id, version, at: null })).rejects.toMatchObject(wrong)
    expect(await listed()).not.toContain(stored.id)
  })

  test('a withdrawn consent, a withdrawal or a new pending contact stops what waits, even in the outbox', async () => {
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
    // A mail scanner that opens the address ends nothing, and reaches the page of MyConsent.
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
