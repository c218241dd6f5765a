import { once } from 'node:events'
import { type ClientRequest, request, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeExport } from '@registry/db/testing/exports'
import { listWaiting } from '@registry/db/testing/database'
import { eventually } from '@registry/db/testing/eventually'
import { allConsents, makeCentre, makePatients } from '@registry/db/testing/fixtures'
import { removeExpiredData } from '../../../jobs/housekeeping.ts'
import type { Client } from '../../../testing/client.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

const patients = 8000
let server: TestServer
let staff: Awaited<ReturnType<TestServer['staff']>>
let filterId: number

beforeAll(async () => {
  server = await startTestServer()
  const { owner } = server.database
  await makeCentre(owner, 'RM01')
  await makePatients(owner, { centre: 'RM01', count: patients, consents: allConsents })
  await owner.begin(async (sql) => {
    await sql`SELECT set_config('app.actor', 'fixture', true), set_config('app.source', 'system', true)`
    await sql`UPDATE patient_medical SET other_therapies = repeat('a', 1000), bmt = true, bmt_note = repeat('b', 1000), gt = true, gt_note = repeat('c', 1000)`
  })
  staff = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'ca@example.org')
  const filter = {
    action: 'ADD',
    name: 'Tutti',
    description: 'Tutti',
    field_list: { PATIENT: ['center_code'], MEDICAL_DATA: { Misc: ['OTHER_THERAPIES'], Surgery: ['BMT_NOTE'], Gene: ['GT_NOTE'] } },
  }
  filterId = Number((await staff.call('/inthem_query', { json: filter }))['id'])
})

afterAll(() => server[Symbol.asyncDispose]())

const sentRequests: ClientRequest[] = []

/** An export stores its outcome after it frees its slot, so the next test waits for all outcomes. */
afterEach(async () => {
  // A failed test leaves exports that nobody reads, and Postgres drops no database while one of them waits.
  for (const sent of sentRequests.splice(0)) sent.destroy()
  const running = () => server.database.owner`
    SELECT id FROM export_manifest AS m WHERE NOT EXISTS (SELECT FROM export_outcome AS o WHERE o.manifest_id = m.id)`
  await expect.poll(running).toEqual([])
})

/** Starts an export and returns its unread response. The signal aborts the request. */
const startExport = (format: string, caller: Client = staff, signal?: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify({ action: 'RUN', id: filterId, format, as_role: 'CenterAdmin' })
    const host = new URL(server.deps.env.STAFF_ORIGIN).host
    const cookie = [...caller.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = {
      host,
      cookie,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'sec-fetch-site': 'same-origin',
    }
    const sent = request(
      { host: '127.0.0.1', port: server.port, path: '/api/inthem_query', method: 'POST', headers, agent: false, signal },
      resolve,
    )
    sentRequests.push(sent)
    sent.on('error', reject).end(body)
  })

const managers = () => server.staff([{ role: 'CenterAdmin', center: 'RM01' }])

/** Lists the running COPY statements. Only the server's role sees their text. */
const listRunningCopies = () => server.database.server<{ query: string }[]>`
  SELECT query FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'COPY (%' AND state <> 'idle' AND pid <> pg_backend_pid()`
const readOutcome = (id: string) =>
  server.database.owner<{ outcome: string; rows: number }[]>`SELECT outcome, rows FROM export_outcome WHERE manifest_id = ${id}`

test.each(['csv', 'json', 'xlsx'])('FAULT-17: leaving an export in %s ends its statement, and the outcome is partial', async (format) => {
  const answer = await startExport(format)
  const id = String(answer.headers['x-export-id'])
  expect(answer.headers['x-export-rows']).toBe(String(patients))
  await new Promise((resolve) => answer.once('data', resolve))
  answer.destroy()
  await expect.poll(listRunningCopies).toEqual([])
  await expect.poll(() => readOutcome(id)).toEqual([{ outcome: 'partial', rows: expect.any(Number) }])
  expect(await staff.call('/inthem_query', { json: { action: 'LIST' } })).toMatchObject({ success: true })
})

test('FAULT-16: two exports of a person run, a third waits, and only the owner sees the progress', async () => {
  const first = await startExport('csv')
  const second = await startExport('csv')
  const third = startExport('csv')
  const id = String(first.headers['x-export-id'])
  await expect.poll(() => staff.api.savedFilters.exportProgress.query(id)).toMatchObject({ state: 'running', total: patients })
  const other = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
  expect(await other.api.savedFilters.exportProgress.query(id)).toEqual({ state: 'finished', rows: 0, total: null })
  first.destroy()
  const late = await third
  expect(late.headers['x-export-rows']).toBe(String(patients))
  second.destroy()
  late.destroy()
  await expect.poll(() => staff.api.savedFilters.exportProgress.query(id)).toMatchObject({ state: 'finished' })
})

test('FAULT-16: of fourteen parallel requests twelve get their file, and two are rejected with 429', async () => {
  const ask = { json: { action: 'RUN', id: filterId, format: 'xml', as_role: 'CenterAdmin' } }
  const answers = await Promise.all(
    Array.from({ length: 14 }, async () => {
      const answer = await staff.post('/inthem_query', ask)
      return { status: answer.status, body: await answer.text() }
    }),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(12)
  const rejected = answers.filter(({ status }) => status === 429)
  expect(rejected.map(({ body }) => body)).toEqual(rejected.map(() => expect.stringContaining('exports_under_way')))
})

/** Three exports of two people, the maximum of running exports, whose clients read nothing. */
const fillServer = async (): Promise<readonly IncomingMessage[]> => {
  const [first, second] = [await managers(), await managers()]
  const slow = await Promise.all([startExport('csv', first), startExport('csv', first), startExport('csv', second)])
  expect(slow.map(({ statusCode, headers }) => [statusCode, headers['x-export-rows']])).toEqual(slow.map(() => [200, String(patients)]))
  return slow
}

test('FAULT-16: the maximum of slow exports does not delay other calls', async () => {
  const slow = await fillServer()
  expect(await staff.call('/inthem_query', { json: { action: 'LIST' } })).toMatchObject({ success: true })
  const served = await listRunningCopies()
  for (const answer of slow) answer.destroy()
  expect(served).toHaveLength(slow.length)
  await expect.poll(listRunningCopies).toEqual([])
})

test('FAULT-16: an export above the maximum of the server waits, and a client that disconnects frees its slot', async () => {
  const slow = await fillServer()
  const late = await managers()
  const client = new AbortController()
  const left = expect(startExport('csv', late, client.signal)).rejects.toThrow('aborted')
  const waiting = startExport('csv', late)
  // A server says of its own exports how many run, and the limit is of all servers.
  const countTurns = () => server.database.owner<{ state: string; count: number }[]>`
    SELECT state, count(*)::integer FROM work_turn WHERE kind = 'export' GROUP BY state ORDER BY state`
  await expect.poll(countTurns).toEqual([
    { state: 'running', count: slow.length },
    { state: 'waiting', count: 2 },
  ])
  expect(await listRunningCopies()).toHaveLength(slow.length)
  client.abort()
  await left
  const next = startExport('csv', late)
  for (const answer of slow) answer.destroy()
  const served = await Promise.all([waiting, next])
  expect(served.map(({ headers }) => headers['x-export-rows'])).toEqual([String(patients), String(patients)])
  for (const answer of served) answer.destroy()
  await expect.poll(listRunningCopies).toEqual([])
})

// The manifest is inserted when the patients are selected. The list of manifests is read before.
test.each([
  ['reads', 'saved_filter'],
  ['reads', 'patient_medical'],
  ['reads', 'export_manifest'],
  ['writes', 'export_manifest'],
])(
  'FAULT-17: disconnecting before the first byte, while an export that %s %s waits for it, ends its statement and frees its slot',
  async (use, table) => {
    const { owner } = server.database
    const waiting = () => listWaiting(owner, table)
    const client = new AbortController()
    const accepted = once(server.app.server, 'connection') as Promise<[Socket]>
    await owner.begin(async (sql) => {
      await (use === 'reads' ? sql`LOCK TABLE ${sql(table)} IN ACCESS EXCLUSIVE MODE` : sql`LOCK TABLE ${sql(table)} IN EXCLUSIVE MODE`)
      const left = expect(startExport('csv', staff, client.signal)).rejects.toThrow('aborted')
      await eventually(async () => expect(await waiting()).not.toEqual([]))
      client.abort()
      await left
      const [served] = await accepted
      if (!served.closed) await once(served, 'close')
    })
    await expect.poll(listRunningCopies).toEqual([])
    const started: IncomingMessage[] = []
    for (const place of ['first', 'second'])
      started.push(
        await eventually(async () => {
          const answer = await startExport('csv')
          if (answer.headers['x-export-rows'] === String(patients)) return answer
          answer.resume()
          throw new Error(`the ${place} place is taken`)
        }),
      )
    for (const answer of started) answer.destroy()
  },
)

test('an export interrupted by a kill is marked at the next start, and a running one is not', async () => {
  const answer = await startExport('csv')
  const id = String(answer.headers['x-export-id'])
  const killed = await makeExport(server.database.owner, { filterId })
  await removeExpiredData(server.database.server)
  expect(await readOutcome(killed)).toEqual([{ outcome: 'interrupted', rows: 0 }])
  expect(await readOutcome(id)).toEqual([])
  answer.destroy()
  await expect.poll(() => readOutcome(id)).toEqual([{ outcome: 'partial', rows: expect.any(Number) }])
})

test('REQ-EXP-01: the screen has the first 1,000 rows and the total', async () => {
  const shown = await staff.call('/inthem_query', { json: { action: 'RUN', id: filterId, format: 'video', as_role: 'CenterAdmin' } })
  expect(shown).toMatchObject({ success: true, total: patients })
  expect(shown['rows']).toHaveLength(1000)
})

test('the outcome has the hash of the file', async () => {
  const answer = await staff.post('/inthem_query', { json: { action: 'RUN', id: filterId, format: 'csv', as_role: 'CenterAdmin' } })
  const bytes = await answer.arrayBuffer()
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
  const readStored = () => server.database.owner`SELECT outcome, rows, bytes FROM export_outcome WHERE sha256 = ${digest}`
  await expect.poll(readStored).toEqual([{ outcome: 'complete', rows: patients, bytes: bytes.byteLength }])
})
