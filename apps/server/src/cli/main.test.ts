import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { testDatabase, type TestDatabase } from '@registry/db/testing/database'
import { readEnv } from '../app/env.ts'
import { start } from '../app/start.ts'
import { commands } from './commands.ts'
import { addressVariables, runCommand } from './testing/run-command.ts'

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

const keys = { SECRET_KEY: '1'.repeat(64), RECEIPT_KEY: '2'.repeat(64) }
const serve = (given = keys) => {
  const { url, variables } = addressVariables(database.addresses.server)
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  return start(readEnv({ NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: directory, DATABASE_URL: url, ...given }))
}
const registry = (...args: string[]) => runCommand(database.addresses.owner, args)

test('FAULT-20: a new server without the owner of the tables waits until the database is migrated', async () => {
  await database.owner`UPDATE drizzle.statement SET hash = 'of an older version' WHERE name = 'VIEW patient_age'`
  const starting = serve()
  const findServer = () =>
    database.owner`SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'registry server%'`
  await expect.poll(findServer).toHaveLength(1)
  expect(await database.owner`SELECT FROM key_fingerprint`).toHaveLength(0)
  expect(await registry('migrate')).toMatchObject({ status: 0, stdout: 'migrated: 0 migrations and 1 statements were pending\n' })
  const running = await starting
  expect(running.port).toBeGreaterThan(0)
  await running.stop()
})

test('FAULT-20: a server starts on a database of a later release that serves it, and is refused by one that does not', async () => {
  const [before] = await database.owner<{ version: string; oldest_server: string }[]>`SELECT * FROM drizzle.release`
  await database.owner`UPDATE drizzle.release SET version = '0.99.0'`
  const running = await serve()
  await running.stop()
  await database.owner`UPDATE drizzle.release SET oldest_server = '0.99.0'`
  await expect(serve()).rejects.toThrow(/^the database is of version 0\.99\.0/)
  expect(await registry('migrate')).toMatchObject({ status: 1, stderr: expect.stringMatching(/^the database is of version 0\.99\.0.*\n$/) })
  await database.owner`UPDATE drizzle.release SET ${database.owner({ ...before })}`
})

test('an unknown command prints its name and the known commands', async () => {
  const { status, stderr } = await registry('none')
  expect(status).toBe(2)
  expect(stderr).toMatch(/^none: unknown command\n/)
  expect(stderr).toContain('migrate')
})

test('without a command it lists the commands and succeeds', async () => {
  expect(await registry()).toMatchObject({ status: 0, stdout: expect.stringContaining('migrate'), stderr: '' })
})

test.each(Object.keys(commands))('%s --help explains the options', async (name) => {
  expect(await registry(name, '--help')).toMatchObject({ status: 0, stdout: expect.stringMatching(`^pnpm registry ${name}`), stderr: '' })
})

test.each(Object.keys(commands))('%s with an unknown option ends with exit code 2', async (name) => {
  expect(await registry(name, '--none')).toEqual({
    status: 2,
    stdout: '',
    stderr: "options: Unknown option '--none'; --help explains the options\n",
  })
})

test('REQ-OPS-11: server and verify reject a key that never wrote in the database, and no key at all', async () => {
  const running = await serve()
  await running.stop()
  const other = { ...keys, SECRET_KEY: '3'.repeat(64) }
  await expect(serve(other)).rejects.toThrow(/^SECRET_KEY: this database belongs to the key [0-9a-f]{8}…, not [0-9a-f]{8}…$/)
  const swapped = { SECRET_KEY: keys.RECEIPT_KEY, RECEIPT_KEY: keys.SECRET_KEY }
  await expect(serve(swapped)).rejects.toThrow(/^SECRET_KEY: /)
  await expect(serve({ ...keys, RECEIPT_KEY: '3'.repeat(64) })).rejects.toThrow(/^RECEIPT_KEY: /)
  expect(() => serve({ ...keys, SECRET_KEY: '' })).toThrow(/^SECRET_KEY: required/)

  const { owner } = database.addresses
  expect(await runCommand(owner, ['verify'], keys)).toMatchObject({ status: 0, stdout: expect.stringContaining('audit log: ') })
  expect(await runCommand(owner, ['verify'], other)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^SECRET_KEY: this database/),
  })
  expect(await runCommand(owner, ['verify'])).toMatchObject({ status: 2, stderr: expect.stringMatching(/^SECRET_KEY: required/) })
  expect(await database.owner`SELECT FROM notification`).toHaveLength(0)
})

test('verify makes no key where no server ran', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'no-key-'))
  const variables = { NODE_ENV: 'test', DATABASE_OWNER_URL: '', DATA_DIR: empty }
  expect(await runCommand(database.addresses.owner, ['verify'], variables)).toMatchObject({
    status: 2,
    stderr: `DATA_DIR: has no secret.key: no server with the embedded database ran there\n`,
  })
  expect(readdirSync(empty)).toEqual([])
  rmSync(empty, { recursive: true })
})
