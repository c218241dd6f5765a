import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connect } from './connect.ts'
import { awaitPredecessor } from './embedded/data-directory.ts'
import { startEmbedded } from './embedded.ts'

const isRoot = process.getuid?.() === 0
let directory: string
let dataDir: string
const started: ChildProcess[] = []

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'embedded-'))
  chmodSync(directory, 0o755)
  dataDir = join(directory, 'data')
})
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
})

/** Processes of the database in a directory, found by their command line. */
const processesIn = (path: string): string[] =>
  readdirSync('/proc').filter((entry) => {
    try {
      return /^\d+$/.test(entry) && readFileSync(`/proc/${entry}/cmdline`, 'utf8').includes(`${path}\0`)
    } catch {
      return false
    }
  })

const untilGone = async (path: string): Promise<void> => {
  for (let tries = 0; tries < 100 && processesIn(path).length > 0; tries += 1) await sleep(50)
}

const program = `
  const { startEmbedded } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))})
  const embedded = await startEmbedded({ dataDir: process.argv[1] })
  process.once('SIGTERM', () => embedded.stop())
  console.log('ready')
  setInterval(() => {}, 1000).unref()
  await embedded.ended
`

/** Another process with a database of its own; resolves when it is ready. */
const startApart = async (path: string, as: { uid?: number; gid?: number } = {}): Promise<ChildProcess> => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, path], {
    ...as,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(child)
  for await (const line of createInterface({ input: child.stdout })) if (line === 'ready') return child
  throw new Error('The other process ended before it was ready')
}

test('D1: a second start keeps the data, and a stop leaves no process', async () => {
  const first = await startEmbedded({ dataDir })
  const database = connect(first.owner, { max: 1 })
  await database`CREATE TABLE kept AS SELECT 'yes' AS value`
  await database.end()
  await first.stop()
  expect(processesIn(dataDir)).toEqual([])

  const second = await startEmbedded({ dataDir })
  const again = connect(second.owner, { max: 1 })
  expect(await again`SELECT value FROM kept`).toEqual([{ value: 'yes' }])
  await again.end()
  await second.stop()
  await second.ended
  expect(processesIn(dataDir)).toEqual([])
})

test('a killed process takes its database with it, and the next start finds what was committed', async () => {
  const child = await startApart(dataDir)
  const database = connect({ host: dataDir, port: 5432, database: 'registry', username: 'registry_owner' }, { max: 1 })
  await database`CREATE TABLE kept AS SELECT 1 AS n`
  child.kill('SIGKILL')
  await untilGone(dataDir)
  expect(processesIn(dataDir)).toEqual([])
  await database.end({ timeout: 1 })

  const next = await startEmbedded({ dataDir })
  const again = connect(next.owner, { max: 1 })
  expect(await again`SELECT n FROM kept`).toEqual([{ n: 1 }])
  await again.end()
  await next.stop()
})

test('SIGTERM stops it cleanly', async () => {
  const child = await startApart(dataDir)
  child.kill('SIGTERM')
  await once(child, 'exit')
  expect(child.exitCode).toBe(0)
  expect(processesIn(dataDir)).toEqual([])
  expect(existsSync(join(dataDir, 'postmaster.pid'))).toBe(false)
})

describe('another start on the same directory', () => {
  test('waits while the first is alive and then says so, disturbing nothing', async () => {
    const first = await startEmbedded({ dataDir })
    await expect(awaitPredecessor(dataDir, 200)).rejects.toThrow('uses the database')
    const database = connect(first.server, { max: 1 })
    expect(await database`SELECT 1 AS alive`).toEqual([{ alive: 1 }])
    await database.end()
    await first.stop()
  })

  test('begins as soon as a dying one is gone', async () => {
    const child = await startApart(dataDir)
    child.kill('SIGKILL')
    const next = await startEmbedded({ dataDir })
    await next.stop()
  })

  test('is not stopped by the lock of a crashed one whose number now belongs to a stranger', async () => {
    await (await startEmbedded({ dataDir })).stop()
    writeFileSync(join(dataDir, 'postmaster.pid'), `${process.pid}\n${dataDir}\n`)
    await (await startEmbedded({ dataDir })).stop()
  })
})

test('a start that was cut short while making the data begins anew', async () => {
  mkdirSync(`${dataDir}.new/base`, { recursive: true })
  writeFileSync(`${dataDir}.new/PG_VERSION`, '18\n')
  await (await startEmbedded({ dataDir })).stop()
  expect(existsSync(`${dataDir}.new`)).toBe(false)
})

test('data of another major version are refused and left alone', async () => {
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'PG_VERSION'), '17\n')
  await expect(startEmbedded({ dataDir })).rejects.toThrow('Postgres 17')
  expect(readdirSync(dataDir)).toEqual(['PG_VERSION'])
})

test('a path too long for a socket works all the same', async () => {
  const long = join(directory, 'a-directory-with-a-long-name-'.repeat(4), 'data')
  const embedded = await startEmbedded({ dataDir: long })
  const database = connect(embedded.server, { max: 1 })
  expect(await database`SELECT current_user AS me`).toEqual([{ me: 'registry_server' }])
  await database.end()
  await embedded.stop()
  expect(existsSync(embedded.server.host)).toBe(false)
})

test.runIf(isRoot)('root may keep the data in a directory that is closed to others', async () => {
  chmodSync(directory, 0o700)
  const embedded = await startEmbedded({ dataDir })
  const database = connect(embedded.owner, { max: 1 })
  expect(await database`SELECT 1 AS alive`).toEqual([{ alive: 1 }])
  await database.end()
  await embedded.stop()
})

test.runIf(isRoot)('a user without privileges runs it as itself', async () => {
  chmodSync(directory, 0o777)
  const child = await startApart(dataDir, { uid: 65534, gid: 65534 })
  child.kill('SIGTERM')
  await once(child, 'exit')
  expect(child.exitCode).toBe(0)
  expect(processesIn(dataDir)).toEqual([])
})

test('nobody but its owner can enter the directory of data and socket, and nothing listens on a network', async () => {
  const embedded = await startEmbedded({ dataDir })
  const superuser = connect(embedded.superuser, { max: 1 })
  expect(
    await superuser`SELECT current_setting('listen_addresses') AS addresses, current_setting('unix_socket_permissions') AS permissions, current_setting('data_directory_mode') AS mode`,
  ).toEqual([{ addresses: '', permissions: '0700', mode: '0700' }])
  expect(
    await superuser`SELECT current_setting('log_min_error_statement') AS statements, current_setting('log_error_verbosity') AS verbosity`,
  ).toEqual([{ statements: 'panic', verbosity: 'terse' }])
  await superuser.end()
  await embedded.stop()
})

test('names sort as Italians sort them, codes by their bytes', async () => {
  const embedded = await startEmbedded({ dataDir })
  const database = connect(embedded.owner, { max: 1 })
  expect(await database`SELECT v FROM (VALUES ('Zoe'), ('èlla'), ('alba'), ('Élan')) AS names (v) ORDER BY v`).toEqual(
    ['alba', 'Élan', 'èlla', 'Zoe'].map((v) => ({ v })),
  )
  await database.end()
  await embedded.stop()
})
