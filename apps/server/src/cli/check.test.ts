import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditLink } from '@registry/db/audit-chain'
import { connect, type Database } from '@registry/db/connect'
import { superuser as superuserName } from '@registry/db/embedded/data-directory'
import { makeStaff } from '@registry/db/testing/fixtures'
import type { Env } from '../app/env.ts'
import { checkKeys } from '../auth/key-fingerprints.ts'
import { createReceiptKey } from '../auth/receipt-key.ts'
import { createSecretKey } from '../auth/secret-key.ts'
import { jobIntervals } from '../jobs/repeat.ts'
import { startMailReceiver, type MailReceiver } from '../testing/mail-receiver.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { checkVersion, describeSlot, runChecks, type CheckResult } from './check.ts'
import { formatDecisionList } from './decision-list.ts'
import { runCommand } from './testing/run-command.ts'

let server: TestServer
let mail: MailReceiver
let owner: Database
let superuser: Database
let env: Env
beforeAll(async () => {
  server = await startTestServer()
  mail = await startMailReceiver()
  owner = connect(server.database.addresses.owner, { max: 1 })
  superuser = connect({ ...server.database.addresses.owner, username: superuserName }, { max: 1 })
  const origin = `http://127.0.0.1:${server.port}`
  const keys = { SECRET_KEY: '1'.repeat(64), RECEIPT_KEY: '2'.repeat(64) }
  env = {
    ...server.deps.env,
    DATABASE_POOL_SIZE: 32,
    ...keys,
    SMTP_URL: mail.url,
    SMS_GATEWAY_URL: `${origin}/send`,
    STAFF_ORIGIN: origin,
    MYCONSENT_ORIGIN: origin,
  }
  await checkKeys(server.database.server, { secretKey: createSecretKey(env), receiptKey: createReceiptKey(env) })
  await makeStaff(owner, 'ga@example.org', [{ role: 'GlobalAdmin', areaid: 'W' }])
})
afterAll(async () => {
  await superuser.end()
  await owner.end()
  await mail.close()
  await server[Symbol.asyncDispose]()
})

const run = async (
  changed: Partial<Env> = {},
  role: Database = server.database.server,
  decisions?: string,
): Promise<Readonly<Record<string, CheckResult>>> => {
  const found: Record<string, CheckResult> = {}
  await runChecks({ env: { ...env, ...changed }, server: role, owner, ...(decisions !== undefined && { decisions }) }, (name, result) => {
    found[name] = result
  })
  return found
}

test('REQ-OPS-12: a fresh installation has warnings about what the hospital must still decide, and no failure', async () => {
  const found = await run()
  expect(Object.entries(found).filter(([, { state }]) => state === 'failed')).toEqual([])
  expect(Object.entries(found).flatMap(([name, { state }]) => (state === 'warning' ? [name] : []))).toEqual([
    'archive',
    'base backup',
    'staff site',
    'patients’ site',
    'jobs',
    'consent texts',
    'questionnaire',
    'administrators',
  ])
})

test.each([
  ['24.21.0', 24, { state: 'ok', text: 'version 24.21.0' }],
  ['18.4 (Debian 18.4-1.pgdg12+1)', 18, { state: 'ok', text: 'version 18.4' }],
  ['22.11.0', 24, { state: 'failed', text: 'version 22.11.0: the registry needs version 24' }],
  ['17.6', 18, { state: 'failed', text: 'version 17.6: the registry needs version 18' }],
])('version %s, where %i is needed', (version, needed, result) => {
  expect(checkVersion(version, needed)).toEqual(result)
})

/** A cause for each check to fail, its correction, and the printed line. */
const failures: readonly (readonly [name: string, breakIt: () => Promise<unknown>, mend: () => Promise<unknown>, text: RegExp])[] = [
  [
    'migrations',
    () => owner`UPDATE drizzle.statement SET hash = hash || 'x'`,
    () => owner`UPDATE drizzle.statement SET hash = left(hash, -1)`,
    /pnpm registry migrate/,
  ],
  [
    'collation',
    () => superuser`UPDATE pg_database SET datcollversion = 'old' || datcollversion WHERE datname = current_database()`,
    () => superuser`UPDATE pg_database SET datcollversion = substr(datcollversion, 4) WHERE datname = current_database()`,
    /^was old\S+, is \S+: REINDEX DATABASE/,
  ],
  [
    'outbox',
    () => owner`INSERT INTO notification (channel, recipient, body, created_at, expires_at)
      VALUES ('mail', 'x@example.org', 'x', now() - interval '1 hour', now() + interval '1 day')`,
    () => owner`DELETE FROM notification`,
    /^1 messages wait, the oldest for 60 minutes/,
  ],
  [
    'audit chain',
    () =>
      owner`INSERT INTO audit_log (at, username, command, duration_milli, outcome) VALUES (now() - interval '2 hours', 'x', 'x', 0, 'done')`,
    () => owner`DELETE FROM audit_chain_pending`,
    /^1 entries wait for their link, the oldest for 120 minutes/,
  ],
  [
    'log months',
    () =>
      owner.unsafe(`DO $$ BEGIN
        EXECUTE 'DROP TABLE log_month.audit_log_' || to_char((now() AT TIME ZONE 'UTC') + interval '2 months', 'YYYY_MM');
      END $$`),
    () => owner`SELECT make_log_months()`,
    /^1 of the next three months have no table: is a server running\?$/,
  ],
  [
    'jobs',
    () =>
      owner`INSERT INTO job_run (name, holder, lease_until, last_success_at)
        SELECT name, 'server-1', now(), now() - interval '40 minutes' FROM unnest(${Object.keys(jobIntervals)}::text[]) AS name`,
    () => owner`UPDATE job_run SET last_success_at = now()`,
    /^no success since then: anomaly alerts \(40 minutes ago\), audit chain \(40 minutes ago\), cohorts \(40 minutes ago\), record checks/,
  ],
  [
    'administrators',
    () => owner`UPDATE staff_user SET disabled_at = now()`,
    () => owner`UPDATE staff_user SET disabled_at = NULL`,
    /create-admin/,
  ],
]
test.each(failures)('%s fails with what to do', async (name, breakIt, mend, text) => {
  await breakIt()
  const broken = await run()
  await mend()
  expect(broken[name]).toMatchObject({ state: 'failed', text: expect.stringMatching(text) })
  expect((await run())[name]?.state).not.toBe('failed')
})

test.each([
  ['keys', { SECRET_KEY: '3'.repeat(64) }, /^SECRET_KEY: this database belongs to the key/],
  ['connections', { DATABASE_POOL_SIZE: 100 }, /^max_connections is 200: one server needs 222, each further one 101 more$/],
  ['mail', { SMTP_URL: 'smtp://127.0.0.1:9' }, /does not accept a connection .*SMTP_URL/],
  ['sms', { SMS_GATEWAY_URL: 'http://127.0.0.1:9/send' }, /SMS_GATEWAY_URL/],
  ['staff site', { STAFF_ORIGIN: 'https://127.0.0.1:9' }, /does not answer .*STAFF_ORIGIN/],
  ['patients’ site', { MYCONSENT_ORIGIN: 'https://127.0.0.1:9' }, /does not answer .*MYCONSENT_ORIGIN/],
])('%s fails with a wrong variable', async (name, changed, text) => {
  expect((await run(changed))[name]).toMatchObject({ state: 'failed', text: expect.stringMatching(text) })
})

test('log months warns when the locks do not suffice for all months', async () => {
  expect((await run())['log months']).toEqual({ state: 'ok', text: '5 tables, among them those of the next three months' })
  expect((await run({ DATABASE_POOL_SIZE: 1000 }))['log months']).toEqual({
    state: 'warning',
    text: 'max_locks_per_transaction is 64: with 5 tables of months it must be at least 300',
  })
})

test('a site of a trial, *.localhost, is found on machines that do not resolve it', async () => {
  const found = await run({ STAFF_ORIGIN: `http://staff.localhost:${server.port}`, MYCONSENT_ORIGIN: 'http://myconsent.localhost:9' })
  expect(found['staff site']).toEqual({ state: 'warning', text: `http://staff.localhost:${server.port} answers, without TLS` })
  expect(found['patients’ site']).toMatchObject({ state: 'failed', text: expect.stringMatching(/myconsent\.localhost:9 does not answer/) })
})

test('roles fail when the server passes row security or owns the tables', async () => {
  expect((await run({}, superuser))['roles']).toMatchObject({ state: 'failed', text: expect.stringMatching(/passes row security/) })
  expect((await run({}, owner))['roles']).toMatchObject({ state: 'failed', text: expect.stringMatching(/owns tables/) })
})

test('REQ-OPS-24, FAULT-25: restore fails on a restored copy, until the restore is completed', async () => {
  const name = server.database.addresses.owner.database
  await superuser.unsafe(`ALTER DATABASE ${name} SET registry.restored = '2026-11-29 01:55:00+00'`)
  const restored = connect(server.database.addresses.server, { max: 1 })
  try {
    expect((await run({}, restored))['restore']).toEqual({
      state: 'failed',
      text: 'restored to 2026-11-29 01:55:00+00: run `pnpm registry after-restore --decisions <file>`',
    })
    await owner`INSERT INTO completed_restore (restored, lost_head) VALUES ('2026-11-29 01:55:00+00', '0:')`
    expect((await run({}, restored))['restore']).toMatchObject({
      state: 'ok',
      text: expect.stringMatching(/^restored to .*, completed at 20/),
    })
  } finally {
    await restored.end()
    await superuser.unsafe(`ALTER DATABASE ${name} RESET registry.restored`)
    await owner`DELETE FROM completed_restore`
  }
})

test('FAULT-25: decisions fails for a list that knows more than the database, a changed one, an old one and none', async () => {
  const path = join(env.DATA_DIR, 'decisions.jsonl')
  const secretKey = createSecretKey(env)
  const check = async (head: AuditLink, at = new Date().toISOString()): Promise<CheckResult | undefined> => {
    await writeFile(path, await formatDecisionList(secretKey, { since: at, at, head, decisions: [] }))
    return (await run({}, server.database.server, path))['decisions']
  }
  const failed = (text: RegExp) => ({ state: 'failed', text: expect.stringMatching(text) })
  expect(await check({ position: 0, hash: '' })).toEqual({ state: 'ok', text: 'the newest list is 0 minutes old' })
  expect(await check({ position: 99, hash: 'a'.repeat(64) })).toMatchObject(failed(/^the list knows entry 99 of the audit log/))
  expect(await check({ position: 0, hash: '' }, '2026-01-01T00:00:00.000Z')).toMatchObject(
    failed(/minutes old: see the log of the service/),
  )
  await appendFile(path, 'x')
  expect((await run({}, server.database.server, path))['decisions']).toMatchObject(failed(/its signature does not match/))
  expect((await run({}, server.database.server, `${path}.none`))['decisions']).toMatchObject(failed(/cannot be read/))
})

test('the last base backup is known by the setting of the role registry_backup, which that role writes itself', async () => {
  await superuser`CREATE ROLE registry_backup LOGIN REPLICATION`
  await superuser`GRANT SET ON PARAMETER registry.base_backup TO registry_backup`
  const backup = connect({ ...server.database.addresses.owner, database: 'postgres', username: 'registry_backup' }, { max: 1 })
  try {
    await backup.unsafe(`ALTER ROLE registry_backup SET registry.base_backup = '${new Date(Date.now() - 3_600_000).toISOString()}'`)
    expect((await run())['base backup']).toMatchObject({ state: 'ok' })
    await backup.unsafe(`ALTER ROLE registry_backup SET registry.base_backup = '2026-01-01T02:00:00Z'`)
    expect((await run())['base backup']).toMatchObject({ state: 'failed', text: expect.stringContaining('2026-01-01T02:00:00') })
  } finally {
    await backup.end()
    await superuser`REVOKE ALL ON PARAMETER registry.base_backup FROM registry_backup`
    await superuser`DROP ROLE registry_backup`
  }
})

test.each([
  [{ active: true, lost: false }, 'ok'],
  [{ active: false, lost: false }, 'failed'],
  [{ active: false, lost: true }, 'failed'],
] as const)('archive: a slot of the backup %o is %s', (slot, state) => {
  expect(describeSlot(slot)).toMatchObject({ state })
})

test('proxy warns when all requests come from one address', async () => {
  await owner`INSERT INTO audit_log (username, command, duration_milli, outcome, from_host) SELECT 'x', 'x', 0, 'done', '10.0.0.1' FROM generate_series(1, 60)`
  expect((await run())['proxy']).toMatchObject({ state: 'warning', text: expect.stringContaining('10.0.0.1') })
  await owner`INSERT INTO audit_log (username, command, duration_milli, outcome, from_host) VALUES ('x', 'x', 0, 'done', '192.0.2.1')`
  expect((await run())['proxy']).toMatchObject({ state: 'ok' })
})

test('the command needs the variables of a server, and of the owner', async () => {
  const { stderr, status } = await runCommand(server.database.addresses.owner, ['check'])
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^STAFF_ORIGIN: required/)])
})
