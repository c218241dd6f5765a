import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { DatabaseAddress } from '@registry/db/connect'
import { testDatabase, type TestDatabase } from '@registry/db/testing/database'
import { readEnv } from '../app/env.ts'
import { start } from '../app/start.ts'

let database: TestDatabase
let directory: string
beforeAll(async () => {
  database = await testDatabase()
  directory = mkdtempSync(join(tmpdir(), 'migrate-'))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await database.dispose()
  rmSync(directory, { recursive: true })
})

/** A URL cannot name a socket. The variables of the Postgres programs give its directory and the role. */
const place = ({ host, username, database: name }: DatabaseAddress & object) => ({
  url: `postgres:///${name}`,
  PGHOST: host,
  PGUSER: username,
})
const serve = () => {
  const { url, PGHOST, PGUSER } = place(database.addresses.server)
  vi.stubEnv('PGHOST', PGHOST)
  vi.stubEnv('PGUSER', PGUSER)
  return start(readEnv({ NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: directory, DATABASE_URL: url }))
}
const registry = (...args: string[]) => {
  const { url, ...variables } = place(database.addresses.owner)
  return spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', DATABASE_OWNER_URL: url, ...variables },
  })
}

test('a server without the owner of the tables rejects a database of another version until it is migrated', async () => {
  await database.owner`UPDATE drizzle.objects SET hash = 'of an older version'`
  await expect(serve()).rejects.toThrow(/^DATABASE_URL: .*pnpm registry migrate/)
  expect(registry('migrate')).toMatchObject({ status: 0, stdout: 'migrated: 0 migrations were pending\n' })
  const running = await serve()
  expect(running.port).toBeGreaterThan(0)
  await running.stop()
})

test('an unknown command prints its name and the known commands', () => {
  const { status, stderr } = registry('none')
  expect(status).toBe(2)
  expect(stderr).toMatch(/^none: unknown command\n/)
  expect(stderr).toContain('migrate')
})

test('without a command it lists the commands and succeeds', () => {
  expect(registry()).toMatchObject({ status: 0, stdout: expect.stringContaining('migrate'), stderr: '' })
})
