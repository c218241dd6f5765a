import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { connect, type Database, type DatabaseAddress } from './connect.ts'
import { createDatabase } from './databases.ts'
import { initialise, createPrivateDirectory, superuser } from './embedded/data-directory.ts'
import { chooseLaunch } from './embedded/launch.ts'
import { clearStaleLock, readPostmasterPid } from './embedded/lock.ts'
import { startPostmaster } from './embedded/postmaster.ts'
import { ownerRole, serverRole } from './roles.ts'

/** The embedded Postgres. It listens only on a Unix socket in a private directory. */
export type Embedded = {
  /** The address of the role that owns and migrates the tables. */
  readonly owner: DatabaseAddress & object
  readonly server: DatabaseAddress & object
  readonly superuser: DatabaseAddress & object
  readonly dataDir: string
  /** The process id of the server. */
  readonly pid: number
  /** Resolves when the database has ended, even by a crash. It is not restarted. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  /** The data directory. It is created if missing. */
  readonly dataDir: string
  /** Trades crash safety for speed. */
  readonly tests?: boolean
  /** Also listens on this port of 127.0.0.1. */
  readonly port?: number
  readonly settings?: Readonly<Record<string, string>>
}

const databaseName = 'registry'
const socketPort = 5432
/** Linux limits a socket path to 107 bytes, including the file name. */
const maxSocketDirectoryLength = 85

const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Large enough for the records of 100,000 patients.
  shared_buffers: '256MB',
  // Statements and details of errors contain patient data, which must not reach a log (THREAT-36).
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
}

const testSettings = {
  fsync: 'off',
  // A vacuum worker would delay cloning or dropping its database.
  autovacuum: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Each clone writes 13 MB of log, which `pnpm test` keeps in memory.
  max_wal_size: '256MB',
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

/** Prepares template1 first, so every database created later is prepared. */
const prepareDatabases = async (at: { host: string; port: number; username: string }): Promise<void> => {
  await withConnection({ ...at, database: 'template1' }, bootstrap)
  const exists = await withConnection({ ...at, database: 'postgres' }, async (database) => {
    const [found] = await database`SELECT FROM pg_database WHERE datname = ${databaseName}`
    return found !== undefined
  })
  if (!exists) return createDatabase({ ...at, database: 'postgres' }, { name: databaseName, owner: ownerRole })
  await withConnection({ ...at, database: databaseName }, bootstrap)
}

/** The variables of libfaketime. In tests the database has the same shifted clock as the starting process. */
const readClockVariables = (): Readonly<Record<string, string | undefined>> => {
  const { LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC, DONT_FAKE_MONOTONIC } = process.env
  return { LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC, DONT_FAKE_MONOTONIC }
}

/** Returns the owner's address of a running embedded database on the data directory, or `undefined`. */
export const findEmbedded = async (dataDir: string): Promise<DatabaseAddress | undefined> => {
  const address = { host: resolve(dataDir), port: socketPort, database: databaseName, username: ownerRole }
  if (!existsSync(join(address.host, `.s.PGSQL.${socketPort}`))) return undefined
  return withConnection(address, async (database) => {
    await database`SELECT 1`
    return address
  }).catch(() => undefined)
}

/** Starts Postgres on an existing data directory. The database ends with this process. */
export const startPostgres = async (
  { dataDir, tests = false, port, settings: ownSettings = {} }: EmbeddedOptions,
  launch = chooseLaunch(dirname(resolve(dataDir))),
): Promise<Embedded> => {
  const directory = resolve(dataDir)
  const sockets = directory.length <= maxSocketDirectoryLength ? directory : mkdtempSync(join(tmpdir(), 'registry-'))
  if (sockets !== directory) createPrivateDirectory(sockets, launch)
  const usedPort = port ?? socketPort
  const options = Object.entries({
    ...settings,
    ...(tests ? testSettings : {}),
    ...(port !== undefined && { listen_addresses: '127.0.0.1' }),
    ...ownSettings,
    unix_socket_directories: sockets,
    port: String(usedPort),
  })
  const command = [launch.binaries.postgres, '-D', directory, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const postmaster = await startPostmaster({ command, launch, environment: tests ? readClockVariables() : {} })
  const stop = async (): Promise<void> => {
    await postmaster.stop()
    if (sockets !== directory) rmSync(sockets, { recursive: true, force: true })
  }

  const address = (username: string) => ({ host: sockets, port: usedPort, database: databaseName, username })
  return {
    owner: address(ownerRole),
    server: address(serverRole),
    superuser: address(superuser),
    dataDir: directory,
    pid: readPostmasterPid(directory),
    ended: postmaster.ended,
    stop,
  }
}

/**
 * Starts the embedded Postgres, and creates its data directory at the first start. The database ends with this process.
 * @throws when the directory is in use or has data of another major version
 */
export const startEmbedded = async (options: EmbeddedOptions): Promise<Embedded> => {
  const directory = resolve(options.dataDir)
  mkdirSync(dirname(directory), { recursive: true })
  const launch = chooseLaunch(dirname(directory))
  await clearStaleLock(directory)
  initialise(directory, launch)
  const embedded = await startPostgres(options, launch)
  try {
    await prepareDatabases(embedded.superuser)
  } catch (error) {
    await embedded.stop()
    throw error
  }
  return embedded
}
