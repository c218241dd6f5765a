import { spawn, type ChildProcess } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import getPort from 'get-port'
import { connect, type Database } from '@registry/db/connect'
import { startEmbedded, type Embedded } from '@registry/db/embedded'
import { loadDemo } from '@registry/demo-data/load'
import { createHashing } from '@registry/server/auth/password-hashing'
import { prepareDatabase } from '@registry/server/app/prepare-database'
import { root } from '@registry/tooling/repository'
import { stopChild } from '@registry/tooling/run/stop-child'

/** The measured registry: the production server in its own process, with an embedded database with fsync. */
export type Registry = Pick<Embedded, 'superuser' | 'owner' | 'server'> & {
  readonly port: number
  readonly serverPid: number
  readonly postmasterPid: number
  /** A directory for temporary files. */
  readonly scratch: string
  /** Stops the server and starts it again. Returns the milliseconds until it is ready. */
  restart(): Promise<number>
  stop(): Promise<void>
}

/** Runs `work` with one connection. */
export const withDatabase = async <T>(address: Embedded['owner'], work: (database: Database) => Promise<T>): Promise<T> => {
  const database = connect(address, { max: 1 })
  try {
    return await work(database)
  } finally {
    await database.end()
  }
}

const fillRegistry = async ({ owner }: Embedded, patients: number): Promise<void> => {
  await prepareDatabase(owner, { STAFF_TOTP_REQUIRED: false })
  const [found] = await withDatabase(owner, (database) => database<{ filled: boolean }[]>`SELECT EXISTS (SELECT FROM patient) AS filled`)
  if (found?.filled) return
  console.log(`Loading ${patients.toLocaleString('en')} patients`)
  await loadDemo(owner, { patients, today: new Date().toISOString().slice(0, 10), hashSecret: createHashing().hashSecret })
}

/** Fills a database under `directory` and stops it, so that the server starts it again. */
const prepare = async (directory: string, patients: number): Promise<Embedded> => {
  const embedded = await startEmbedded({ dataDir: join(directory, 'database') })
  try {
    await fillRegistry(embedded, patients)
  } finally {
    await embedded.stop()
  }
  return embedded
}

const startMs = 60_000
const pollMs = 20

const waitUntilReady = async (server: ChildProcess, port: number): Promise<void> => {
  const deadline = Date.now() + startMs
  while (Date.now() < deadline && server.exitCode === null) {
    const ready = await fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return
    await pause(pollMs)
  }
  throw new Error('The server did not become ready')
}

type RunningServer = { readonly child: ChildProcess; readonly serverPid: number; readonly postmasterPid: number; readonly startMs: number }

const startServer = async (directory: string, port: number): Promise<RunningServer> => {
  const start = performance.now()
  const child = spawn(process.execPath, ['apps/server/src/app/main.ts'], {
    cwd: root,
    env: { PATH: process.env['PATH'], DATA_DIR: directory, UPLOAD_DIR: directory, PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  try {
    await waitUntilReady(child, port)
    const ready = performance.now()
    const [postmaster = ''] = (await readFile(join(directory, 'database/postmaster.pid'), 'utf8')).split('\n', 1)
    await stat(`/proc/${postmaster}`)
    return { child, serverPid: child.pid ?? 0, postmasterPid: Number(postmaster), startMs: ready - start }
  } catch (error) {
    await stopChild(child)
    throw error
  }
}

/** Loads the patients, unless `directory` has a registry already, and starts the server. */
export const startRegistry = async (directory: string, patients: number): Promise<Registry> => {
  const { superuser, owner, server } = await prepare(directory, patients)
  const port = await getPort({ host: '127.0.0.1' })
  let running = await startServer(directory, port)
  return {
    superuser,
    owner,
    server,
    port,
    scratch: directory,
    get serverPid() {
      return running.serverPid
    },
    get postmasterPid() {
      return running.postmasterPid
    },
    restart: async () => {
      await stopChild(running.child)
      running = await startServer(directory, port)
      return running.startMs
    },
    stop: () => stopChild(running.child),
  }
}
