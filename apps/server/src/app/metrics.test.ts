import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withTransaction, systemContext } from '@registry/db/transaction'
import { eventually } from '@registry/db/testing/eventually'
import { makeCentre } from '@registry/db/testing/fixtures'
import { alarmMessages } from '@registry/domain/messages/alarms'
import { raiseAlarm } from '../jobs/alarms.ts'
import { startAuditChain } from '../jobs/audit-chain.ts'
import { createChannels } from '../jobs/channels.ts'
import { startHousekeeping } from '../jobs/housekeeping.ts'
import { startOutbox } from '../jobs/outbox.ts'
import { jobIntervals } from '../jobs/repeat.ts'
import { createWorkQueue } from '../shared/work-queue.ts'
import { probe } from '../testing/probe.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    env: { METRICS_PORT: '0', SMTP_URL: 'smtp://127.0.0.1:9', SECRET_KEY: '1'.repeat(64), RECEIPT_KEY: '2'.repeat(64) },
    imports: { queue: createWorkQueue({ concurrency: 1, maxWaiting: 0, maxWaitMilliseconds: 60_000 }) },
    routes: [
      probe('/fails', () => {
        throw new Error('x')
      }),
    ],
  })
  await makeCentre(server.database.owner, 'RM01')
})
afterAll(() => server[Symbol.asyncDispose]())

const findValue = (text: string, metric: string): number | undefined => {
  const line = text.split('\n').find((one) => one.startsWith(`${metric} `))
  return line === undefined ? undefined : Number(line.slice(metric.length + 1))
}
/**
 * Reads one value, such as that of `registry_work{kind="imports",state="running"}`. Undefined without it. On a busy machine the database
 * may not answer in the time of a scrape.
 */
const read = async (metric: string): Promise<number | undefined> => {
  const text = await eventually(async () => {
    const scraped = await server.readMetrics()
    expect(findValue(scraped, 'registry_database_up')).toBe(1)
    return scraped
  })
  return findValue(text, metric)
}

const rules = readFileSync(new URL('../../../../infra/monitoring/alerts.yaml', import.meta.url), 'utf8')
/** The number at the end of the expression of an alert. */
const readLimit = (alert: string): number => {
  const [, limit] = new RegExp(`alert: ${alert}\\n +expr: .* (?:>|==) ([\\d.]+)\\n`).exec(rules) ?? []
  expect(limit, alert).toBeDefined()
  return Number(limit)
}

/** Holds every connection of the server until it is released. */
const holdPool = async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { database } = server.deps
  let held = 0
  const size = database.options.max
  const all = Array.from({ length: size }, () =>
    database.begin(async (sql) => {
      await sql`SELECT 1`
      held += 1
      await released
    }),
  )
  await expect.poll(() => held).toBe(size)
  return { size, release: () => (release(), Promise.all(all)) }
}

test('REQ-OPS-22: the port of the metrics serves nothing else, and the other port does not serve them', async () => {
  const text = await server.readMetrics()
  expect(text).toMatch(/^registry_info\{version="test",secret_key="[0-9a-f]{8}…",receipt_key="[0-9a-f]{8}…"\} 1$/m)
  expect((await fetch(`http://127.0.0.1:${server.metricsPort}/api/health/live`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`, { method: 'POST' })).status).toBe(404)
  for (const path of ['/metrics', '/api/metrics']) expect((await server.visitor('staff').send({ path })).status, path).toBe(404)
})

test('REQ-OPS-22: requests are counted by route and status, without the values of the address', async () => {
  const visitor = server.visitor('staff')
  await visitor.get('/health/live')
  await visitor.get('/canary-of-nobody?x=canary')
  await visitor.send({ path: '/api/trpc/canary.canary' })
  await server.staff([{ role: 'UserAdmin', areaid: 'W' }]).then((staff) => staff.call('/fails'))
  await expect.poll(() => read('registry_http_requests_total{route="/api/fails",status="500"}')).toBe(1)
  expect(await read('registry_http_requests_total{route="/api/health/live",status="200"}')).toBe(1)
  expect(await read('registry_http_requests_total{route="unknown",status="404"}')).toBeGreaterThan(0)
  expect(await server.readMetrics()).not.toContain('canary')
})

test('REQ-OPS-22: a scrape answers while no connection to the database is free, and says so', async () => {
  expect(await read('registry_database_up')).toBe(1)
  expect(await read('registry_outbox_waiting')).toBeDefined()
  const { size, release } = await holdPool()
  const waiting = server.deps.database`SELECT 1`.execute()
  const text = await server.readMetrics()
  expect(findValue(text, 'registry_database_up')).toBe(readLimit('RegistryDatabaseDown'))
  expect(findValue(text, 'registry_outbox_waiting')).toBeUndefined()
  expect(findValue(text, 'registry_database_connections{state="in use"}')).toBe(size)
  expect(findValue(text, 'registry_database_connections{state="waiting"}')).toBeGreaterThan(readLimit('RegistryConnectionsExhausted'))
  await release()
  await waiting
  expect(await read('registry_database_up')).toBe(1)
})

test('REQ-OPS-22: the oldest message grows over its limit without a mail server', async () => {
  const { owner } = server.database
  await withTransaction(server.deps.database, systemContext, (tx) =>
    server.deps.outbox.put(tx, { channel: 'mail', to: 'canary@example.org', subject: 'canary', text: 'canary' }),
  )
  const outbox = await startOutbox({ ...server.deps, channels: createChannels(server.deps.env), pollMs: 50 })
  await expect.poll(() => owner`SELECT FROM notification WHERE last_error IS NOT NULL`).toHaveLength(1)
  await outbox.stop()
  expect(await read('registry_outbox_oldest_seconds')).toBeLessThan(readLimit('RegistryOutboxLate'))
  await owner`UPDATE notification SET created_at = created_at - interval '1 hour'`
  expect(await read('registry_outbox_oldest_seconds')).toBeGreaterThan(readLimit('RegistryOutboxLate'))
  expect(await read('registry_outbox_waiting')).toBe(1)
  // A server that refuses this one address works.
  await owner`UPDATE notification SET last_error = 'Error EENVELOPE RCPT TO 452'`
  expect(await read('registry_outbox_oldest_seconds')).toBe(0)
  await owner`UPDATE notification SET failed_at = now()`
  await owner`INSERT INTO notification (channel, recipient, body, failed_at) SELECT 'mail', '', '', now() FROM generate_series(1, ${readLimit('RegistryMessagesFailed')}::integer)`
  expect(await read('registry_outbox_failed')).toBeGreaterThan(readLimit('RegistryMessagesFailed'))
})

test('REQ-OPS-22: messages that a limit holds back are not late', async () => {
  const { fixture } = await server.patient({ centre: 'RM01', centrePatientCode: 'M1' })
  await server.database.owner`
    INSERT INTO notification (channel, recipient, body, patient_id, created_at, expires_at)
    VALUES ('mail', 'x@example.org', '', ${fixture.id}, now() - interval '1 day', now() + interval '6 days')`
  expect(await read('registry_outbox_oldest_seconds')).toBe(0)
})

test('REQ-OPS-22: entries without a link and the jobs grow over their limits while no server runs them', async () => {
  const { owner } = server.database
  const chain = startAuditChain(server.deps)
  const housekeeping = startHousekeeping(server.deps)
  await expect.poll(() => read('registry_job_age_seconds{name="housekeeping"}')).toBeLessThan(60)
  await expect.poll(() => read('registry_audit_chain_pending')).toBe(0)
  await housekeeping.stop()
  await chain.stop()
  await owner`INSERT INTO audit_log (at, username, command, duration_milli, outcome) VALUES (now() - interval '2 hours', '', 'x', 0, 'done')`
  await owner`UPDATE job_run SET last_success_at = now() - interval '5 hours', first_run_at = now() - interval '5 hours'`
  expect(await read('registry_audit_chain_pending')).toBe(1)
  expect(await read('registry_audit_chain_oldest_seconds')).toBeGreaterThan(readLimit('RegistryAuditChainLate'))
  for (const name of ['housekeeping', 'audit chain'] as const) {
    const age = (await read(`registry_job_age_seconds{name="${name}"}`)) ?? 0
    expect(age - 3 * jobIntervals[name], name).toBeGreaterThan(readLimit('RegistryJobLate'))
    expect(await read(`registry_job_interval_seconds{name="${name}"}`)).toBe(jobIntervals[name])
  }
})

test('REQ-OPS-26: missing months of the audit log are counted until the housekeeping makes them', async () => {
  const { owner } = server.database
  expect(await read('registry_log_months_missing')).toBe(0)
  await owner.unsafe(`DO $$ BEGIN
    EXECUTE 'DROP TABLE log_month.audit_log_' || to_char((now() AT TIME ZONE 'UTC') + interval '2 months', 'YYYY_MM');
  END $$`)
  expect(await read('registry_log_months_missing')).toBeGreaterThan(readLimit('RegistryLogMonthsMissing'))
  await owner`DELETE FROM job_run WHERE name = 'housekeeping'`
  const housekeeping = startHousekeeping(server.deps)
  await expect.poll(() => read('registry_log_months_missing')).toBe(0)
  await housekeeping.stop()
})

test('REQ-OPS-22: failed sign-ins and alerts are counted', async () => {
  const limit = readLimit('RegistryFailedSignIns')
  await server.database.owner`
    INSERT INTO audit_log (username, command, duration_milli, outcome, detail) SELECT '', 'login', 0, 'refused', 'name x' FROM generate_series(0, ${limit}::integer)`
  expect(await read('registry_failed_sign_ins')).toBeGreaterThan(limit)
  await raiseAlarm(server.deps, { key: 'canary', texts: alarmMessages.prefix, values: { count: 1 } })
  expect(await read('registry_alarms')).toBeGreaterThan(readLimit('RegistryAlarms'))
})

test('REQ-OPS-22: imports that run and that are refused are counted', async () => {
  const { queue } = server.deps.imports
  const { promise: end, resolve } = Promise.withResolvers<void>()
  const running = queue.run('RM01', () => end)
  await expect(queue.run('RM02', () => end)).rejects.toMatchObject({ detail: { code: 'busy' } })
  expect(await read('registry_work{kind="imports",state="running"}')).toBe(1)
  expect(await read('registry_work_refused_total{kind="imports"}')).toBe(1)
  resolve()
  await running
})

test('THREAT-36: no metric has a person, a centre or a text', async () => {
  const text = await server.readMetrics()
  expect(text).not.toMatch(/canary|example\.org|RM01/)
})
