import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '@registry/db/connect'
import { superuser } from '@registry/db/embedded/data-directory'
import { testDatabase, type TestDatabase } from '@registry/db/testing/database'
import { addressVariables } from '../cli/testing/run-command.ts'
import { startServerProcess, type ServerProcess } from '../testing/process.ts'

const moment = '2026-11-29 01:55:00+00'
let dataDir: string
let database: TestDatabase
let server: ServerProcess | undefined
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'restored-'))
  database = await testDatabase()
})
afterEach(async () => {
  if (server) {
    const exit = once(server.child, 'exit')
    server.child.kill('SIGKILL')
    await exit
    server = undefined
  }
  await database.dispose()
  rmSync(dataDir, { recursive: true })
})

const start = async (): Promise<ServerProcess> => {
  const { url, variables } = addressVariables(database.addresses.server)
  server = await startServerProcess(dataDir, {
    variables: { ...variables, DATABASE_URL: url, SECRET_KEY: '1'.repeat(64), RECEIPT_KEY: '2'.repeat(64) },
  })
  return server
}

/** Does what every recipe of a restore does. New connections see it. */
const markAsRestored = async (): Promise<void> => {
  const admin = connect({ ...database.addresses.owner, username: superuser }, { max: 1 })
  await admin.unsafe(`ALTER DATABASE ${database.addresses.owner.database} SET registry.restored = '${moment}'`)
  await admin`SELECT pg_terminate_backend(pid, 20000) FROM pg_stat_activity WHERE datname = current_database() AND usename = 'registry_server'`
  await admin.end()
}
const complete = () => database.owner`INSERT INTO completed_restore (restored, lost_head) VALUES (${moment}, '0:')`
const queueMail = () => database.owner`
  INSERT INTO notification (channel, recipient, body, expires_at) VALUES ('mail', 'a@example.org', 'x', now() + interval '1 day')`
const listMails = (): readonly string[] => (existsSync(join(dataDir, 'outbox')) ? readdirSync(join(dataDir, 'outbox')) : [])

const request = async (path: string) => {
  const response = await fetch(`http://127.0.0.1:${server?.port}${path}`, { headers: { host: 'staff.localhost' } })
  return { status: response.status, body: await response.json() }
}
const refused = { status: 503, body: { success: false, code: 'restored', error: expect.any(String) } }

test('FAULT-25: a server of a restored copy answers health only and sends nothing, until the restore is completed', async () => {
  await markAsRestored()
  await queueMail()
  const { messages } = await start()
  expect(messages()).toContain('this database was restored: run `pnpm registry after-restore`, until then nobody is served')
  expect(await request('/api/health/live')).toEqual({ status: 200, body: { live: true } })
  expect(await request('/api/health/ready')).toMatchObject({ ...refused, body: { ...refused.body, ready: false } })
  for (const path of ['/', '/login', '/api/session', '/api/trpc/sites.current', '/api/health/other'])
    expect(await request(path), path).toMatchObject(refused)
  expect(listMails()).toEqual([])

  await complete()
  await expect.poll(async () => (await request('/api/health/ready')).status).toBe(200)
  await expect.poll(listMails).toHaveLength(1)
})

test('FAULT-25: a running server whose database is exchanged for a restored copy stops to serve and to send', async () => {
  await start()
  await expect.poll(async () => (await request('/api/health/ready')).status).toBe(200)
  await markAsRestored()
  await queueMail()
  await expect.poll(() => request('/api/health/ready')).toMatchObject(refused)
  expect(listMails()).toEqual([])
  await complete()
  await expect.poll(listMails).toHaveLength(1)
})
