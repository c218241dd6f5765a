import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { connect, type Database, type DatabaseAddress } from './connect.ts'
import { createDatabase } from './databases.ts'
import { initialise, makePrivate, superuser } from './embedded/data-directory.ts'
import { chooseLaunch } from './embedded/launch.ts'
import { startPostmaster } from './embedded/postmaster.ts'
import { freeDirectory, patience as usualPatience, type Patience } from './embedded/predecessor.ts'
import { markSettings } from './embedded/processes.ts'
import { keepRunning } from './embedded/supervision.ts'
import { ownerRole, serverRole } from './roles.ts'

/** The registry's own Postgres (D1): reachable through a Unix socket in a private directory and no other way. */
export type Embedded = {
  /** Owns the tables and migrates them. */
  readonly owner: DatabaseAddress & object
  /** What the server works as. */
  readonly server: DatabaseAddress & object
  readonly superuser: DatabaseAddress & object
  /** Settles when the database is stopped, or has ended and cannot be started again. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  /** Where the data live; made when absent. */
  readonly dataDir: string
  /** Gives up safety after a crash for speed. */
  readonly tests?: boolean
  /** Hears that the database ended by itself and was started again. */
  readonly onRestart?: () => void
  readonly patience?: Patience
}

const databaseName = 'registry'
const port = 5432
/** A socket's path may have 107 bytes on Linux; its directory must leave room for the name. */
const longestSocketDirectory = 85

const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The records of a hundred thousand patients stay in memory.
  shared_buffers: '256MB',
  // Statements and details of errors hold patients' values, which must not reach a log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
}

const testSettings = {
  fsync: 'off',
  // A worker that cleans up would have to leave a database before it can be cloned or dropped.
  autovacuum: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  shared_buffers: '64MB',
  max_connections: '200',
}

const bootstrapFile = join(import.meta.dirname, '..', 'bootstrap.sql')

const bootstrap = async (database: Database): Promise<void> => {
  await database.unsafe(await readFile(bootstrapFile, 'utf8'))
}

const withConnection = async <T>(address: DatabaseAddress, work: (database: Database) => Promise<T>): Promise<T> => {
  const database = connect(address, { max: 1 })
  try {
    return await work(database)
  } finally {
    await database.end()
  }
}

/** template1 is prepared first, so that every database made afterwards is born prepared. */
const prepareDatabases = async (at: { host: string; port: number; username: string }): Promise<void> => {
  await withConnection({ ...at, database: 'template1' }, bootstrap)
  const exists = await withConnection({ ...at, database: 'postgres' }, async (database) => {
    const [found] = await database`SELECT FROM pg_database WHERE datname = ${databaseName}`
    return found !== undefined
  })
  if (!exists) return createDatabase({ ...at, database: 'postgres' }, { name: databaseName, owner: ownerRole })
  await withConnection({ ...at, database: databaseName }, bootstrap)
}

/** What shifts the clock of a process (libfaketime): in tests the database has the same day as the program that started it. */
const shiftedClock = (): Readonly<Record<string, string | undefined>> => {
  const { LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC, DONT_FAKE_MONOTONIC } = process.env
  return { LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC, DONT_FAKE_MONOTONIC }
}

/** The owner's address of an embedded database that a process of this machine runs on the data; `undefined` where none does. */
export const findEmbedded = async (dataDir: string): Promise<DatabaseAddress | undefined> => {
  const address = { host: resolve(dataDir), port, database: databaseName, username: ownerRole }
  if (!existsSync(join(address.host, `.s.PGSQL.${port}`))) return undefined
  return withConnection(address, async (database) => {
    await database`SELECT 1`
    return address
  }).catch(() => undefined)
}

/**
 * Starts the embedded Postgres on its data, making them at the first start, and ties it to this process: it never outlives it. When it
 * ends by itself it is started again at the same addresses (decision 0021).
 * @throws when the directory is in use or was made by another major version
 */
export const startEmbedded = async ({
  dataDir,
  tests = false,
  onRestart,
  patience = usualPatience,
}: EmbeddedOptions): Promise<Embedded> => {
  const directory = resolve(dataDir)
  mkdirSync(dirname(directory), { recursive: true })
  const launch = chooseLaunch(dirname(directory))
  await freeDirectory(directory, patience)
  initialise(directory, launch)

  const sockets = directory.length <= longestSocketDirectory ? directory : mkdtempSync(join(tmpdir(), 'registry-'))
  if (sockets !== directory) makePrivate(sockets, launch)
  const options = Object.entries({
    ...settings,
    ...(tests ? testSettings : {}),
    ...markSettings(directory),
    unix_socket_directories: sockets,
    port: String(port),
  })
  const command = [launch.binaries.postgres, '-D', directory, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const environment = tests ? shiftedClock() : {}
  const start = () => startPostmaster({ directory, command, launch, patience, environment })
  const restart = async () => {
    await freeDirectory(directory, patience)
    return start()
  }
  const running = keepRunning(await start(), restart, onRestart)
  const stop = async (): Promise<void> => {
    await running.stop()
    if (sockets !== directory) rmSync(sockets, { recursive: true, force: true })
  }

  const address = (username: string) => ({ host: sockets, port, database: databaseName, username })
  try {
    await prepareDatabases(address(superuser))
  } catch (error) {
    await stop()
    throw error
  }
  return { owner: address(ownerRole), server: address(serverRole), superuser: address(superuser), ended: running.ended, stop }
}
