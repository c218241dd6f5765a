import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { TransactionSql } from 'postgres'
import { connect, type Database, type DatabaseAddress, type Queries, type RegistryTypes } from './connect.ts'
import { isOfLaterRelease, MigrationProblem, ownRelease, type Release } from './release.ts'
import { filterRole, ownerRole, serverRole, workerRole } from './roles.ts'
import { seedReference, type FirstSettings } from './seed/reference.ts'
import { declaredObjects, grants, sqlStatements, type NamedStatement } from './sql/statements.ts'

export const migrationsFolder = join(import.meta.dirname, '..', 'migrations')
/** The advisory lock that lets one process at a time migrate. The number is arbitrary. */
const migrationLock = 7_315_501

/** The numbers of migrations and of SQL statements that the database did not have. */
export type Pending = { readonly migrations: number; readonly statements: number }

/** Returns whether bootstrap.sql was run in the database: its roles exist, and not everybody can set a setting. */
export const isPrepared = async (database: Database): Promise<boolean> => {
  const [state] = await database<{ roles: number; open: boolean }[]>`
    SELECT (SELECT count(*) FROM pg_roles WHERE rolname = ANY (${[ownerRole, serverRole, filterRole, workerRole]})) AS roles,
      EXISTS (
        SELECT FROM pg_proc AS f, aclexplode(coalesce(f.proacl, acldefault('f', f.proowner))) AS granted
        WHERE f.proname = 'set_config' AND f.pronamespace = 'pg_catalog'::regnamespace AND granted.grantee = 0
      ) AS open`
  return state !== undefined && state.roles === 4 && !state.open
}

/** Returns an extension in the schema of the registry. A migration drops there what it does not declare, and revokes rights. */
const findExtension = async (database: Database): Promise<string | undefined> => {
  const [found] = await database<{ name: string }[]>`
    SELECT extname AS name FROM pg_extension WHERE extnamespace = 'public'::regnamespace`
  return found?.name
}

const tableExists = async (database: Queries, table: string): Promise<boolean> => {
  const [found] = await database<{ exists: boolean }[]>`SELECT to_regclass(${table}) IS NOT NULL AS exists`
  return found?.exists ?? false
}

/** Reads what `migrate` wrote last; `undefined` for an empty database. The first release wrote nothing but a hash. */
const readRelease = async (database: Database): Promise<Release | undefined> => {
  const [release] = (await tableExists(database, 'drizzle.release'))
    ? await database<Release[]>`SELECT version, oldest_server AS "oldestServer" FROM drizzle.release`
    : []
  if (release) return release
  return (await tableExists(database, 'drizzle.objects')) ? { version: '0.2.0', oldestServer: '0.2.0' } : undefined
}

/** Lists the migrations to run. @throws MigrationProblem for one that was changed after this database ran it */
const listPendingMigrations = async (database: Queries): Promise<readonly MigrationMeta[]> => {
  const all = readMigrationFiles({ migrationsFolder })
  if (!(await tableExists(database, 'drizzle.__drizzle_migrations'))) return all
  const done = await database<{ hash: string; created_at: number }[]>`SELECT hash, created_at FROM drizzle.__drizzle_migrations`
  const changed = all.findIndex(({ folderMillis, hash }) => done.some((old) => old.created_at === folderMillis && old.hash !== hash))
  if (changed >= 0) throw new MigrationProblem(`migration ${String(changed).padStart(4, '0')} is not the one that this database ran`)
  const last = Math.max(0, ...done.map(({ created_at }) => created_at))
  return all.filter(({ folderMillis }) => folderMillis > last)
}

const listChangedStatements = async (sql: Queries): Promise<readonly NamedStatement[]> => {
  const applied = (await tableExists(sql, 'drizzle.statement'))
    ? await sql<{ name: string; hash: string }[]>`SELECT name, hash FROM drizzle.statement`
    : []
  const hashes = new Map(applied.map(({ name, hash }) => [name, hash]))
  return [...sqlStatements, grants].filter(({ name, hash }) => hashes.get(name) !== hash)
}

const countPending = async (database: Database): Promise<Pending> => ({
  migrations: (await listPendingMigrations(database)).length,
  statements: (await listChangedStatements(database)).length,
})

/**
 * Returns whether a server of this version can use the database. The owner can ask, and the server.
 * @throws MigrationProblem for a database that no migration makes fit
 */
export const isMigrated = async (database: Database): Promise<boolean> => {
  const release = await readRelease(database)
  if (!release) return false
  if (isOfLaterRelease(release)) return true
  const { migrations, statements } = await countPending(database)
  return release.version === ownRelease.version && migrations + statements === 0
}

/** The tables of the migration. The server compares them with its version, also while the first migration runs. */
const createTables = (database: Database): Promise<unknown> =>
  database.unsafe(`
    CREATE SCHEMA IF NOT EXISTS drizzle;
    GRANT USAGE ON SCHEMA drizzle TO ${serverRole};
    ALTER DEFAULT PRIVILEGES IN SCHEMA drizzle GRANT SELECT ON TABLES TO ${serverRole};
    CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint);
    CREATE TABLE IF NOT EXISTS drizzle.statement (name text PRIMARY KEY, hash text NOT NULL);
    CREATE TABLE IF NOT EXISTS drizzle.release (version text NOT NULL, oldest_server text NOT NULL)`)

/** The code of Postgres for a function whose result or names of parameters differ: it must be created anew. */
const changedResult = '42P13'
/** A lock that was not available in time, a statement that waited too long for all of its locks, and a deadlock. */
const lockCodes = ['55P03', '57014', '40P01']
const hasCode = (error: unknown, code: string): boolean => error instanceof Error && 'code' in error && error.code === code

const isFunction = (name: string): boolean => name.startsWith('FUNCTION ')

const execute = async (sql: TransactionSql<RegistryTypes>, { name, text }: NamedStatement): Promise<void> => {
  if (!isFunction(name)) return void (await sql.unsafe(text))
  try {
    await sql.savepoint((inner) => inner.unsafe(text))
  } catch (error) {
    if (!hasCode(error, changedResult)) throw error
    await sql.unsafe(`DROP ${name}; ${text}`)
  }
}

/** Lists the objects in the database that this version does not declare, in an order in which they can be dropped. */
const listStaleObjects = (sql: Queries): Promise<readonly { readonly name: string }[]> => sql`
  WITH declared (name) AS (
    SELECT CASE WHEN name LIKE 'FUNCTION %' THEN 'FUNCTION ' || to_regprocedure(substr(name, 10)) ELSE name END
    FROM unnest(${[...declaredObjects]}::text[]) AS name)
  SELECT name FROM (
    SELECT 1, oid, format('POLICY %I ON %s', polname, polrelid::regclass) FROM pg_policy
    UNION ALL SELECT 2, pg_trigger.oid, format('TRIGGER %I ON %s', tgname, tgrelid::regclass) FROM pg_trigger JOIN pg_class AS t ON t.oid = tgrelid
      WHERE NOT tgisinternal AND t.relnamespace = 'public'::regnamespace
    UNION ALL SELECT 3, oid, 'VIEW ' || oid::regclass FROM pg_class WHERE relkind = 'v' AND relnamespace = 'public'::regnamespace
    UNION ALL SELECT 4, oid, 'FUNCTION ' || oid::regprocedure FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  ) AS existing (position, oid, name)
  WHERE NOT EXISTS (SELECT FROM declared WHERE declared.name = existing.name) ORDER BY position, oid DESC`

/**
 * The order in which a server takes tables: those of the session, then the centres for the context of each transaction, at last the log. New
 * transactions wait at the first tables while running ones end.
 */
const firstTables = ['session', 'account', 'centre']
const lastTables = ['audit_log', 'audit_chain_pending', 'audit_chain_link']
/** Half of `deadlock_timeout`, after which Postgres would end one of the transactions of a deadlock, perhaps that of a server. */
const lockMs = 500

/** Takes the locks of all tables and views that the texts name. Whoever waits behind it waits no longer than this one statement. */
const lockTables = async (sql: TransactionSql<RegistryTypes>, texts: readonly string[]): Promise<void> => {
  const words = [...new Set(texts.flatMap((text) => text.match(/\w+/g) ?? []))]
  const tables = await sql<{ name: string }[]>`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v') AND relname = ANY (${words}::text[])
    ORDER BY array_position(${firstTables}::text[], relname::text), array_position(${lastTables}::text[], relname::text) NULLS FIRST, oid`
  if (tables.length === 0) return
  await sql.unsafe(`SET LOCAL statement_timeout = ${lockMs}`)
  await sql.unsafe(`LOCK TABLE ${tables.map(({ name }) => `"${name}"`).join(', ')}`)
  await sql.unsafe('SET LOCAL statement_timeout = DEFAULT')
}

/** Changes the database in one transaction, so that running servers see all changes or none. */
const applyChanges = (database: Database): Promise<unknown> =>
  database.begin(async (sql) => {
    const migrations = await listPendingMigrations(sql)
    const changed = await listChangedStatements(sql)
    const names = [...changed.flatMap(({ name, objects }) => [name, ...objects]), ...(await listStaleObjects(sql)).map(({ name }) => name)]
    await lockTables(sql, [...migrations.flatMap((migration) => migration.sql), ...names.filter((name) => !isFunction(name))])
    for (const { sql: statements, hash, folderMillis } of migrations) {
      for (const statement of statements) await sql.unsafe(statement)
      await sql`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES (${hash}, ${folderMillis})`
    }
    for (const statement of changed) if (statement !== grants) await execute(sql, statement)
    await sql`DELETE FROM drizzle.statement`
    await sql`INSERT INTO drizzle.statement ${sql([...sqlStatements, grants].map(({ name, hash }) => ({ name, hash })))}`
    const stale = await listStaleObjects(sql)
    for (const { name } of stale) await sql.unsafe(`DROP ${name}`)
    if (changed.length + stale.length > 0) await sql.unsafe(grants.text)
  })

export type MigrateOptions = {
  readonly firstSettings?: FirstSettings
  /** The pause between two attempts to get a lock, in which no query waits for the migration. */
  readonly pauseMs?: number
  /** Called when a lock was not available, before the pause. */
  readonly onLocked?: () => void
}

/** The attempts of a migration to get its locks: half an hour, longer than an export or import. */
const maxAttempts = 720

/** Repeats a transaction while another one, such as an export, holds a lock that it needs. */
const retryLocked = async (work: () => Promise<unknown>, { pauseMs = 2000, onLocked }: MigrateOptions): Promise<void> => {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    try {
      await work()
      return
    } catch (error) {
      if (!lockCodes.some((code) => hasCode(error, code))) throw error
    }
    onLocked?.()
    await wait(pauseMs)
  }
  throw new MigrationProblem('an open transaction holds a lock that the migration needs: end it, then migrate again')
}

/**
 * Migrates the database to this version and adds missing reference data, as the owner. Parallel calls wait for each other. A database of a
 * later release stays as it is.
 * @returns what was pending
 * @throws MigrationProblem for a database that this version cannot migrate
 */
export const migrate = async (owner: DatabaseAddress, options: MigrateOptions = {}): Promise<Pending> => {
  const database = connect(owner, { max: 1, applicationName: 'registry migrate' })
  try {
    if (!(await isPrepared(database)))
      throw new MigrationProblem('The database is not prepared: run packages/db/bootstrap.sql in it once as a superuser')
    const extension = await findExtension(database)
    if (extension !== undefined)
      throw new MigrationProblem(
        `The extension ${extension} is in the schema public: move it with ALTER EXTENSION ${extension} SET SCHEMA …`,
      )
    await database.unsafe(`SET ROLE ${ownerRole}`)
    await database`SELECT pg_advisory_lock(${migrationLock})`
    const release = await readRelease(database)
    if (release && isOfLaterRelease(release)) return { migrations: 0, statements: 0 }
    const pending = await countPending(database)
    await createTables(database)
    await database.unsafe(`SET lock_timeout = ${lockMs}`)
    await retryLocked(() => applyChanges(database), options)
    await seedReference(owner, options.firstSettings)
    await database`WITH former AS (DELETE FROM drizzle.release) INSERT INTO drizzle.release VALUES (${ownRelease.version}, ${ownRelease.oldestServer})`
    return pending
  } finally {
    await database.end()
  }
}
