import { readFile } from 'node:fs/promises'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { connect, type Database } from '@registry/db/connect'
import { isMigrated, isPrepared } from '@registry/db/migrate'
import { MigrationProblem } from '@registry/db/release'
import { readOpenRestore } from '../app/restored.ts'
import { EnvError, readEnv, type Env, type Source } from '../app/env.ts'
import { readKeyState } from '../auth/key-fingerprints.ts'
import { createReceiptKey } from '../auth/receipt-key.ts'
import { createSecretKey } from '../auth/secret-key.ts'
import { jobIntervals } from '../jobs/repeat.ts'
import { isHeld } from './after-restore.ts'
import { CommandProblem, parseOptions, type Command } from './command.ts'
import { parseDecisionList } from './decision-list.ts'
import { knowsHead } from './decisions.ts'

/** The result of one check, with what to do. */
export type CheckResult = { readonly state: 'ok' | 'warning' | 'failed'; readonly text: string }

const ok = (text: string): CheckResult => ({ state: 'ok', text })
const warning = (text: string): CheckResult => ({ state: 'warning', text })
const failed = (text: string): CheckResult => ({ state: 'failed', text })

/** `server` is the connection of the server's role, `owner` that of the owner of the tables. */
type Place = {
  readonly env: Env
  readonly server: Database
  readonly owner: Database
  /** The file of the newest list of decisions. */
  readonly decisions?: string
}

const limits = { outboxMinutes: 15, chainMinutes: 5, archiveMinutes: 15, baseBackupHours: 26, decisionMinutes: 120, timeoutMs: 5000 }

const first = <T>(rows: readonly T[]): T => {
  const [row] = rows
  if (row === undefined) throw new Error('the database returned no row')
  return row
}

const describeError = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return 'unknown error'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}

/** Judges a version such as `24.19.0` or `18.4 (Debian 18.4-1)` by its first number. */
export const checkVersion = (version: string, needed: number): CheckResult => {
  const number = version.split(' ', 1).join('')
  return number.startsWith(`${needed}.`) ? ok(`version ${number}`) : failed(`version ${number}: the registry needs version ${needed}`)
}

const checkPostgres = async ({ server }: Place): Promise<CheckResult> =>
  checkVersion(first(await server<{ version: string }[]>`SELECT current_setting('server_version') AS version`).version, 18)

const checkNode = async (): Promise<CheckResult> => checkVersion(process.versions.node, 24)

/** Row security does not apply to superusers, to BYPASSRLS and to the owner of the tables (THREAT-44). */
const checkRoles = async ({ server }: Place): Promise<CheckResult> => {
  const state = first(
    await server<{ name: string; passes: boolean; owns: boolean; unlimited: boolean }[]>`
      SELECT current_user AS name, (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user) AS passes,
        EXISTS (SELECT FROM pg_class WHERE relowner = current_user::regrole AND relnamespace = 'public'::regnamespace) AS owns,
        current_setting('lock_timeout') = '0' AS unlimited`,
  )
  if (state.passes) return failed(`${state.name} passes row security: ALTER ROLE ${state.name} NOSUPERUSER NOBYPASSRLS`)
  if (state.owns) return failed(`${state.name} owns tables: DATABASE_URL must name the role registry_server`)
  if (state.unlimited || !(await isPrepared(server)))
    return failed('not prepared: run packages/db/bootstrap.sql in the database as a superuser')
  return ok(`${state.name} has only the rights of the server`)
}

const checkMigrations = async ({ owner }: Place): Promise<CheckResult> => {
  try {
    return (await isMigrated(owner))
      ? ok('this version can use the database')
      : failed('the database is of an earlier version: run `pnpm registry migrate`')
  } catch (error) {
    if (error instanceof MigrationProblem) return failed(error.message)
    throw error
  }
}

const checkKeys = async ({ env, server }: Place): Promise<CheckResult> => {
  const { unused, problems } = await readKeyState(server, { secretKey: createSecretKey(env), receiptKey: createReceiptKey(env) })
  if (unused) return warning('no server has started yet, so no key belongs to this database')
  return problems.length > 0
    ? failed(problems.map(({ message }) => message).join('; '))
    : ok('SECRET_KEY and RECEIPT_KEY belong to this database')
}

/** A server of a restored copy serves nobody until the command has run (FAULT-25). */
const checkRestore = async ({ server, owner }: Place): Promise<CheckResult> => {
  const open = await readOpenRestore(server)
  if (open !== undefined) return failed(`restored to ${open}: run \`pnpm registry after-restore --decisions <file>\``)
  const [completed] = await owner<{ restored: string; at: string }[]>`
    SELECT restored, completed_at AS at FROM completed_restore ORDER BY completed_at DESC LIMIT 1`
  if (!completed) return ok('never restored to a moment')
  const { held } = first(await owner<{ held: number }[]>`SELECT count(*) AS held FROM notification WHERE ${isHeld(owner)}`)
  const text = `restored to ${completed.restored}, completed at ${completed.at}`
  return held > 0 ? warning(`${text}; ${held} messages are held: run \`pnpm registry after-restore\` with --discard or --send`) : ok(text)
}

/** After a change of the ICU library, text indexes can be wrong until they are built again. */
const checkCollation = async ({ server }: Place): Promise<CheckResult> => {
  const { stored, actual } = first(
    await server<{ stored: string | null; actual: string | null }[]>`
      SELECT datcollversion AS stored, pg_database_collation_actual_version(oid) AS actual FROM pg_database WHERE datname = current_database()`,
  )
  if (stored === actual) return ok(`version ${actual ?? 'without a number'}`)
  return failed(`was ${stored ?? '-'}, is ${actual ?? '-'}: REINDEX DATABASE, then ALTER DATABASE … REFRESH COLLATION VERSION`)
}

/** A server has its pool and one connection that listens. During an upgrade one server more is running. */
const checkConnections = async ({ env, server }: Place): Promise<CheckResult> => {
  const { most, used } = first(
    await server<{ most: number; used: number }[]>`
      SELECT current_setting('max_connections')::integer AS most, (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS used`,
  )
  const perServer = env.DATABASE_POOL_SIZE + 1
  const needed = perServer * 2 + 20
  if (most < needed) return failed(`max_connections is ${most}: one server needs ${needed}, each further one ${perServer} more`)
  return used > most * 0.8 ? warning(`${used} of ${most} connections are in use`) : ok(`${used} of ${most} connections are in use`)
}

type Slot = { readonly active: boolean; readonly lost: boolean }

/** Describes the slot through which the service `backup` of compose receives the write-ahead log. */
export const describeSlot = ({ active, lost }: Slot): CheckResult => {
  if (lost) return failed('the write-ahead log has a gap: remove the slot registry_backup, then restart the service backup')
  return active
    ? ok('pg_receivewal receives the write-ahead log')
    : failed('pg_receivewal is not running: see the log of the service backup')
}

const checkArchive = async ({ server }: Place): Promise<CheckResult> => {
  const [slot] = await server<Slot[]>`
    SELECT active, wal_status = 'lost' AS lost FROM pg_replication_slots WHERE slot_name = 'registry_backup'`
  if (slot) return describeSlot(slot)
  const { mode, minutes, failing } = first(
    await server<{ mode: string; minutes: number | null; failing: boolean }[]>`
      SELECT current_setting('archive_mode') AS mode, extract(epoch FROM now() - last_archived_time)::integer / 60 AS minutes,
        coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) AS failing
      FROM pg_stat_archiver`,
  )
  if (mode === 'off')
    return warning('no archive of the write-ahead log: what was written after the last backup would be lost with the disk')
  if (failing) return failed('the last file of the write-ahead log was not archived: see archive_command')
  if (minutes === null) return warning('no file of the write-ahead log was archived yet')
  return minutes > limits.archiveMinutes
    ? warning(`the newest archived file is ${minutes} minutes old`)
    : ok(`the newest archived file is ${minutes} minutes old`)
}

/** The backup service writes the moment of its last base backup into a setting of its role. */
const checkBaseBackup = async ({ server }: Place): Promise<CheckResult> => {
  const [marker] = await server<{ at: string; hours: number }[]>`
    SELECT at, floor(extract(epoch FROM now() - at) / 3600)::integer AS hours
    FROM (
      SELECT split_part(setting, '=', 2)::timestamptz AS at
      FROM pg_db_role_setting, unnest(setconfig) AS setting WHERE setting LIKE 'registry.base_backup=%'
    ) AS markers`
  if (!marker) return warning('no backup service has noted one: see the operator of the database, or the log of the service backup')
  const text = `the last verified one is of ${marker.at}`
  return marker.hours > limits.baseBackupHours ? failed(`${text}: see the log of the service backup`) : ok(text)
}

/** A list that knows more than the database shows that it was restored without the setting `registry.restored` (FAULT-25). */
const checkDecisions = async ({ env, owner, decisions }: Place): Promise<CheckResult> => {
  if (decisions === undefined) return ok('not compared: name the newest list with --decisions')
  const text = await readFile(decisions, 'utf8').catch(() => undefined)
  if (text === undefined) return failed(`${decisions} cannot be read: see the log of the service decisions`)
  const { at, head } = await parseDecisionList(createSecretKey(env), decisions, text)
  if (!(await knowsHead(owner, head)))
    return failed(
      `the list knows entry ${head.position} of the audit log, which this database lacks: was it restored? Follow docs/operations.md`,
    )
  const minutes = Math.floor((Date.now() - Date.parse(at)) / 60_000)
  const age = `the newest list is ${minutes} minutes old`
  return minutes > limits.decisionMinutes ? failed(`${age}: see the log of the service decisions`) : ok(age)
}

const checkMail = async ({ env }: Place): Promise<CheckResult> => {
  if (!env.SMTP_URL) return warning('mails are written as files: SMTP_URL is not set')
  const transport = createTransport({ url: env.SMTP_URL, connectionTimeout: limits.timeoutMs, greetingTimeout: limits.timeoutMs })
  try {
    await transport.verify()
    return ok('the mail server answers')
  } catch (error) {
    return failed(`the mail server does not accept a connection (${describeError(error)}): see SMTP_URL`)
  } finally {
    transport.close()
  }
}

const request = (url: string): Promise<Response> => fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(limits.timeoutMs) })

/** Sends no message: every answer of the gateway shows that it is there. */
const checkSms = async ({ env }: Place): Promise<CheckResult> => {
  if (!env.SMS_GATEWAY_URL) return warning('messages are written as files: SMS_GATEWAY_URL is not set')
  try {
    const response = await request(env.SMS_GATEWAY_URL)
    await response.body?.cancel()
    return ok('the SMS gateway answers')
  } catch (error) {
    return failed(`the SMS gateway does not answer (${describeError(error)}): see SMS_GATEWAY_URL`)
  }
}

/** Browsers look for `*.localhost` on this machine (RFC 6761), but the resolvers of many machines do not. */
const findLocal = (origin: string): string => origin.replace(/^http:\/\/(?:\w+\.)?localhost\b/, 'http://127.0.0.1')

const checkOrigin =
  (name: 'STAFF_ORIGIN' | 'MYCONSENT_ORIGIN') =>
  async ({ env }: Place): Promise<CheckResult> => {
    const origin = env[name]
    try {
      const response = await request(`${findLocal(origin)}/api/health/live`)
      await response.body?.cancel()
      if (!response.ok) return failed(`${origin} answers with status ${response.status}: see the proxy`)
    } catch (error) {
      return failed(`${origin} does not answer (${describeError(error)}): see ${name}, the certificate and the proxy`)
    }
    return origin.startsWith('https:') ? ok(`${origin} answers`) : warning(`${origin} answers, without TLS`)
  }

const rowsOfOneAddress = 50

/** Behind a proxy that TRUST_PROXY does not name, everybody has the proxy's address, and shares its limits (THREAT-39). */
const checkProxy = async ({ owner }: Place): Promise<CheckResult> => {
  const { entries, addresses, address } = first(
    await owner<{ entries: number; addresses: number; address: string | null }[]>`
      SELECT count(*) AS entries, count(DISTINCT from_host) AS addresses, min(from_host) AS address
      FROM (SELECT from_host FROM audit_log WHERE from_host <> '' ORDER BY id DESC LIMIT ${rowsOfOneAddress}) AS newest`,
  )
  if (entries < rowsOfOneAddress) return ok('too few requests yet to compare their addresses')
  if (addresses > 1) return ok('the newest requests come from several addresses')
  return warning(`the newest ${entries} requests all come from ${address ?? ''}: if it is the proxy, name it in TRUST_PROXY`)
}

const checkOutbox = async ({ owner }: Place): Promise<CheckResult> => {
  const { waiting, minutes } = first(
    await owner<{ waiting: number; minutes: number | null }[]>`
      SELECT count(*) AS waiting, extract(epoch FROM now() - min(created_at))::integer / 60 AS minutes
      FROM notification WHERE sent_at IS NULL AND failed_at IS NULL AND expires_at > now() AND NOT (${isHeld(owner)})`,
  )
  if (minutes === null || minutes <= limits.outboxMinutes) return ok(`${waiting} messages wait`)
  return failed(`${waiting} messages wait, the oldest for ${minutes} minutes: see mail server, SMS gateway and the log of the server`)
}

const checkChain = async ({ owner }: Place): Promise<CheckResult> => {
  const { pending, minutes } = first(
    await owner<{ pending: number; minutes: number | null }[]>`
      SELECT count(*) AS pending, extract(epoch FROM now() - min(a.at))::integer / 60 AS minutes
      FROM audit_chain_pending AS p JOIN audit_log AS a ON a.id = p.entry_id`,
  )
  if (minutes === null || minutes <= limits.chainMinutes) return ok(`${pending} entries wait for their link`)
  return failed(`${pending} entries wait for their link, the oldest for ${minutes} minutes: is a server running?`)
}

/** A query of the log without days locks about this number of tables and indexes of each month. */
const locksOfMonth = 12

/** Finds missing months, and too few locks for many of them (REQ-OPS-26). */
const checkLogMonths = async ({ env, owner }: Place): Promise<CheckResult> => {
  const { months, missing, locks, connections } = first(
    await owner<{ months: number; missing: number; locks: number; connections: number }[]>`
      SELECT (SELECT count(*) FROM pg_inherits WHERE inhparent = 'audit_log'::regclass) AS months,
        (SELECT missing_log_months FROM count_operation_figures()) AS missing,
        current_setting('max_locks_per_transaction')::integer AS locks, current_setting('max_connections')::integer AS connections`,
  )
  if (missing > 0) return failed(`${missing} of the next three months have no table: is a server running?`)
  const needed = Math.ceil((months * locksOfMonth * env.DATABASE_POOL_SIZE) / connections)
  if (locks < needed) return warning(`max_locks_per_transaction is ${locks}: with ${months} tables of months it must be at least ${needed}`)
  return ok(`${months} tables, among them those of the next three months`)
}

type JobState = { readonly name: string; readonly minutes: number; readonly allowed: number }

/** A job is late when it missed three runs, and a quarter of an hour for a long one. */
const checkJobs = async ({ owner }: Place): Promise<CheckResult> => {
  const jobs = await owner<JobState[]>`
    SELECT name, extract(epoch FROM now() - coalesce(last_success_at, first_run_at))::integer / 60 AS minutes,
      intervals.seconds * 3 / 60 + 15 AS allowed
    FROM unnest(${Object.keys(jobIntervals)}::text[], ${Object.values(jobIntervals)}::integer[]) AS intervals (name, seconds)
    JOIN job_run USING (name) ORDER BY name`
  if (jobs.length < Object.keys(jobIntervals).length) return warning('not every job has run yet: start a server')
  const late = jobs.filter(({ minutes, allowed }) => minutes > allowed)
  if (late.length === 0) return ok('each has succeeded in time')
  const list = late.map(({ name, minutes }) => `${name} (${minutes} minutes ago)`).join(', ')
  return failed(`no success since then: ${list}: is a server running? See its log`)
}

/** The texts of the product are examples. The data controller must approve its own. */
const checkTexts = async ({ owner }: Place): Promise<CheckResult> => {
  const own = await owner<{ kind: string }[]>`
    SELECT kind FROM (SELECT DISTINCT ON (kind) kind, published_by FROM consent_document ORDER BY kind, version DESC) AS newest
    WHERE published_by IS NULL ORDER BY kind`
  if (own.length === 0) return ok('published by a GlobalAdmin')
  return warning(`still the product’s own: ${own.map(({ kind }) => kind).join(', ')}. The data controller approves and publishes them`)
}

const checkLapses = async ({ owner }: Place): Promise<CheckResult> => {
  const { patients } = first(await owner<{ patients: number }[]>`SELECT count_due_lapses(NULL) AS patients`)
  return patients === 0
    ? ok('no consents from before an 18th birthday are about to lapse')
    : warning(
        `${patients} patients of age have only consents from before their 18th birthday: within an hour of a running server these lapse until the patients answer (docs/policies.md)`,
      )
}

const checkQuestionnaire = async ({ owner }: Place): Promise<CheckResult> => {
  const { own } = first(
    await owner<{ own: boolean }[]>`
      SELECT coalesce((SELECT published_by IS NULL FROM sf36_version WHERE published_at IS NOT NULL ORDER BY version DESC LIMIT 1), true) AS own`,
  )
  return own ? warning('still the wording of the demonstration: publish the licensed one') : ok('published by a GlobalAdmin')
}

const checkAdministrators = async ({ owner }: Place): Promise<CheckResult> => {
  const { active } = first(
    await owner<{ active: number }[]>`
      SELECT count(DISTINCT u.id) AS active FROM staff_role AS r JOIN staff_user AS u ON u.id = r.user_id
      WHERE r.role = 'GlobalAdmin' AND u.disabled_at IS NULL`,
  )
  if (active === 0) return failed('no active GlobalAdmin: run `pnpm registry create-admin`')
  return active === 1
    ? warning('only one active GlobalAdmin: a second one can help when the first cannot sign in')
    : ok(`${active} active GlobalAdmins`)
}

/** In the order in which an operator mends them. */
const checks: readonly (readonly [name: string, run: (place: Place) => Promise<CheckResult>])[] = [
  ['postgres', checkPostgres],
  ['node', checkNode],
  ['roles', checkRoles],
  ['migrations', checkMigrations],
  ['keys', checkKeys],
  ['restore', checkRestore],
  ['collation', checkCollation],
  ['connections', checkConnections],
  ['archive', checkArchive],
  ['base backup', checkBaseBackup],
  ['decisions', checkDecisions],
  ['mail', checkMail],
  ['sms', checkSms],
  ['staff site', checkOrigin('STAFF_ORIGIN')],
  ['patients’ site', checkOrigin('MYCONSENT_ORIGIN')],
  ['proxy', checkProxy],
  ['outbox', checkOutbox],
  ['audit chain', checkChain],
  ['log months', checkLogMonths],
  ['jobs', checkJobs],
  ['consent texts', checkTexts],
  ['coming of age', checkLapses],
  ['questionnaire', checkQuestionnaire],
  ['administrators', checkAdministrators],
]

/** Runs each check. One that cannot run, for instance because a table is missing, has failed. */
export const runChecks = async (place: Place, report: (name: string, result: CheckResult) => void): Promise<number> => {
  let problems = 0
  for (const [name, run] of checks) {
    const result = await run(place).catch((error: unknown) =>
      failed(error instanceof CommandProblem ? error.message : `cannot be checked (${describeError(error)})`),
    )
    if (result.state === 'failed') problems += 1
    report(name, result)
  }
  return problems
}

const checkInstallation = async (source: Source, args: readonly string[]): Promise<string> => {
  const { decisions } = parseOptions(args, { decisions: { type: 'string' } }, z.object({ decisions: z.string().min(1).optional() }))
  const env = readEnv(source)
  const { DATABASE_URL, DATABASE_OWNER_URL } = env
  if (!DATABASE_URL) throw new EnvError('DATABASE_URL', 'required: the address with which the server connects')
  if (!DATABASE_OWNER_URL) throw new EnvError('DATABASE_OWNER_URL', 'required: some checks read as the owner of the tables')
  const server = connect(DATABASE_URL, { max: 1, applicationName: 'registry check' })
  const owner = connect(DATABASE_OWNER_URL, { max: 1, applicationName: 'registry check' })
  try {
    await Promise.all([server`SELECT 1`, owner`SELECT 1`])
    const problems = await runChecks({ env, server, owner, ...(decisions !== undefined && { decisions }) }, (name, { state, text }) =>
      console.log(`${state.padEnd(8)} ${name.padEnd(15)} ${text}`),
    )
    if (problems > 0) throw new CommandProblem(`${problems} of ${checks.length} checks failed`)
    return `none of ${checks.length} checks failed`
  } finally {
    await server.end()
    await owner.end()
  }
}

export const check: Command = {
  description: 'checks whether this installation is fit, with the variables of a server and DATABASE_OWNER_URL; one line for each check',
  options: '[--decisions <file>]',
  run: (args) => checkInstallation(process.env, args),
}
