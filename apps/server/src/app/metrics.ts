import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '@registry/db/connect'
import { systemContext, withRole, withTransaction } from '@registry/db/transaction'
import { nameKeys, type KeyName } from '../auth/key-fingerprints.ts'
import { jobIntervals } from '../jobs/repeat.ts'
import type { Deps } from './deps.ts'

/** Prometheus expects an answer, also without a database. */
const databaseMs = 1500

type Figures = {
  readonly outboxWaiting: number
  readonly outboxOldest: number
  readonly outboxFailed: number
  readonly chainPending: number
  readonly chainOldest: number
  readonly failedSignIns: number
  readonly missingLogMonths: number
  readonly alarms: number
  readonly backupAge: number | null
  readonly jobs: Readonly<Record<string, number>>
}

/** Ages are seconds by the database's clock. Nothing here names a person or a centre. */
const readFigures = (database: Database): Promise<Figures> =>
  withTransaction(database, systemContext, async (tx) => {
    const [own] = await tx.sql<Pick<Figures, 'alarms' | 'backupAge' | 'jobs'>[]>`
      SELECT (SELECT count(*) FROM rate_limit WHERE starts_with(key, 'alarm ') AND theoretical_arrival_at > now()) AS alarms,
        (SELECT extract(epoch FROM now() - max(split_part(setting, '=', 2)::timestamptz))::double precision
          FROM pg_db_role_setting, unnest(setconfig) AS setting WHERE setting LIKE 'registry.base_backup=%') AS "backupAge",
        (SELECT coalesce(json_object_agg(name, extract(epoch FROM now() - coalesce(last_success_at, first_run_at))), '{}') FROM job_run) AS jobs`
    const [counted] = await withRole(
      tx,
      'registry_worker',
      ({ sql }) => sql<Omit<Figures, 'alarms' | 'backupAge' | 'jobs'>[]>`
        SELECT outbox_waiting AS "outboxWaiting", outbox_oldest AS "outboxOldest", outbox_failed AS "outboxFailed",
          chain_pending AS "chainPending", chain_oldest AS "chainOldest", failed_sign_ins AS "failedSignIns",
          missing_log_months AS "missingLogMonths" FROM count_operation_figures()`,
    )
    if (!own || !counted) throw new Error('the database returned no figures')
    return { ...own, ...counted }
  })

/** One reading for parallel scrapes. Undefined if the database does not answer in time. */
const createFigureReader = (database: Database): (() => Promise<Figures | undefined>) => {
  let running: Promise<Figures> | undefined
  return async () => {
    running ??= readFigures(database).finally(() => {
      running = undefined
    })
    const { promise: late, resolve } = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => resolve(undefined), databaseMs)
    try {
      return await Promise.race([running, late])
    } catch {
      return undefined
    } finally {
      clearTimeout(timer)
    }
  }
}

/** A check of Prometheus refuses these names, because only counters end in `_total`. */
const misnamedMetrics = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

/** The metrics of the database, equal in every process. Null values are omitted. */
const databaseGauges: readonly (readonly [name: string, help: string, read: (figures: Figures) => number | null])[] = [
  ['registry_outbox_waiting', 'Messages that are not sent yet', ({ outboxWaiting }) => outboxWaiting],
  [
    'registry_outbox_oldest_seconds',
    'Age of the oldest message that should have gone out: neither held back by a limit nor refused for its address',
    ({ outboxOldest }) => outboxOldest,
  ],
  ['registry_outbox_failed', 'Messages of the last 24 hours that will never be sent', ({ outboxFailed }) => outboxFailed],
  ['registry_audit_chain_pending', 'Entries of the audit log without a link', ({ chainPending }) => chainPending],
  ['registry_audit_chain_oldest_seconds', 'Age of the oldest entry of the audit log without a link', ({ chainOldest }) => chainOldest],
  ['registry_failed_sign_ins', 'Failed sign-ins of the last hour', ({ failedSignIns }) => failedSignIns],
  [
    'registry_log_months_missing',
    'Months of the audit log, of the next three, without a table',
    ({ missingLogMonths }) => missingLogMonths,
  ],
  ['registry_alarms', 'Alerts of the last 24 hours that the administrators received by mail', ({ alarms }) => alarms],
  [
    'registry_base_backup_age_seconds',
    'Time since the last verified base backup that the service backup noted',
    ({ backupAge }) => backupAge,
  ],
]

/** Creates all metrics, without values. */
const defineMetrics = () => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  for (const name of misnamedMetrics) registry.removeSingleMetric(name)
  const gauge = <Label extends string = never>(name: string, help: string, ...labelNames: readonly Label[]) =>
    new Gauge({ name, help, labelNames, registers })
  const counter = <Label extends string>(name: string, help: string, ...labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames, registers })
  return {
    registry,
    info: gauge(
      'registry_info',
      'Always 1; the labels are the version of the server and the beginnings of the fingerprints of its keys',
      'version',
      'secret_key',
      'receipt_key',
    ),
    requests: counter('registry_http_requests_total', 'Answered requests', 'route', 'status'),
    durations: new Histogram({
      name: 'registry_http_request_duration_seconds',
      help: 'Time from a request to the end of its response',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600],
      registers,
    }),
    connections: gauge('registry_database_connections', 'Connections of the pool in use, and queries that wait for one', 'state'),
    work: gauge('registry_work', 'Imports and exports that run, and that wait', 'kind', 'state'),
    refused: counter('registry_work_refused_total', 'Imports and exports that were refused because too many waited', 'kind'),
    databaseUp: gauge('registry_database_up', '1 if the database answers within 1.5 seconds, else 0'),
    jobAges: gauge('registry_job_age_seconds', 'Time since the last success of a job', 'name'),
    jobIntervals: gauge('registry_job_interval_seconds', 'Time between two runs of a job', 'name'),
    fromDatabase: databaseGauges.map(([name, help, read]) => ({ metric: gauge(name, help), read })),
  }
}

/** Lists the names of all metrics. A histogram has three. */
export const listMetricNames = async (): Promise<readonly string[]> =>
  (await defineMetrics().registry.getMetricsAsJSON()).flatMap(({ name, type }) =>
    String(type) === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : name,
  )

/** Builds the table of metrics of docs/operations.md. */
export const metricsTable = async (): Promise<string> => {
  const metrics = await defineMetrics().registry.getMetricsAsJSON()
  const rows = metrics.flatMap(({ name, help }) => (name.startsWith('registry_') ? `| \`${name}\` | ${help} |` : []))
  const others = '| `process_…`, `nodejs_…` | processor, memory, files and event loop of the process, as prom-client measures them |'
  return ['| metric | what it is |', '| --- | --- |', ...rows, others].join('\n')
}

type Needs = Pick<Deps, 'database' | 'imports' | 'exports' | 'version'> & { readonly keyNames: Readonly<Record<KeyName, string>> }

/** The metrics of this process and of the installation. No label has a patient, a centre or a user (THREAT-36). */
const createMetrics = ({ database, imports, exports, version, keyNames }: Needs) => {
  const metrics = defineMetrics()
  metrics.info.set({ version, secret_key: keyNames.SECRET_KEY, receipt_key: keyNames.RECEIPT_KEY }, 1)
  for (const [name, seconds] of Object.entries(jobIntervals)) metrics.jobIntervals.set({ name }, seconds)

  const setProcess = (): void => {
    metrics.connections.set({ state: 'in use' }, database.pool().inUse)
    metrics.connections.set({ state: 'waiting' }, database.pool().waiting)
    metrics.refused.reset()
    for (const [kind, queue] of [['imports', imports.queue] as const, ['exports', exports] as const]) {
      metrics.work.set({ kind, state: 'running' }, queue.inUse.running)
      metrics.work.set({ kind, state: 'waiting' }, queue.inUse.waiting)
      metrics.refused.inc({ kind }, queue.refused)
    }
  }
  const setFigures = (figures: Figures | undefined): void => {
    metrics.databaseUp.set(figures ? 1 : 0)
    metrics.jobAges.reset()
    for (const [name, age] of Object.entries(figures?.jobs ?? {})) metrics.jobAges.set({ name }, age)
    for (const { metric, read } of metrics.fromDatabase) {
      const value = figures ? read(figures) : null
      if (value === null) metric.remove()
      else metric.set(value)
    }
  }
  const readFiguresInTime = createFigureReader(database)
  return {
    contentType: metrics.registry.contentType,
    /** Counts the requests of a server. The route has no value of the address. */
    watch: (server: FastifyInstance): void => {
      server.addHook('onResponse', async ({ routeOptions }, reply) => {
        metrics.requests.inc({ route: routeOptions.url ?? 'unknown', status: reply.statusCode })
        metrics.durations.observe(reply.elapsedTime / 1000)
      })
    },
    /** The text that Prometheus reads. */
    format: async (): Promise<string> => {
      setProcess()
      setFigures(await readFiguresInTime())
      return metrics.registry.metrics()
    },
  }
}

/** Serves `/metrics`, and nothing else, at METRICS_PORT, which only the monitoring may reach (REQ-OPS-22). Does nothing without it. */
export const startMetrics = async (app: FastifyInstance, deps: Deps) => {
  const { HOST, METRICS_PORT } = deps.env
  if (METRICS_PORT === undefined) return undefined
  const metrics = createMetrics({ ...deps, keyNames: await nameKeys(deps) })
  metrics.watch(app)
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.format().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen({ host: HOST, port: METRICS_PORT })
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async (): Promise<void> => {
      server.close()
      server.closeAllConnections()
    },
  }
}
