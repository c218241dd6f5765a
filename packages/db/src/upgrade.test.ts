import { readMigrationFiles } from 'drizzle-orm/migrator'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import released from '../released-migrations.json' with { type: 'json' }
import { chainAuditLog } from './audit-chain.ts'
import { connect, type Database } from './connect.ts'
import { createDatabase, dropDatabase } from './databases.ts'
import { superuser } from './embedded/data-directory.ts'
import { migrate, migrationsFolder } from './migrate.ts'
import { ownerRole } from './roles.ts'
import { sqlStatements } from './sql/statements.ts'
import { createCanaries } from './testing/canaries.ts'
import { addRowOfEachTable } from './testing/row-of-each-table.ts'
import { useTestDatabase } from './testing/use-test-database.ts'
import { verifyAuditLog } from './verify-chain.ts'

const name = 'upgrade_test'
const key = Buffer.alloc(32, 1)
const current = useTestDatabase()
const connectAdmin = (database: string) => connect({ ...inject('cluster'), database, username: superuser }, { max: 1 })

beforeAll(async () => {
  await createDatabase({ ...inject('cluster'), database: name, username: superuser }, { name, owner: ownerRole })
  await addRowOfEachTable(current.owner, await createCanaries(current.owner))
  await chainAuditLog(current.server, async () => key)
})
afterAll(() => dropDatabase({ ...inject('cluster'), database: name, username: superuser }, name))

/** The tables of the last release, as its migrations left them. */
const createLastRelease = (admin: Database) =>
  admin.begin(async (sql) => {
    await sql.unsafe(`SET LOCAL ROLE ${ownerRole}`)
    await sql.unsafe(`
      CREATE SCHEMA drizzle;
      CREATE TABLE drizzle.objects (hash text NOT NULL);
      CREATE TABLE drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)`)
    const migrations = readMigrationFiles({ migrationsFolder }).slice(0, Object.keys(released).length)
    for (const { sql: statements, hash, folderMillis } of migrations) {
      for (const statement of statements) await sql.unsafe(statement)
      await sql`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES (${hash}, ${folderMillis})`
    }
  })

/** A row of each table that the canaries and their additions leave empty. Checks hold for them, foreign keys do not. */
const otherRows = `
  INSERT INTO audit_chain_pending SELECT max(id) FROM audit_log;
  INSERT INTO consent_document_draft (kind, paragraphs, based_on) VALUES ('consents', '[]', 1);
  INSERT INTO contact_change (secret_hash, account_id, former_mode, former_version, changed_at, expires_at)
    VALUES (sha256('x'), 1, 'Email', 1, now(), now() + interval '1 day');
  INSERT INTO contact_correction (account_id, secret_hash, undo_hash, login_mode, email, actor, source, created_at, expires_at)
    VALUES (1, sha256('x'), sha256('y'), 'Email', 'x@example.org', 'x', 'form', now(), now());
  INSERT INTO deletion_code (hash, encrypted_exports, last_day) VALUES (encode(sha256('x'), 'hex'), 'x', '2026-12-31');
  INSERT INTO enrolment_request (email) VALUES ('x@example.org');
  INSERT INTO export_outcome (manifest_id, outcome, rows, bytes, sha256) SELECT id, 'complete', 1, 1, encode(sha256('x'), 'hex') FROM export_manifest;
  INSERT INTO one_time_code (account_id, browser_hash, code_hash, salt, expires_at) VALUES (1, 'x', 'x', 'x', now());
  INSERT INTO password_history (account_id, password_hash) VALUES (1, 'x');
  INSERT INTO pending_shuffle VALUES ('anonymous_record');
  INSERT INTO rate_limit VALUES ('x', now());
  INSERT INTO receipt_key (kid, public_key, mac) VALUES ('x', 'x', 'x');
  INSERT INTO recovery_code (account_id, letter, code_hash) VALUES (1, 'A', 'x');
  INSERT INTO reference_change (actor, table_name, value_id) VALUES ('x', 'svc_region', 'x');
  INSERT INTO reregistration_request (person, secret_hash, encrypted_request, expires_at) VALUES (gen_random_uuid(), sha256('x'), 'x', now());
  INSERT INTO second_factor (account_id, encrypted_secret, last_step) VALUES (1, 'x', 1);
  INSERT INTO second_factor_enrolment (account_id, encrypted_secret, expires_at) VALUES (1, 'x', now());
  INSERT INTO sign_in_attempt (name_hash, failures, next_attempt_at) VALUES (sha256('x'), 1, now());
  INSERT INTO sign_in_challenge (token_hash, account_id, expires_at) VALUES (sha256('x'), 1, now());
  INSERT INTO sign_in_link (secret_hash, account_id, purpose, expires_at) VALUES (sha256('x'), 1, 'invitation', now());
  INSERT INTO sign_in_origin (name_hash, origin_hash, last_success_at) VALUES (sha256('x'), sha256('x'), now());
  INSERT INTO staff_role (user_id, role, areaid) VALUES (1, 'DataManager', 'W');
  INSERT INTO withdrawn_fingerprint (person, hash) VALUES (gen_random_uuid(), encode(sha256('x'), 'hex'))`

/** The rows that the last release knows, of a table with others. */
const ofLastRelease: Readonly<Record<string, string>> = {
  consent_document: `WHERE kind NOT IN ('assent_child', 'assent_adolescent')`,
}

const logObject =
  / ON audit_(log|read)$|^ALTER TABLE audit_read|^FUNCTION (prevent_change|prevent_list_change|queue_audit_entries|move_read_patients)\(\)$/

/** Adds the triggers and policies of the log, which the migration of a database with them does not create again. */
const addLogObjects = (admin: Database) =>
  admin.begin(async (sql) => {
    await sql.unsafe(`SET LOCAL ROLE ${ownerRole}; CREATE TABLE drizzle.statement (name text PRIMARY KEY, hash text NOT NULL)`)
    for (const { name: statement, hash, text } of sqlStatements.filter((one) => logObject.test(one.name))) {
      await sql.unsafe(text)
      await sql`INSERT INTO drizzle.statement VALUES (${statement}, ${hash})`
    }
  })

/** The triggers, indexes, policies and identities of the log, and whether row security is forced. */
const describeLog = (sql: Database) => sql`
  SELECT pg_get_triggerdef(oid) AS text FROM pg_trigger WHERE tgrelid IN ('audit_log'::regclass, 'audit_read'::regclass) AND NOT tgisinternal
  UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename IN ('audit_log', 'audit_read')
  UNION ALL SELECT policies::text FROM pg_policies AS policies WHERE tablename = 'audit_read'
  UNION ALL SELECT concat_ws(' ', relname, relkind, relrowsecurity, relforcerowsecurity, relacl) FROM pg_class WHERE oid IN ('audit_log'::regclass, 'audit_read'::regclass)
  UNION ALL SELECT concat_ws(' ', attname, attidentity, attnotnull, attacl) FROM pg_attribute WHERE attrelid IN ('audit_log'::regclass, 'audit_read'::regclass)
  ORDER BY 1`

/** The columns of each table that a row can bring. */
const listColumns = (sql: Database) => sql<{ table: string; columns: string }[]>`
  SELECT attrelid::regclass::text AS table, string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
  GROUP BY attrelid ORDER BY 1`

const countRows = async (sql: Database, tables: readonly { readonly table: string }[]): Promise<Record<string, number>> => {
  const counts = tables.map(({ table }) => `SELECT '${table}' AS table, count(*) AS rows FROM ${table}`)
  const rows = await sql.unsafe<{ table: string; rows: number }[]>(counts.join(' UNION ALL '))
  return Object.fromEntries(rows.map((row) => [row.table, row.rows]))
}

test('FAULT-20: a database of the last release with rows of every table keeps them all, and its audit log verifies', async () => {
  await using stack = new AsyncDisposableStack()
  const admin = stack.adopt(connectAdmin(name), (sql) => sql.end({ timeout: 1 }))
  const source = stack.adopt(connectAdmin(current.addresses.owner.database), (sql) => sql.end({ timeout: 1 }))
  await createLastRelease(admin)
  await addLogObjects(admin)
  const tables = await listColumns(admin)
  await admin.begin(async (sql) => {
    await sql`SET LOCAL session_replication_role = replica`
    for (const { table, columns } of tables) {
      const [rows] = await source.unsafe<{ json: string }[]>(
        `SELECT coalesce(json_agg(t), '[]')::text AS json FROM (SELECT ${columns} FROM ${table} ${ofLastRelease[table] ?? ''}) AS t`,
      )
      await sql.unsafe(
        `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1::text::json)`,
        [rows?.json ?? '[]'],
      )
    }
    await sql.unsafe(otherRows)
  })
  const before = await countRows(admin, tables)
  expect(Object.keys(before).filter((table) => before[table] === 0)).toEqual([])
  await migrate({ ...inject('cluster'), database: name, username: ownerRole })
  // The upgrade publishes the texts that the last release does not know.
  const { consent_document: documents } = await countRows(source, tables)
  expect(await countRows(admin, tables)).toEqual({ ...before, consent_document: documents })
  expect(await describeLog(admin)).toEqual(await describeLog(source))
  const { mismatch, links } = await verifyAuditLog(admin, [key])
  expect({ mismatch, links }).toEqual({ mismatch: undefined, links: before['audit_log'] })
})
