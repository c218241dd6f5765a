import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate as migrateWithDrizzle } from 'drizzle-orm/postgres-js/migrator'
import { join } from 'node:path'
import { connect, type Database, type DatabaseAddress } from './connect.ts'
import { sqlStatements, sqlStatementsHash } from './sql/statements.ts'
import { filterRole, ownerRole, serverRole, workerRole } from './roles.ts'

export const migrationsFolder = join(import.meta.dirname, '..', 'migrations')
/** The advisory lock that lets one process at a time migrate. The number is arbitrary. */
const migrationLock = 7_315_501

/** The number of missing migrations, and whether the database has SQL statements of another version. */
export type Pending = { readonly migrations: number; readonly objects: boolean }

/** Tells whether bootstrap.sql was run in the database: its roles exist, and not everybody can set a setting. */
export const isPrepared = async (database: Database): Promise<boolean> => {
  const [state] = await database<{ roles: number; open: boolean }[]>`
    SELECT (SELECT count(*) FROM pg_roles WHERE rolname = ANY (${[ownerRole, serverRole, filterRole, workerRole]})) AS roles,
      EXISTS (
        SELECT FROM pg_proc AS f, aclexplode(coalesce(f.proacl, acldefault('f', f.proowner))) AS granted
        WHERE f.proname = 'set_config' AND f.pronamespace = 'pg_catalog'::regnamespace AND granted.grantee = 0
      ) AS open`
  return state !== undefined && state.roles === 4 && !state.open
}

const tableExists = async (database: Database, table: string): Promise<boolean> => {
  const [found] = await database<{ exists: boolean }[]>`SELECT to_regclass(${table}) IS NOT NULL AS exists`
  return found?.exists ?? false
}

/** Finds what `migrate` would do. The owner can call it, and the server after the first migration. */
export const pendingMigrations = async (database: Database): Promise<Pending> => {
  const all = readMigrationFiles({ migrationsFolder })
  if (!(await tableExists(database, 'drizzle.__drizzle_migrations'))) return { migrations: all.length, objects: true }
  const done = await database<{ created_at: number }[]>`SELECT max(created_at) AS created_at FROM drizzle.__drizzle_migrations`
  const last = done[0]?.created_at ?? 0
  const applied = (await tableExists(database, 'drizzle.objects'))
    ? await database<{ hash: string }[]>`SELECT hash FROM drizzle.objects`
    : []
  return { migrations: all.filter((migration) => migration.folderMillis > last).length, objects: applied[0]?.hash !== sqlStatementsHash }
}

const applySqlStatements = (database: Database): Promise<unknown> =>
  database.begin(async (sql) => {
    for (const statement of sqlStatements) await sql.unsafe(statement)
    await sql`CREATE TABLE IF NOT EXISTS drizzle.objects (hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`
    await sql`DELETE FROM drizzle.objects`
    await sql`INSERT INTO drizzle.objects (hash) VALUES (${sqlStatementsHash})`
    // The server compares the version of its database with its own.
    await sql.unsafe(`GRANT USAGE ON SCHEMA drizzle TO ${serverRole}; GRANT SELECT ON ALL TABLES IN SCHEMA drizzle TO ${serverRole}`)
  })

/**
 * Migrates the schema to this version, as the owner. Parallel calls wait for each other.
 * @returns the migrations that were pending
 * @throws when bootstrap.sql was not run in the database
 */
export const migrate = async (owner: DatabaseAddress): Promise<Pending> => {
  const database = connect(owner, { max: 1, applicationName: 'registry migrate' })
  try {
    if (!(await isPrepared(database)))
      throw new Error('The database is not prepared: run packages/db/bootstrap.sql in it once as a superuser')
    await database.unsafe(`SET ROLE ${ownerRole}`)
    await database`SELECT pg_advisory_lock(${migrationLock})`
    const pending = await pendingMigrations(database)
    if (pending.migrations > 0) await migrateWithDrizzle(drizzle(database), { migrationsFolder })
    if (pending.migrations > 0 || pending.objects) await applySqlStatements(database)
    return pending
  } finally {
    await database.end()
  }
}
