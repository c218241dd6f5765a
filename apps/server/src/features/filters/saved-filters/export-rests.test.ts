import { once } from 'node:events'
import { IncomingMessage, request, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import { listExported } from '@registry/db/testing/exports'
import { allConsents, makeCentre, makePatients } from '@registry/db/testing/fixtures'
import { hashPatientSet } from '../../../audit/read-trace.ts'
import { createExports } from '../exports/create-exports.ts'
import { trackResponse, type ThrottleTimer } from '../../../http/throttle.ts'
import { completeExport } from '../../../testing/complete-export.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { addFilter, runFilter, type Staff } from './testing/fixture.ts'

const patients = 6
/** The ranges of the selection, which ends with an empty one. */
const rests = 4

let server: TestServer
let manager: Staff
let filterId: number
let rested = 0
let rest: ThrottleTimer['rest'] = async () => {}
/** A response that somebody waits for. */
let open: ServerResponse

beforeAll(async () => {
  const timer: ThrottleTimer = {
    now: () => 0,
    rest: (ms, signal) => {
      rested += 1
      return rest(ms, signal)
    },
  }
  server = await startTestServer({ exports: createExports({ patientsPerRange: 2, timer }) })
  await makeCentre(server.database.owner, 'RM01', 'ITI4')
  await makePatients(server.database.owner, { centre: 'RM01', count: patients, consents: allConsents })
  manager = await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm@example.org')
  filterId = await addFilter(manager, { field_list: { PATIENT: ['SEX'], MEDICAL_DATA: {} }, filter_list: {} })
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(() => {
  rested = 0
  rest = async () => {}
  open = new ServerResponse(new IncomingMessage(new Socket()))
})
afterEach(() => open.emit('close'))

const exportAll = async () => completeExport(server.database.owner, await runFilter(manager, filterId, 'csv', 'DataManager'))
const readManifest = async (id: string) => {
  const [manifest] = await server.database.owner`
    SELECT patients, set_hash, unique_rows, rows_in_small_groups, excluded_no_answer FROM export_manifest WHERE id = ${id}`
  return manifest
}

test('an export rests while it chooses its patients only while a response to others is open, and has the same manifest', async () => {
  // The responses of the fixture still count for some milliseconds.
  const alone = await eventually(async () => {
    rested = 0
    const exported = await exportAll()
    expect(rested).toBe(0)
    return exported
  })
  trackResponse(open)
  const beside = await exportAll()
  expect(rested).toBe(rests)
  expect(await readManifest(beside.id)).toEqual(await readManifest(alone.id))
  expect(beside.body).toEqual(alone.body)
})

test('THREAT-33: the hash of patients who come in ranges is that of all their ids, which the manifest has', async () => {
  const { id } = await exportAll()
  const exported = await listExported(server.database.owner, id)
  expect(exported).toHaveLength(patients)
  expect(await readManifest(id)).toMatchObject({ patients, set_hash: await hashPatientSet(server.deps.keyedHash, exported.join(',')) })
})

test('FAULT-17: leaving between two ranges frees the database at once and leaves no manifest', async () => {
  const { owner } = server.database
  trackResponse(open)
  const resting = Promise.withResolvers<void>()
  rest = (_ms, signal) => {
    resting.resolve()
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('the client left'))))
  }
  const countManifests = async () => (await owner<{ count: number }[]>`SELECT count(*) FROM export_manifest`)[0]?.count
  // Only the role of the server sees its transactions.
  const listTransactions = () => server.database.server`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL AND backend_type = 'client backend'`
  const before = await countManifests()
  const headers = {
    host: new URL(server.deps.env.STAFF_ORIGIN).host,
    cookie: [...manager.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'content-type': 'application/json',
    'sec-fetch-site': 'same-origin',
  }
  const sent = request({ host: '127.0.0.1', port: server.port, path: '/api/inthem_query', method: 'POST', headers, agent: false })
  const left = once(sent, 'error')
  sent.end(JSON.stringify({ action: 'RUN', id: filterId, format: 'csv', as_role: 'DataManager' }))
  await resting.promise
  // That of the snapshot and that of the manifest.
  expect(await listTransactions()).toHaveLength(2)
  sent.destroy(new Error('the client leaves'))
  await left
  await expect.poll(listTransactions).toEqual([])
  expect(server.deps.exports.queue.inUse.running).toBe(0)
  expect(await countManifests()).toBe(before)
  expect([...(await owner`SELECT FROM export_patient_range WHERE manifest_id NOT IN (SELECT id FROM export_manifest)`)]).toEqual([])
  rest = async () => {}
  expect((await exportAll()).body.length).toBeGreaterThan(0)
})
