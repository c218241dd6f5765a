import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { allConsents, makeCentre, makePatients } from '@registry/db/testing/fixtures'
import { addFilter, runFilter, type Staff } from '../features/filters/saved-filters/testing/fixture.ts'
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
  const waiting = runFilter(onSecond(manager), filterId, 'csv', 'DataManager')
  await expect.poll(() => second.deps.exports.inUse).toMatchObject({ running: 0, waiting: 1 })
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

test('FAULT-22: two files of a centre on two servers get their reports, and each server tells how far they are', async () => {
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
