import { withTransaction } from '@registry/db/transaction'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { removeExpiredData } from '../../jobs/housekeeping.ts'
import { createCommunicationsFixture, drafts, type CommunicationsFixture } from './testing/communications-fixture.ts'

let fixture: CommunicationsFixture
beforeAll(async () => {
  fixture = await createCommunicationsFixture()
})
afterEach(() => fixture.reset())
afterAll(() => fixture[Symbol.asyncDispose]())

const fails = (code: string) => ({ data: { detail: { code } } })

describe('REQ-COM-02: writing', () => {
  test('a test is sent to the writer only, in both languages, with the text of the SMS', async () => {
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
  ])('%s is rejected at its field', async (_name, content, field) => {
    const rejected = fixture.create(content)
    await expect(rejected).rejects.toMatchObject({
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

  test('REQ-ACC-21: sending requires the password again after ten minutes; a past time is rejected', async () => {
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

test('REQ-COM-08: who received a communication is forgotten after 90 days, and of a newsletter after a year; the sum stays', async () => {
  const { admin, server, createPatient, send } = fixture
  const { owner } = server.database
  const patient = await createPatient({ centre: 'RM01', centrePatientCode: 'OLD1', consents: { C_F: true } })
  await fixture.wish(patient)
  const message = await send({ ...drafts.message, consent: 'C_F' })
  const newsletter = await send(drafts.newsletter)
  const countAfter = async (days: number) => {
    await owner`UPDATE communication SET ended_at = now() - make_interval(days => ${days})`
    await owner`UPDATE notification SET sent_at = now() - make_interval(days => ${days})`
    await removeExpiredData(server.deps.database)
    return [await fixture.countStates(message.id), await fixture.countStates(newsletter.id)]
  }
  expect(await countAfter(89)).toEqual([{ sent: 1 }, { sent: 1 }])
  expect(await countAfter(91)).toEqual([{}, { sent: 1 }])
  expect(await countAfter(367)).toEqual([{}, {}])
  for (const { id, progress } of [message, newsletter])
    expect(await admin.api.communications.get.query({ id })).toMatchObject({ state: 'sent', progress })
})

describe('REQ-COM-06: the lifecycle of a communication', () => {
  test('a scheduled one waits for its time and cannot be changed; a cancelled one is never sent', async () => {
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

  test('one that is cancelled during sending sends nothing more, and the sent messages are counted', async () => {
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

  test('the database prevents other states, other writers, and any reading of the recipients (THREAT-44)', async () => {
    const { server } = fixture
    const { owner } = server.database
    const { id } = await fixture.create(drafts.staff)
    await expect(owner`UPDATE communication SET state = 'sent' WHERE id = ${id}`).rejects.toMatchObject({
      constraint_name: 'communication_transition',
    })
    await expect(owner`DELETE FROM communication_event`).rejects.toThrow('never changed')
    const context = { actor: 'dm@example.org', source: 'form', scope: { kind: 'areas', areas: ['W'] } } as const
    const asServer = (statement: string) => withTransaction(server.database.server, context, ({ sql }) => sql.unsafe(statement))
    expect(await asServer(`UPDATE communication SET state = 'scheduled', scheduled_for = now()`)).toHaveLength(0)
    for (const statement of [
      'SELECT * FROM communication_recipient',
      'SELECT begin_communication(1, ARRAY[]::text[], NULL)',
      'INSERT INTO newsletter_subscription (patient_id, wants) VALUES (1, true)',
    ])
      await expect(asServer(statement), statement).rejects.toThrow(/permission denied|row-level security/)
  })
})
