import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createNetServer } from 'node:net'
import { join, resolve } from 'node:path'
import getPort from 'get-port'
import { z } from 'zod'
import { connect } from '@registry/db/connect'
import { startEmbedded, type Embedded } from '@registry/db/embedded'
import { checkMajorVersion } from '@registry/db/embedded/data-directory'
import { clearStaleLock } from '@registry/db/embedded/lock'
import { ownerRole, serverRole } from '@registry/db/roles'
import { forgetStandbys, primarySettings, requireStandbys, startStandby, type Standby } from '@registry/db/testing/standby'
import { EnvError, type Source } from '@registry/server/app/env'
import { root } from '../repository.ts'
import { run } from '../run/command.ts'
import { startBalancer, type Balancer } from './balancer.ts'
import { startMessageFiles } from './message-files.ts'
import type { ClusterOptions } from './options.ts'
import { createServer, type ClusterServer } from './server.ts'

export type Cluster = AsyncDisposable & {
  readonly url: string
  /** The variables of a server and of `pnpm registry`. */
  readonly environment: Source
  readonly servers: readonly ClusterServer[]
  readonly balancer: Balancer
  readonly primary: Embedded
  readonly standbys: readonly Standby[]
  /** The addresses of the superuser, in the order of the databases: the primary first. */
  readonly databaseUrls: readonly string[]
}

const State = z.object({ version: z.string(), password: z.string(), SECRET_KEY: z.string(), RECEIPT_KEY: z.string() })
type State = z.infer<typeof State>

const readVersion = (sources: string): string =>
  z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(sources, 'package.json'), 'utf8'))).version

const compareVersions = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true })

const createState = (version: string): State => ({
  version,
  password: randomBytes(18).toString('base64url'),
  SECRET_KEY: randomBytes(32).toString('hex'),
  RECEIPT_KEY: randomBytes(32).toString('hex'),
})

const checkPort = (port: number): Promise<void> =>
  new Promise((done, fail) => {
    const probe = createNetServer().once('error', fail)
    probe.listen(port, '127.0.0.1', () => probe.close(() => done()))
  })

const findDatabases = (directory: string): string[] => globSync('database_*', { cwd: directory }).toSorted()

/** Reads what an earlier run left. @throws EnvError for a directory that this version cannot use */
const readState = async (directory: string, version: string): Promise<State> => {
  const refuse = (reason: string): never => {
    throw new EnvError('--directory', `${directory} ${reason}: choose another directory`)
  }
  if (!existsSync(directory) || readdirSync(directory).length === 0) return createState(version)
  const file = join(directory, 'cluster.json')
  if (!existsSync(file)) return refuse('has files of something else')
  const state = State.parse(JSON.parse(readFileSync(file, 'utf8')))
  if (compareVersions(state.version, version) > 0) return refuse(`is of version ${state.version}, and this is version ${version}`)
  for (const name of findDatabases(directory)) {
    checkMajorVersion(join(directory, name))
    await clearStaleLock(join(directory, name))
  }
  return { ...state, version }
}

/** The directory of the last primary. Each promotion leaves a history file with a higher number. */
const findPrimary = (directory: string): string => {
  const readTimeline = (name: string): string =>
    globSync('pg_wal/*.history', { cwd: join(directory, name) })
      .toSorted()
      .at(-1) ?? ''
  const [first = 'database_1'] = findDatabases(directory)
    .filter((name) => !existsSync(join(directory, name, 'standby.signal')))
    .toSorted((one, other) => readTimeline(other).localeCompare(readTimeline(one)))
  return first
}

/** Lets each role sign in over the network with a password. Only local sockets need none, and their directory is private. */
const requirePassword = async ({ superuser, dataDir }: Embedded, password: string): Promise<void> => {
  const lines = ['local all all trust', 'local replication all trust', 'host all all 127.0.0.1/32 scram-sha-256']
  writeFileSync(join(dataDir, 'pg_hba.conf'), `${lines.join('\n')}\n`)
  const database = connect(superuser, { max: 1 })
  for (const role of [superuser.username, ownerRole, serverRole]) await database.unsafe(`ALTER ROLE ${role} PASSWORD '${password}'`)
  await database`SELECT pg_reload_conf()`
  await database.end()
}

const writeFiles = (directory: string, state: State, environment: Source): void => {
  writeFileSync(join(directory, 'cluster.json'), `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 })
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(directory, 'environment'), lines.join(''), { mode: 0o600 })
}

/** Each server has 33 connections, and one more server runs during an upgrade. */
export const databaseSettings = (servers: number) => ({
  ...primarySettings,
  max_connections: String(Math.max(100, 33 * (servers + 1) + 20)),
})

type Start = ClusterOptions & {
  readonly serveApps?: boolean
  /** Runs after the checks. */
  readonly prepare?: (() => Promise<void>) | undefined
  /** The sources of another release. */
  readonly sources?: string
}

/**
 * Starts a small production: databases, migration, servers and balancer.
 * @throws before anything starts, for a port or a directory that cannot be used
 */
export const startCluster = async ({
  servers,
  standbys,
  directory: path,
  port,
  serveApps = false,
  prepare,
  sources = root,
}: Start): Promise<Cluster> => {
  const directory = resolve(path)
  await checkPort(port)
  const state = await readState(directory, readVersion(sources))
  await prepare?.()
  mkdirSync(directory, { recursive: true })
  // The databases of root run as another user, who must enter the directory.
  chmodSync(directory, 0o755)
  const stack = new AsyncDisposableStack()
  try {
    const settings = databaseSettings(servers)
    const startDatabase = async () => ({ port: await getPort({ host: '127.0.0.1' }), settings })
    const primaryName = findPrimary(directory)
    const primaryDirectory = join(directory, primaryName)
    if (existsSync(primaryDirectory)) await forgetStandbys(primaryDirectory)
    const primary = await startEmbedded({ ...(await startDatabase()), dataDir: primaryDirectory })
    stack.defer(() => primary.stop())
    await requirePassword(primary, state.password)
    for (const name of findDatabases(directory)) if (name !== primaryName) rmSync(join(directory, name), { recursive: true })
    const names = Array.from({ length: standbys + 1 }, (_, index) => `database_${index + 1}`)
      .filter((name) => name !== primaryName)
      .slice(0, standbys)
    const copies: Standby[] = []
    for (const name of names) {
      const options = { primary, name, dataDir: join(directory, name) }
      const standby = await startStandby({ ...(await startDatabase()), ...options })
      stack.defer(() => standby.stop())
      copies.push(standby)
    }
    if (names.length > 0) await requireStandbys(primary, names)

    const messages = stack.use(await startMessageFiles(join(directory, 'messages')))
    const hosts = [primary, ...copies].map(({ superuser }) => `127.0.0.1:${superuser.port}`)
    const buildUrl = (role: string, host: string): string => `postgres://${role}:${state.password}@${host}/registry`
    const environment = {
      NODE_ENV: 'production',
      DATABASE_URL: buildUrl(serverRole, hosts.join(',')),
      DATABASE_OWNER_URL: buildUrl(ownerRole, hosts.join(',')),
      SECRET_KEY: state.SECRET_KEY,
      RECEIPT_KEY: state.RECEIPT_KEY,
      STAFF_ORIGIN: `http://staff.localhost:${port}`,
      MYCONSENT_ORIGIN: `http://myconsent.localhost:${port}`,
      SMTP_URL: messages.SMTP_URL,
      SMS_GATEWAY_URL: messages.SMS_GATEWAY_URL,
      TRUST_PROXY: '127.0.0.1',
      SERVE_APPS: String(serveApps),
    }
    writeFiles(directory, state, environment)
    const migrated = await run(process.execPath, [join(sources, 'apps/server/src/cli/main.ts'), 'migrate'], { env: environment })
    if (migrated.code !== 0) throw new Error(migrated.output)

    const { DATABASE_OWNER_URL: _, ...variables } = environment
    const started: ClusterServer[] = []
    for (let number = 1; number <= servers; number += 1) {
      const server = createServer({
        port: await getPort({ host: '127.0.0.1' }),
        log: join(directory, `server-${number}.log`),
        variables: { ...variables, DATA_DIR: join(directory, `server-${number}`) },
      })
      started.push(server)
    }
    // Servers end together, because each waits until the balancer has seen that it is not ready.
    stack.defer(async () => {
      await Promise.all(started.map((server) => server.stop()))
    })
    await Promise.all(started.map((server) => server.start(sources)))
    const balancer = stack.use(
      await startBalancer(
        port,
        started.map((server) => server.port),
      ),
    )
    return {
      url: `http://127.0.0.1:${port}`,
      environment,
      servers: started,
      balancer,
      primary,
      standbys: copies,
      databaseUrls: hosts.map((host) => buildUrl(primary.superuser.username, host)),
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}
