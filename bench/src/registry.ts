import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import getPort from 'get-port'
import { connect } from '@registry/db/connect'
import { startEmbedded, type Embedded } from '@registry/db/embedded'
import { loadDemo } from '@registry/demo-data/load'
import { createHashing } from '@registry/server/auth/password-hashing'
import { prepareDatabase } from '@registry/server/app/prepare-database'
import { stopChild } from '@registry/tooling/run/stop-child'
import { root } from '@registry/tooling/repository'

/** The measured registry: the production server in its own process, with an embedded database with fsync. */
export type Registry = {
  readonly port: number
  readonly serverPid: number
  readonly postmasterPid: number
  /** The connection of psql, without row security. */
  readonly superuser: Embedded['superuser']
  readonly owner: Embedded['owner']
  /** A directory for temporary files. */
  readonly scratch: string
  stop(): Promise<void>
}

export type DataDirectory = { readonly directory: string; readonly dispose: () => Promise<void> }

/** Returns the directory for the registry's data: the given one, or a temporary one that `dispose` deletes. */
export const openDataDirectory = async (path: string | undefined): Promise<DataDirectory> => {
  if (path !== undefined) return { directory: resolve(path), dispose: async () => {} }
  const directory = await mkdtemp(join(tmpdir(), 'registry-bench-'))
  return { directory, dispose: () => rm(directory, { recursive: true, force: true }) }
}

export const countPatients = async (owner: Embedded['owner']): Promise<number> => {
  const database = connect(owner, { max: 1 })
  try {
    const [found] = await database<{ patients: number }[]>`SELECT count(*) AS patients FROM patient`
    return found?.patients ?? 0
  } finally {
    await database.end()
  }
}

const fillRegistry = async ({ owner }: Embedded, patients: number, today: string): Promise<void> => {
  await prepareDatabase(owner, { STAFF_TOTP_REQUIRED: false })
  if ((await countPatients(owner)) > 0) return
  console.log(`Loading ${patients.toLocaleString('en')} patients`)
  await loadDemo(owner, { patients, today, hashSecret: createHashing().hashSecret })
}

/** Fills a database under `directory` and stops it, so that the server starts it again. */
const prepare = async (directory: string, patients: number, today: string): Promise<Embedded> => {
  const embedded = await startEmbedded({ dataDir: join(directory, 'database') })
  try {
    await fillRegistry(embedded, patients, today)
  } finally {
    await embedded.stop()
  }
  return embedded
}

type Start = { readonly env: Readonly<Record<string, string>>; readonly args: readonly string[] }

/** Reads environment and arguments of the script `start` from package.json. */
const readStartCommand = async (): Promise<Start> => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
  const words = scripts.start.split(' ')
  const program = words.indexOf('node')
  return { env: Object.fromEntries(words.slice(0, program).map((word) => word.split('=', 2))), args: words.slice(program + 1) }
}

const startServer = async (directory: string, port: number): Promise<ChildProcess> => {
  const { env, args } = await readStartCommand()
  return spawn(process.execPath, args, {
    cwd: root,
    env: { ...env, PATH: process.env['PATH'], DATA_DIR: directory, UPLOAD_DIR: directory, PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

const startMs = 60_000

const waitUntilReady = async (server: ChildProcess, port: number): Promise<void> => {
  const deadline = Date.now() + startMs
  while (Date.now() < deadline && server.exitCode === null) {
    const ready = await fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return
    await pause(100)
  }
  throw new Error('The server did not become ready')
}

/** Loads the patients, unless `directory` has a registry already, and starts the server. */
export const startRegistry = async (directory: string, patients: number, today: string): Promise<Registry> => {
  const { superuser, owner } = await prepare(directory, patients, today)
  const port = await getPort({ host: '127.0.0.1' })
  const server = await startServer(directory, port)
  const stop = (): Promise<void> => stopChild(server)
  try {
    await waitUntilReady(server, port)
    if (server.pid === undefined) throw new Error('The server has no process')
    const [postmaster = ''] = (await readFile(join(directory, 'database/postmaster.pid'), 'utf8')).split('\n', 1)
    await stat(`/proc/${postmaster}`)
    return { port, serverPid: server.pid, postmasterPid: Number(postmaster), superuser, owner, scratch: directory, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
