import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from './testing/eventually.ts'
import { connect } from './connect.ts'
import { clearStaleLock } from './embedded/lock.ts'
import { startEmbedded } from './embedded.ts'

const isRoot = process.getuid?.() === 0
/** Whether other users can enter all parent directories. They cannot enter a clone in root's home. */
const isOpenToOthers = (path: string): boolean =>
  (statSync(path).mode & 0o001) !== 0 && (path === dirname(path) || isOpenToOthers(dirname(path)))
const isRootInOpenFolder = isRoot && isOpenToOthers(import.meta.dirname)
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
  for (const pid of processesIn(dataDir)) process.kill(Number(pid), 'SIGKILL')
  rmSync(directory, { recursive: true, force: true })
})

/** Lists the database processes of a directory, by their command line. */
const processesIn = (path: string): string[] =>
  readdirSync('/proc').filter((entry) => {
    try {
      return /^\d+$/.test(entry) && readFileSync(`/proc/${entry}/cmdline`, 'utf8').includes(`${path}\0`)
    } catch {
      return false
    }
  })

const waitUntilStopped = (path: string) => eventually(() => expect(processesIn(path)).toEqual([]))

const program = `
  const { startEmbedded } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))})
  const embedded = await startEmbedded({ dataDir: process.argv[1] })
  process.once('SIGTERM', () => embedded.stop())
  console.log('ready')
  setInterval(() => {}, 1000).unref()
  await embedded.ended
`

/** Starts a child process with an embedded database. Resolves when it is ready. */
const startChildProcess = async (path: string, as: { uid?: number; gid?: number } = {}): Promise<ChildProcess> => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, path], {
    ...as,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(child)
  for await (const line of createInterface({ input: child.stdout })) if (line === 'ready') return child
  throw new Error('The child process ended before it was ready')
}

test('REQ-OPS-02: a second start keeps the data, and a stop leaves no process', async () => {
  const first = await startEmbedded({ dataDir })
  const database = connect(first.owner, { max: 1 })
  await database`CREATE TABLE kept AS SELECT 'yes' AS value`
  await database.end()
  await first.stop()
  await waitUntilStopped(dataDir)

  const second = await startEmbedded({ dataDir })
  const again = connect(second.owner, { max: 1 })
  expect(await again`SELECT value FROM kept`).toEqual([{ value: 'yes' }])
  await again.end()
  await second.stop()
  await second.ended
  await waitUntilStopped(dataDir)
})

test('the database ends with a killed process, and the next start finds committed data', async () => {
  const child = await startChildProcess(dataDir)
  const database = connect({ host: dataDir, port: 5432, database: 'registry', username: 'registry_owner' }, { max: 1 })
  await database`CREATE TABLE kept AS SELECT 1 AS n`
  child.kill('SIGKILL')
  await waitUntilStopped(dataDir)
  await database.end({ timeout: 1 })

  const next = await startEmbedded({ dataDir })
  const again = connect(next.owner, { max: 1 })
  expect(await again`SELECT n FROM kept`).toEqual([{ n: 1 }])
  await again.end()
  await next.stop()
})

test('SIGTERM stops the database cleanly', async () => {
  const child = await startChildProcess(dataDir)
  child.kill('SIGTERM')
  await once(child, 'exit')
  expect(child.exitCode).toBe(0)
  await waitUntilStopped(dataDir)
  expect(existsSync(join(dataDir, 'postmaster.pid'))).toBe(false)
})

describe('a second start on the same directory', () => {
  test('fails while the first is running, without disturbing it', async () => {
    const first = await startEmbedded({ dataDir })
    await expect(clearStaleLock(dataDir, 200)).rejects.toThrow('uses the database')
    const database = connect(first.server, { max: 1 })
    expect(await database`SELECT 1 AS alive`).toEqual([{ alive: 1 }])
    await database.end()
    await first.stop()
  })

  test('starts as soon as an ending database has stopped', async () => {
    const child = await startChildProcess(dataDir)
    child.kill('SIGKILL')
    const next = await startEmbedded({ dataDir })
    await next.stop()
  })

  test('ignores the lock of a crashed database whose pid belongs to another process', async () => {
    await (await startEmbedded({ dataDir })).stop()
    const { uid, gid } = statSync(dataDir)
    const otherProcess = spawn('sleep', ['1000'], { uid, gid, cwd: '/' })
    started.push(otherProcess)
    const lock = `${otherProcess.pid}\n${dataDir}\n0\n5432\n${dataDir}\n\n`
    for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) writeFileSync(join(dataDir, name), lock)
    await (await startEmbedded({ dataDir })).stop()
  })
})

const readPostmasterPid = (path: string): number => Number(readFileSync(join(path, 'postmaster.pid'), 'utf8').split('\n', 1)[0])

describe('a crashed database', () => {
  test('ends for its registry, and the next start finds committed data', async () => {
    const crashed = await startEmbedded({ dataDir })
    const database = connect(crashed.owner, { max: 1 })
    await database`CREATE TABLE kept AS SELECT 1 AS n`
    process.kill(readPostmasterPid(dataDir), 'SIGKILL')
    await crashed.ended
    await crashed.stop()

    const next = await eventually(() => startEmbedded({ dataDir }))
    expect(await eventually(() => database`SELECT n FROM kept`)).toEqual([{ n: 1 }])
    await database.end()
    await next.stop()
    await waitUntilStopped(dataDir)
  })

  test('keeps its directory from a start while one of its backends is running', async () => {
    const crashed = await startEmbedded({ dataDir })
    const database = connect(crashed.owner, { max: 1 })
    const lost = expect(database`SELECT count(*) FROM generate_series(1, 1000000000000)`).rejects.toThrow()
    const observer = connect(crashed.superuser, { max: 1 })
    const findBackend = () =>
      observer<{ pid: number }[]>`SELECT pid FROM pg_stat_activity WHERE state = 'active' AND usename = 'registry_owner'`
    const [backend] = await eventually(async () => {
      const found = await findBackend()
      expect(found).toHaveLength(1)
      return found
    })
    process.kill(readPostmasterPid(dataDir), 'SIGKILL')
    await crashed.ended
    await expect(startEmbedded({ dataDir })).rejects.toThrow(
      /^The database did not start: pre-existing shared memory block .+ is still in use$/,
    )
    process.kill(backend!.pid, 'SIGKILL')
    await lost
    await Promise.all([database.end({ timeout: 0 }), observer.end({ timeout: 0 })])
    const next = await eventually(() => startEmbedded({ dataDir }))
    await next.stop()
  })
})

test('a start replaces an incomplete data directory', async () => {
  mkdirSync(`${dataDir}.new/base`, { recursive: true })
  writeFileSync(`${dataDir}.new/PG_VERSION`, '18\n')
  await (await startEmbedded({ dataDir })).stop()
  expect(existsSync(`${dataDir}.new`)).toBe(false)
})

test('data of another major version are rejected and not changed', async () => {
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'PG_VERSION'), '17\n')
  await expect(startEmbedded({ dataDir })).rejects.toThrow('Postgres 17')
  expect(readdirSync(dataDir)).toEqual(['PG_VERSION'])
})

test('a path too long for a socket works', async () => {
  const long = join(directory, 'a-directory-with-a-long-name-'.repeat(4), 'data')
  const embedded = await startEmbedded({ dataDir: long })
  const database = connect(embedded.server, { max: 1 })
  expect(await database`SELECT current_user AS me`).toEqual([{ me: 'registry_server' }])
  await database.end()
  await embedded.stop()
  expect(existsSync(embedded.server.host)).toBe(false)
})

test.runIf(isRoot)('root can keep the data in a directory that is closed to others', async () => {
  chmodSync(directory, 0o700)
  const embedded = await startEmbedded({ dataDir })
  const database = connect(embedded.owner, { max: 1 })
  expect(await database`SELECT 1 AS alive`).toEqual([{ alive: 1 }])
  await database.end()
  await embedded.stop()
})

test.runIf(isRootInOpenFolder)('a user without privileges can run the database', async () => {
  chmodSync(directory, 0o777)
  const child = await startChildProcess(dataDir, { uid: 65534, gid: 65534 })
  child.kill('SIGTERM')
  await once(child, 'exit')
  expect(child.exitCode).toBe(0)
  await waitUntilStopped(dataDir)
})

test('only the owner can enter the directory of data and socket, and nothing listens on a network', async () => {
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

test('names sort by Italian rules', async () => {
  const embedded = await startEmbedded({ dataDir })
  const database = connect(embedded.owner, { max: 1 })
  expect(await database`SELECT v FROM (VALUES ('Zoe'), ('èlla'), ('alba'), ('Élan')) AS names (v) ORDER BY v`).toEqual(
    ['alba', 'Élan', 'èlla', 'Zoe'].map((v) => ({ v })),
  )
  await database.end()
  await embedded.stop()
})
