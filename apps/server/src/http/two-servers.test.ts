import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { allConsents, firstSf36Options, makeCentre, makePatients } from '@registry/db/testing/fixtures'
import { addFilter, runFilter, type Staff } from '../features/filters/saved-filters/testing/fixture.ts'
import { createSignInFixture, type SignInFixture } from '../features/sign-in/testing/sign-in-fixture.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let first: TestServer
let second: TestServer
let manager: Staff
let admin: Staff
let filterId: number
beforeAll(async () => {
  const env = { SECRET_KEY: '1'.repeat(64), RECEIPT_KEY: '2'.repeat(64) }
  first = await startTestServer({ env })
  second = await startTestServer({ env, beside: first })
  await makeCentre(first.database.owner, 'RM01', 'ITI4')
  await makePatients(first.database.owner, { centre: 'RM01', count: 2, consents: allConsents })
  manager = await first.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm@example.org')
  admin = await first.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'ca@example.org')
  filterId = await addFilter(manager, { field_list: { PATIENT: ['SEX'], MEDICAL_DATA: {} }, filter_list: {} })
})
afterEach(() => first.database.owner`DELETE FROM work_turn`)
afterAll(async () => {
  await second[Symbol.asyncDispose]()
  await first[Symbol.asyncDispose]()
})

/** The same browser, whose next request reaches the other server. */
const onSecond = (client: Staff): Staff => ({ ...client, ...second.visitor('staff', { cookies: client.cookies }) })

const holdTurns = (kind: 'export' | 'import', key: string, running: number, waiting = 0) =>
  first.database.owner`
    INSERT INTO work_turn (kind, key, state, lease_until)
    SELECT ${kind}, ${key}, CASE WHEN number <= ${running}::integer THEN 'running' ELSE 'waiting' END, now() + interval '1 hour'
    FROM generate_series(1, ${running + waiting}::integer) AS number`

test('FAULT-22, REQ-EXP-13: a third export of a person waits on the other server, and the thirteenth is rejected on both', async () => {
  await holdTurns('export', 'dm@example.org', 2)
  const id = randomUUID()
  const json = { action: 'RUN', id: filterId, format: 'csv', as_role: 'DataManager' }
  const waiting = onSecond(manager).post('/inthem_query', { json }, { 'x-progress-id': id })
  for (const client of [manager, onSecond(manager)])
    await expect.poll(() => client.api.savedFilters.exportProgress.query(id)).toMatchObject({ state: 'waiting', ahead: 0 })
  await holdTurns('export', 'dm@example.org', 0, 9)
  for (const client of [manager, onSecond(manager)]) {
    const rejected = await runFilter(client, filterId, 'csv', 'DataManager')
    expect([rejected.status, await rejected.text()]).toEqual([429, expect.stringContaining('exports_under_way')])
  }
  await first.database.owner`DELETE FROM work_turn WHERE lease_until > now() + interval '30 minutes'`
  const answer = await waiting
  expect([answer.status, answer.headers.get('x-export-rows')]).toEqual([200, '2'])
  await answer.text()
})

test('FAULT-22: two files of a centre on two servers get their reports, and each server shows their progress', async () => {
  await holdTurns('import', 'RM01', 1)
  const ids = [randomUUID(), randomUUID()]
  const clients = [admin, onSecond(admin)]
  const sent = clients.map((client, index) =>
    client.post(
      '/putMedicalData',
      { multipart: { format: 'csv' }, file: { name: 'file.csv', content: `CENTER_ID,WEIGHT\r\nP1,6${index}\r\n` } },
      { 'x-upload-id': ids[index] ?? '' },
    ),
  )
  for (const client of clients)
    for (const id of ids) await expect.poll(() => client.api.imports.progress.query(id)).toMatchObject({ state: 'waiting' })
  await first.database.owner`DELETE FROM work_turn WHERE lease_until > now() + interval '30 minutes'`
  for (const answer of await Promise.all(sent)) expect(await answer.json()).toMatchObject({ success: true, ok: 1 })
  for (const id of ids) expect(await admin.api.imports.progress.query(id)).toMatchObject({ state: 'finished' })
  expect([first.log(), second.log()].join('\n')).not.toContain('"level":50')
})

describe('FAULT-22: two servers behind a balancer, each of which gets the same request at once', () => {
  let fixture: SignInFixture
  beforeAll(async () => {
    fixture = await createSignInFixture({ servers: 2 })
  })
  afterAll(() => fixture[Symbol.asyncDispose]())

  const sendToBoth = <T>(send: () => Promise<T>) => Promise.all([send(), send()])

  test('a code opens one session', async () => {
    const { accountId } = await fixture.patient({ centrePatientCode: 'CODE', email: 'code@example.org' })
    const { browser, code: otp } = await fixture.requestCode('code@example.org')
    const answers = await sendToBoth(() => browser.call('/otplogin', { json: { username: 'code@example.org', otp } }))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(await fixture.server.database.owner`SELECT FROM session WHERE account_id = ${accountId}`).toHaveLength(1)
  })

  test('five wrong codes use up the right one', async () => {
    await fixture.patient({ centrePatientCode: 'GUESS', email: 'guess@example.org' })
    const { browser, code } = await fixture.requestCode('guess@example.org')
    const open = (otp: string) => browser.call('/otplogin', { json: { username: 'guess@example.org', otp } })
    const wrong = code === '000000' ? '111111' : '000000'
    for (let guess = 0; guess < 3; guess += 1) await sendToBoth(() => open(wrong))
    expect(await open(code)).toMatchObject({ success: false })
  })

  test('a filled questionnaire is stored once for its key', async () => {
    const patient = await fixture.server.patient({ centre: 'RM01', centrePatientCode: 'FILLS', consents: allConsents })
    const { version, hash } = await patient.api.sf36.questionnaire.query()
    const filled = { key: randomUUID(), version, hash, answers: firstSf36Options }
    await sendToBoth(() => patient.api.sf36.fill.mutate(filled))
    expect(await patient.api.sf36.responses.query()).toHaveLength(1)
  })

  test('a session that one server ends is over on both', async () => {
    const patient = await fixture.server.patient({ centre: 'RM01', centrePatientCode: 'LEAVES' })
    const cookies = new Map(patient.cookies)
    expect((await patient.get('/userlogout')).status).toBe(200)
    const open = () => fixture.server.visitor('myconsent', { cookies }).get('/get_userinfo')
    for (const answer of await sendToBoth(open)) expect(await answer.json()).toMatchObject({ user: null })
  })
})
