import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Site } from '@registry/api-contract/caller'
import { connect, type Database, type DatabaseAddress } from '@registry/db/connect'
import { startEmbedded } from '@registry/db/embedded'
import { isMigrated } from '@registry/db/migrate'
import { buildApp } from './app.ts'
import { assembleDeps, type AppDeps } from './assemble-deps.ts'
import { runCleanup, withCleanup } from './cleanup.ts'
import { startJobs } from './jobs.ts'
import { runUnlessRestored } from './restored.ts'
import { createDatabaseClock, findClockDifference, isClockWrong } from '../shared/database-clock.ts'
import { backlog } from '../http/server.ts'
import { readApp, type BuiltApp } from '../http/static-apps.ts'
import { prepareUploadDirectory } from '../http/upload-files.ts'
import { EnvError, type Env } from './env.ts'
import { startRepeating, type RepeatedWork } from '../jobs/repeat.ts'
import { legacyRoutes } from './legacy-routes.ts'
import { createLog } from './log.ts'
import { startMetrics } from './metrics.ts'
import { createCallService } from '@registry/api-contract/services'
import { assembleServices } from './services.ts'
import { checkKeys, followWritingKey, nameServer } from '../auth/key-fingerprints.ts'
import { createSecretKey } from '../auth/secret-key.ts'
import { checkStart } from './check-start.ts'
import { watchPool } from '../shared/frozen-pool.ts'
import { prepareDatabase } from './prepare-database.ts'

export type Running = {
  /** The ports of the server and of its metrics. With PORT=0 the system chooses one. */
  readonly port: number
  readonly metricsPort: number | undefined
  readonly deps: AppDeps
  /** Waits at most SHUTDOWN_SECONDS for running requests, then stops everything that it started. */
  stop(): Promise<void>
  /** Settles when the embedded database has ended. Never settles for a configured database. */
  readonly databaseEnded: Promise<void>
}

/** `prepare` runs on the migrated database, as its owner, before the server listens. The demonstration loads its data there. */
export type StartOptions = { readonly prepare?: (owner: DatabaseAddress) => Promise<void> }

/** In production the server still accepts requests for this time after SIGTERM, until the balancer has seen that it is not ready. */
const unreadyMs = 5000
const repository = fileURLToPath(new URL('../../../../', import.meta.url))

type OpenDatabase = {
  readonly server: DatabaseAddress
  readonly owner: DatabaseAddress | undefined
  readonly ended: Promise<void>
  stop(): Promise<void>
}

/** Opens the configured database, or an embedded one under DATA_DIR (REQ-OPS-02). */
const openDatabase = async (env: Env): Promise<OpenDatabase> => {
  if (!env.DATABASE_URL) return startEmbedded({ dataDir: join(env.DATA_DIR, 'database') })
  return { server: env.DATABASE_URL, owner: env.DATABASE_OWNER_URL, ended: new Promise(() => {}), stop: async () => {} }
}

/** Row security does not apply to superusers and to roles with BYPASSRLS (THREAT-44). */
const checkRole = async (database: Database): Promise<void> => {
  const [role] = await database<{ passes: boolean; unlimited: boolean }[]>`
    SELECT rolsuper OR rolbypassrls AS passes, current_setting('lock_timeout') = '0' AS unlimited FROM pg_roles WHERE rolname = current_user`
  if (role?.passes !== false) throw new EnvError('DATABASE_URL', 'must name a role that is no superuser and does not pass row security')
  if (role.unlimited)
    throw new EnvError('DATABASE_URL', 'its role has no lock_timeout: run packages/db/bootstrap.sql again in the database')
}

/** A new server waits for the migration. A server of the last release starts on the migrated database. */
const waitForMigration = async (database: Database, log: Logger): Promise<void> => {
  for (let waiting = false; !(await isMigrated(database)); waiting = true) {
    if (!waiting) log.warn('the database is of an earlier version: waiting for `pnpm registry migrate`')
    await wait(1000)
  }
}

const readApps = async (): Promise<Readonly<Record<Site, BuiltApp>>> => {
  const read = (site: Site): Promise<BuiltApp> =>
    readApp(join(repository, 'apps', site, 'dist')).catch(() => {
      throw new EnvError('SERVE_APPS', `apps/${site} is not built`)
    })
  return { staff: await read('staff'), myconsent: await read('myconsent') }
}

const readVersion = async (): Promise<string> =>
  z.object({ version: z.string() }).parse(JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'))).version

/** Writes the counts of denied calls without a session every second, and all of them when the server stops (REQ-ADM-24). */
const startRejectionCounts = ({ auditLog, log }: AppDeps): RepeatedWork =>
  startRepeating({
    everyMs: 1000,
    atStart: false,
    atStop: true,
    run: ({ aborted }) => auditLog.writeRejectionCounts({ all: aborted }),
    onFailure: (error) => log.error({ err: error }, 'the counts of denied requests could not be written'),
  })

/**
 * Starts the database, migrations, jobs and HTTP server.
 * @throws EnvError for a variable that does not fit the database, the machine or the build
 */
export const start = (env: Env, { prepare }: StartOptions = {}): Promise<Running> =>
  withCleanup(async (cleanup) => {
    await checkStart(env)
    const version = await readVersion()
    const log = createLog(env.LOG_LEVEL, version)
    const opened = await openDatabase(env)
    cleanup.push(() => opened.stop())
    if (opened.owner) {
      await prepareDatabase(opened.owner, env)
      await prepare?.(opened.owner)
    }
    const database = connect(opened.server, { max: env.DATABASE_POOL_SIZE, applicationName: await nameServer(createSecretKey(env)) })
    cleanup.push(() => database.end({ timeout: 5 }))
    await checkRole(database)
    await waitForMigration(database, log)

    const difference = await findClockDifference(database)
    if (isClockWrong(difference))
      log.warn({ seconds: Math.round(difference) }, 'the clocks of server and database differ: set both by a time server')
    const clock = await createDatabaseClock(database)
    const clockAdjustment = startRepeating({
      everyMs: 60_000,
      run: clock.adjust,
      atStart: false,
      atStop: false,
      onFailure: (error) => log.warn({ err: error }, 'the clock of the database could not be read'),
    })
    cleanup.push(() => clockAdjustment.stop())
    const deps = await assembleDeps({ env, database, log, clock: clock.now, version })
    cleanup.push(() => deps.readers.close())
    await checkKeys(database, deps)
    const keyWatch = startRepeating({
      everyMs: 2000,
      run: () => followWritingKey(database, deps.secretKey),
      atStart: false,
      atStop: false,
      onFailure: (error) => log.error({ err: error }, 'the writing key is not known'),
    })
    cleanup.push(() => keyWatch.stop())
    await prepareUploadDirectory(env)
    const restoreWatch = await runUnlessRestored({ ...deps, startJobs: () => startJobs(deps) })
    cleanup.push(() => restoreWatch.stop())
    const rejectionCounts = startRejectionCounts(deps)
    cleanup.push(() => rejectionCounts.stop())
    const poolWatch = watchPool({ connectAnew: () => connect(opened.server, { max: 1, applicationName: 'registry watch' }) })
    cleanup.push(async () => poolWatch.stop())
    let stopping = false
    const { isFrozen, database: watched } = poolWatch
    const health = { isStopping: () => stopping, isFrozen, isRestored: restoreWatch.isRestored, database: watched }
    const parts = { callService: createCallService(assembleServices(deps)), routes: legacyRoutes, health }
    const server = await buildApp(deps, env.SERVE_APPS ? { ...parts, apps: await readApps() } : parts)
    cleanup.push(() => {
      const forceCloseTimer = setTimeout(() => server.server.closeAllConnections(), env.SHUTDOWN_SECONDS * 1000)
      return server.close().finally(() => clearTimeout(forceCloseTimer))
    })
    const metrics = await startMetrics(server, deps)
    cleanup.push(async () => metrics?.close())
    await server.listen({ host: env.HOST, port: env.PORT, backlog })
    const { port } = server.server.address() as AddressInfo
    const stop = async (): Promise<void> => {
      stopping = true
      if (env.NODE_ENV === 'production') await wait(unreadyMs)
      await runCleanup(cleanup)
    }
    return { port, metricsPort: metrics?.port, deps, stop, databaseEnded: opened.ended }
  })
