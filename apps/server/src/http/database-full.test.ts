import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '@registry/db/connect'
import { superuser } from '@registry/db/embedded/data-directory'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server[Symbol.asyncDispose]())

const headers = { 'sec-fetch-site': 'same-origin', 'x-requested-by': 'app', 'content-type': 'application/json' }
const notReady = { status: 503, body: { success: false, code: 'not_ready', error: expect.any(String) } }
const read = async (response: Response) => ({ status: response.status, body: await response.json() })

const expectNotReady = async (staff: Awaited<ReturnType<TestServer['staff']>>): Promise<void> => {
  const visitor = server.visitor('staff')
  expect(await read(await staff.post('/inthem_query', { json: { action: 'LIST' } })), 'a read').toMatchObject(notReady)
  expect(await read(await visitor.post('/login', { json: { username: 'a@example.org', password: 'x' } })), 'a sign-in').toMatchObject(
    notReady,
  )
  expect(await read(await visitor.post('/inthem_query', { json: { action: 'LIST' } })), 'a rejection').toMatchObject(notReady)
  const procedure = await staff.send({ method: 'POST', path: '/api/trpc/savedFilters.list', headers, body: '' })
  expect(procedure.status).toBe(503)
}

describe('requests get not_ready', () => {
  it('FAULT-10: while the disk of the database is full', async () => {
    const staff = await server.staff([{ role: 'DataManager', areaid: 'W' }])
    const { owner } = server.database
    await owner`CREATE FUNCTION refuse_full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no space' USING ERRCODE = 'disk_full'; END $$`
    for (const table of ['audit_log', 'sign_in_attempt', 'rate_limit'])
      await owner.unsafe(`CREATE TRIGGER refuse_full_disk BEFORE INSERT ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_full_disk()`)
    await expectNotReady(staff)
  })

  it('FAULT-09: while the database is read-only, and ready is false until it is writable again', async () => {
    const staff = await server.staff([{ role: 'DataManager', areaid: 'W' }])
    const address = server.database.addresses.owner
    const admin = connect({ ...address, username: superuser }, { max: 1 })
    const setReadOnly = async (value: 'on' | 'off'): Promise<void> => {
      await admin.unsafe(`ALTER ROLE registry_server IN DATABASE "${address.database}" SET default_transaction_read_only = ${value}`)
      await admin`SELECT pg_terminate_backend(pid, 20000) FROM pg_stat_activity WHERE datname = ${address.database} AND usename = 'registry_server'`
    }
    const ready = async () => read(await server.visitor('staff').get('/health/ready'))
    try {
      expect(await ready()).toMatchObject({ status: 200, body: { ready: true } })
      await setReadOnly('on')
      expect(await ready()).toMatchObject({ ...notReady, body: { ...notReady.body, ready: false } })
      await expectNotReady(staff)
      await setReadOnly('off')
      await expect.poll(async () => (await ready()).status).toBe(200)
    } finally {
      await admin.end()
    }
  })

  it('FAULT-10: ready is false when the database cannot write to its disk', async () => {
    const address = server.database.addresses.owner
    const admin = connect({ ...address, username: superuser }, { max: 1 })
    // The check writes a temporary file, as on a full disk.
    await admin.unsafe(`ALTER ROLE registry_server IN DATABASE "${address.database}" SET temp_file_limit = 0`)
    await admin`SELECT pg_terminate_backend(pid, 20000) FROM pg_stat_activity WHERE datname = ${address.database} AND usename = 'registry_server'`
    await admin.end()
    expect(await read(await server.visitor('staff').get('/health/ready'))).toMatchObject({
      status: 503,
      body: { ready: false, code: 'not_ready' },
    })
  })
})
