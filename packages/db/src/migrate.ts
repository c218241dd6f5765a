import { readMigrationFiles } from 'drizzle-orm/migrator'
import { migrate as migrateWithDrizzle } from 'drizzle-orm/postgres-js/migrator'
import { join } from 'node:path'
import { connect, type Database, type DatabaseAddress } from './connect.ts'
import { drizzleOn } from './drizzle-on.ts'
import { sqlStatements, sqlStatementsHash } from './sql/statements.ts'
import { ownerRole, serverRole } from './roles.ts'

export const migrationsFolder = join(import.meta.dirname, '..', 'migrations')
/** Any number, the same for every migrator. */
const migrationLock = 7_315_501

/** What a database still lacks: migrations by number, and whether the objects made from the code are older than the code. */
export type Pending = { readonly migrations: number; readonly objects: boolean }

const checkBootstrap = async (database: Database): Promise<void> => {
  const [state] = await database<{ roles: number; open: boolean }[]>`
    SELECT (SELECT count(*) FROM pg_roles WHERE rolname LIKE 'registry\\_%') AS roles,
      EXISTS (
        SELECT FROM pg_proc AS f, aclexplode(coalesce(f.proacl, acldefault('f', f.proowner))) AS granted
        WHERE f.proname = 'set_config' AND f.pronamespace = 'pg_catalog'::regnamespace AND granted.grantee = 0
      ) AS open`
  if (!state || state.roles < 4 || state.open) {
    throw new Error('The database is not prepared: run packages/db/bootstrap.sql in it once as a superuser')
  }
}

const known = async (database: Database, table: string): Promise<boolean> => {
  const [found] = await database<{ there: boolean }[]>`SELECT to_regclass(${table}) IS NOT NULL AS there`
  return found?.there ?? false
}

/** Counts what `migrate` would do, changing nothing; the owner may ask, and the server once something was migrated. */
export const pendingMigrations = async (database: Database): Promise<Pending> => {
  const wanted = readMigrationFiles({ migrationsFolder })
  if (!(await known(database, 'drizzle.__drizzle_migrations'))) return { migrations: wanted.length, objects: true }
  const done = await database<{ created_at: number }[]>`SELECT max(created_at) AS created_at FROM drizzle.__drizzle_migrations`
  const last = done[0]?.created_at ?? 0
  const applied = (await known(database, 'drizzle.objects')) ? await database<{ hash: string }[]>`SELECT hash FROM drizzle.objects` : []
  return { migrations: wanted.filter((migration) => migration.folderMillis > last).length, objects: applied[0]?.hash !== sqlStatementsHash }
}

const renewObjects = (database: Database): Promise<unknown> =>
  database.begin(async (sql) => {
    for (const statement of sqlStatements) await sql.unsafe(statement)
    await sql`CREATE TABLE IF NOT EXISTS drizzle.objects (hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`
    await sql`DELETE FROM drizzle.objects`
    await sql`INSERT INTO drizzle.objects (hash) VALUES (${sqlStatementsHash})`
    // The server may ask whether its database is of its own version.
    await sql.unsafe(`GRANT USAGE ON SCHEMA drizzle TO ${serverRole}; GRANT SELECT ON ALL TABLES IN SCHEMA drizzle TO ${serverRole}`)
  })

/**
 * Brings the schema to this version, as the owner; several processes may try at once, the others wait and find it done.
 * @returns what had been pending
 * @throws when bootstrap.sql was not run in the database
 */
export const migrate = async (owner: DatabaseAddress): Promise<Pending> => {
  const database = connect(owner, { max: 1, applicationName: 'registry migrate' })
  try {
    await checkBootstrap(database)
    await database.unsafe(`SET ROLE ${ownerRole}`)
    await database`SELECT pg_advisory_lock(${migrationLock})`
    const pending = await pendingMigrations(database)
    if (pending.migrations > 0) await migrateWithDrizzle(drizzleOn(database), { migrationsFolder })
    if (pending.migrations > 0 || pending.objects) await renewObjects(database)
    return pending
  } finally {
    await database.end()
  }
}
