import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Site } from '@registry/api-contract/caller'
import type { Withdrawal, Withdrawn } from '@registry/api-contract/consents'
import { createCallService, type PartialServices } from '@registry/api-contract/services'
import { connect } from '@registry/db/connect'
import { testDatabase, type Plan, type TestDatabase } from '@registry/db/testing/database'
import {
  makePatient,
  makeStaff,
  type PatientFixture,
  type PatientOptions,
  type StaffFixture,
  type StaffGrant,
} from '@registry/db/testing/fixtures'
import { createReaderPool, type ReaderPool } from '@registry/tabular/worker/reader-pool'
import { buildApp, type AppParts } from '../app/app.ts'
import type { VisitorRejectionOptions } from '../audit/visitor-rejections.ts'
import { assembleDeps, readerIdleSeconds, type AppDeps } from '../app/assemble-deps.ts'
import type { Imports } from '../app/deps.ts'
import type { Exports } from '../features/filters/exports/create-exports.ts'
import type { LegacyRoute } from '../http/legacy/route.ts'
import { backlog } from '../http/server.ts'
import { healthy } from '../http/health.ts'
import { prepareUploadDirectory } from '../http/upload-files.ts'
import type { Uploads } from '../http/uploads.ts'
import { readEnv } from '../app/env.ts'
import { systemTimer, type Timer } from '../auth/constant-time.ts'
import { createHashing } from '../auth/password-hashing.ts'
import { legacyRoutes } from '../app/legacy-routes.ts'
import { createLog } from '../app/log.ts'
import { startMetrics } from '../app/metrics.ts'
import { assembleServices } from '../app/services.ts'
import { startBalancer } from './balancer.ts'
import { createClient, type Client, type ClientOptions } from './client.ts'

export type TestServerOptions = {
  /** Starts a second server of the database of another one, with the same keys. */
  readonly beside?: Pick<TestServer, 'database' | 'deps'>
  /** Two servers are behind a balancer; `app` and `deps` are of the first. By default the variable TEST_SERVERS, or one. */
  readonly servers?: 1 | 2
  /** Replaces the services of some features. */
  readonly services?: PartialServices
  /** Additional legacy paths. */
  readonly routes?: readonly LegacyRoute[]
  readonly apps?: AppParts['apps']
  readonly clock?: () => Date
  /** The timer of constant-time responses. */
  readonly timer?: Timer
  readonly env?: Readonly<Record<string, string>>
  /** The limits of denials without a session. By default a test may send any number from its one address. */
  readonly rejections?: VisitorRejectionOptions
  /** Replaces the limits and the files of uploads. */
  readonly uploads?: Partial<Uploads>
  readonly imports?: Partial<Imports>
  readonly exports?: (own: Exports) => Exports
  readonly readers?: (own: ReaderPool) => ReaderPool
  /** Receives the plan of each statement of the server. */
  readonly onPlan?: (plan: Plan) => void
}

export type TestServer = AsyncDisposable & {
  readonly port: number
  /** The port of the metrics. They need METRICS_PORT. */
  readonly metricsPort: number | undefined
  readMetrics(): Promise<string>
  readonly app: FastifyInstance
  readonly deps: AppDeps
  readonly database: TestDatabase
  /** Ends the connections of the server to its database, those of the pool and the one of the readiness check. */
  loseDatabase(): Promise<void>
  /** Returns the log of the server so far, or of both. */
  log(): string
  /** Reads the audit log, oldest entry first (REQ-ADM-01). */
  readAuditLog(): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** Creates a client without a session at a site. */
  visitor(site: Site, options?: Partial<ClientOptions>): Client
  /** Creates a staff user with these roles and a session. */
  staff(grants: readonly StaffGrant[], email?: string): Promise<Client & { readonly fixture: StaffFixture }>
  patient(options: PatientOptions): Promise<Client & { readonly fixture: PatientFixture }>
  /** Creates a session of an account and returns a client with it. */
  signIn(accountId: number, site: Site, restricted?: boolean): Promise<Client>
  /** Withdraws a signed-in patient as MyConsent does: with the shown choices and the password. */
  withdraw(patient: Client, choice: Withdrawal['choice']): Promise<Withdrawn>
  /** The directory of running uploads. It is empty without uploads. */
  readonly uploadDir: string
}

const collectText = (): { stream: Writable; text: () => string } => {
  const chunks: string[] = []
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk.toString())
      done()
    },
  })
  return { stream, text: () => chunks.join('') }
}

/** The minimum that argon2 allows. Hashes with the real parameters take 25 ms each, an eighth of the server's tests. */
const hashing = createHashing({ parameters: { memoryCost: 8, timeCost: 1, parallelism: 1 } })

/** With the compiled modules of the whole run, a reader process needs a third of the processor time. */
const shareCompiledModules = (own: ReaderPool): ReaderPool => {
  const compileCache = process.env['NODE_COMPILE_CACHE']
  return compileCache ? createReaderPool({ compileCache, idleSeconds: readerIdleSeconds }) : own
}

/** Starts the server on a free port with its own database. */
export const startTestServer = async (options: TestServerOptions = {}): Promise<TestServer> => {
  const {
    beside,
    servers = beside || process.env['TEST_SERVERS'] !== '2' ? 1 : 2,
    services,
    routes = [],
    apps,
    clock = () => new Date(),
    env: variables = {},
    timer = systemTimer,
    rejections = { now: systemTimer.now, limits: { perHousehold: Infinity, perSecond: Infinity, households: Infinity } },
    uploads = {},
    imports = {},
    exports,
    readers = (own) => own,
    onPlan,
  } = options
  const database = beside?.database ?? (await testDatabase({ onPlan }))
  const uploadDir = await mkdtemp(join(tmpdir(), 'registry-test-uploads-'))
  const dataDir = beside?.deps.env.DATA_DIR ?? uploadDir
  const read = readEnv({ NODE_ENV: 'test', UPLOAD_DIR: uploadDir, DATA_DIR: dataDir, MAX_REQUESTS: '5000', ...variables })
  // Tests of other things than overload may send any number of requests at once.
  const env = variables['DATABASE_POOL_SIZE'] === undefined ? { ...read, DATABASE_POOL_SIZE: 5000 } : read
  const { stream, text } = collectText()
  const assembled = await assembleDeps({
    env,
    database: database.server,
    log: createLog('debug', 'test', stream),
    clock,
    version: 'test',
    timer,
    hashing,
    rejections,
  })
  const deps: AppDeps = {
    ...assembled,
    uploads: { ...assembled.uploads, ...uploads },
    imports: { ...assembled.imports, ...imports },
    ...(exports && { exports: exports(assembled.exports) }),
    readers: readers(shareCompiledModules(assembled.readers)),
  }
  await prepareUploadDirectory(env)
  const watched = connect(database.addresses.server, { max: 1 })
  const parts = {
    callService: createCallService({ ...assembleServices(deps), ...services }),
    routes: [...legacyRoutes, ...routes],
    // Tests of other things than slowness may run on a busy machine.
    health: { ...healthy, database: watched, timeoutMs: 60_000 },
  }
  const app = await buildApp(deps, apps ? { ...parts, apps } : parts)
  const metrics = await startMetrics(app, deps)
  await app.listen({ host: '127.0.0.1', port: 0, backlog })
  const { port: ownPort } = app.server.address() as AddressInfo
  const second = servers === 2 ? await startTestServer({ ...options, servers: 1, beside: { database, deps } }) : undefined
  const balancer = second && (await startBalancer([ownPort, second.port]))
  const port = balancer?.port ?? ownPort

  const getHost = (site: Site): string => new URL(site === 'staff' ? env.STAFF_ORIGIN : env.MYCONSENT_ORIGIN).host
  const cookieName = env.STAFF_ORIGIN.startsWith('https:') ? '__Host-sid' : 'sid'
  const visitor: TestServer['visitor'] = (site, options) => createClient({ port, host: getHost(site), ...options })
  const signIn: TestServer['signIn'] = async (accountId, site, restricted = false) => {
    const token = randomBytes(32).toString('base64url')
    const now = clock().toISOString()
    const hash = createHash('sha256').update(token).digest()
    await database.owner`
      INSERT INTO session (token_hash, account_id, site, restricted, created_at, last_seen_at, authenticated_at, ends_at)
      VALUES (${hash}, ${accountId}, ${site}, ${restricted}, ${now}, ${now}, ${now}, ${now}::timestamptz + interval '12 hours')`
    return visitor(site, { cookies: new Map([[cookieName, token]]) })
  }
  const withdraw: TestServer['withdraw'] = async ({ api, cookies }, choice) => {
    const password = 'the password of the patient'
    const session = createHash('sha256')
      .update(cookies.get(cookieName) ?? '')
      .digest()
    await database.owner`
      UPDATE account SET password_hash = ${await hashing.hashSecret(password)}, password_changed_at = ${clock().toISOString()}
      WHERE id = (SELECT account_id FROM session WHERE token_hash = ${session})`
    const { version, hash } = await api.consents.withdrawalChoices.query()
    return api.consents.withdraw.mutate({ choice, shown: { version, hash }, password })
  }
  const dispose = async (): Promise<void> => {
    await balancer?.close()
    await second?.[Symbol.asyncDispose]()
    await app.close()
    await metrics?.close()
    await watched.end({ timeout: 5 })
    // Its process can write compiled modules into the upload directory.
    await deps.readers.close()
    if (!beside) await database.dispose()
    await rm(uploadDir, { recursive: true, force: true })
  }
  let people = 0
  return {
    port,
    metricsPort: metrics?.port,
    readMetrics: async () => (await fetch(`http://127.0.0.1:${metrics?.port}/metrics`)).text(),
    app,
    deps,
    database,
    uploadDir: join(uploadDir, 'registry-uploads'),
    loseDatabase: async () => {
      await Promise.all([deps.database.end(), watched.end()])
    },
    log: () => text() + (second?.log() ?? ''),
    readAuditLog: () =>
      database.owner`SELECT username, command, action, from_host, duration_milli, detail, outcome, request_id, reads FROM audit_log ORDER BY id`,
    visitor,
    signIn,
    withdraw,
    staff: async (grants, email = `staff${(people += 1)}@example.org`) => {
      const fixture = await makeStaff(database.owner, email, grants)
      return { ...(await signIn(fixture.accountId, 'staff')), fixture }
    },
    patient: async (options) => {
      const fixture = await makePatient(database.owner, options)
      return { ...(await signIn(fixture.accountId, 'myconsent')), fixture }
    },
    [Symbol.asyncDispose]: dispose,
  }
}
