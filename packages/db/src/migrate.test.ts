import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect, type Database } from './connect.ts'
import { createDatabase, dropDatabase } from './databases.ts'
import { superuser } from './embedded/data-directory.ts'
import { isMigrated, migrate, migrationsFolder } from './migrate.ts'
import { ownRelease } from './release.ts'
import { ownerRole, serverRole } from './roles.ts'
import { findEditedMigrations, listMissingMigrations } from './testing/drift.ts'

const name = 'migrate_test'
const owner = () => ({ ...inject('cluster'), database: name, username: ownerRole })
const superuserAddress = () => ({ ...inject('cluster'), database: name, username: superuser })

beforeAll(() => createDatabase(superuserAddress(), { name, owner: ownerRole }))
afterAll(() => dropDatabase(superuserAddress(), name))

test('two parallel migrations of an empty database both succeed, and one does the work', async () => {
  await using server = disposable(connect({ ...inject('cluster'), database: name, username: serverRole }, { max: 1 }))
  expect(await isMigrated(server.sql)).toBe(false)
  const outcomes = await Promise.all([migrate(owner()), migrate(owner())])
  expect(outcomes.filter(({ migrations }) => migrations > 0)).toHaveLength(1)
  expect(await migrate(owner())).toEqual({ migrations: 0, statements: 0 })
  expect(await isMigrated(server.sql)).toBe(true)
  await using database = disposable(connect(owner(), { max: 1 }))
  expect(await database.sql`SELECT version FROM drizzle.release`).toEqual([{ version: ownRelease.version }])
  expect(await database.sql`SELECT FROM setting WHERE key = 'staff_totp_required'`).toHaveLength(1)
})

/** All functions, triggers, views, policies and rights, as the database describes them. */
const describeObjects = (sql: Database) => sql`
  SELECT pg_get_functiondef(oid) AS text, proacl::text AS rights FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  UNION ALL SELECT pg_get_triggerdef(oid), NULL FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT relname || pg_get_viewdef(oid), relacl::text FROM pg_class WHERE relkind = 'v' AND relnamespace = 'public'::regnamespace
  UNION ALL SELECT policies::text, NULL FROM pg_policies AS policies
  UNION ALL SELECT relname || relforcerowsecurity, relacl::text FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
  ORDER BY 1, 2`

/** The statements whose objects `makeOlder` changes: a function whose result differs, a view with dependants, a policy and a trigger. */
const older = [
  'FUNCTION list_study_participants(text)',
  'VIEW patient_age',
  'POLICY patient_insert_own_centre ON patient',
  'TRIGGER prevent_change ON audit_log',
]

/** Gives the database objects of an older version, and some that this version does not have. */
const makeOlder = async (sql: Database): Promise<void> => {
  await sql.unsafe(`
    DROP FUNCTION list_study_participants(text);
    CREATE FUNCTION list_study_participants(in_study text) RETURNS boolean LANGUAGE sql AS 'SELECT true';
    CREATE OR REPLACE VIEW patient_age WITH (security_barrier = true) AS
      SELECT patient_id, 'old' AS age_band, 'old' AS age_at_death_band FROM patient_personal;
    ALTER POLICY patient_insert_own_centre ON patient WITH CHECK (false);
    CREATE OR REPLACE TRIGGER prevent_change BEFORE UPDATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION prevent_change();
    CREATE FUNCTION stale() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
    CREATE VIEW stale AS SELECT 1 AS one;
    CREATE VIEW stale_dependant AS SELECT one FROM stale;
    CREATE POLICY stale ON patient USING (true);
    CREATE TRIGGER stale BEFORE INSERT ON patient FOR EACH ROW EXECUTE FUNCTION stale()`)
  await sql`UPDATE drizzle.statement SET hash = 'of an older version' WHERE name = ANY (${older}) OR name = 'GRANT'`
}

test('a migration replaces what differs with its rights, drops what is gone, and changes no data', async () => {
  await using database = disposable(connect(owner(), { max: 1 }))
  const { sql } = database
  await sql`INSERT INTO setting VALUES ('kept', 'yes')`
  const objects = await describeObjects(sql)
  const untouched = () => sql`SELECT xmin FROM pg_trigger WHERE tgname = 'prevent_truncate' AND tgrelid = 'consent_event'::regclass`
  const [before] = await untouched()
  await makeOlder(sql)
  expect(await describeObjects(sql)).not.toEqual(objects)
  expect(await isMigrated(sql)).toBe(false)
  expect(await migrate(owner())).toEqual({ migrations: 0, statements: older.length + 1 })
  expect(await describeObjects(sql)).toEqual(objects)
  expect(await isMigrated(sql)).toBe(true)
  expect(await untouched()).toEqual([before])
  expect(await sql`SELECT value FROM setting WHERE key = 'kept'`).toEqual([{ value: 'yes' }])
})

test('an extension among the tables of the registry is refused, and elsewhere it stays', async () => {
  await using admin = disposable(connect(superuserAddress(), { max: 1 }))
  await admin.sql`CREATE EXTENSION pg_stat_statements SCHEMA public`
  await expect(migrate(owner())).rejects.toThrow('move it with ALTER EXTENSION pg_stat_statements SET SCHEMA')
  await admin.sql.unsafe(`CREATE SCHEMA monitoring; ALTER EXTENSION pg_stat_statements SET SCHEMA monitoring`)
  await using database = disposable(connect(owner(), { max: 1 }))
  await database.sql`UPDATE drizzle.statement SET hash = 'of an older version' WHERE name = 'GRANT'`
  expect(await migrate(owner())).toEqual({ migrations: 0, statements: 1 })
  expect(await admin.sql`SELECT FROM pg_views WHERE viewname = 'pg_stat_statements'`).toHaveLength(1)
  await admin.sql`DROP SCHEMA monitoring CASCADE`
})

test('a database of version 0.2.0, which has no hashes of statements, is migrated; its servers still find their hash', async () => {
  await using database = disposable(connect(owner(), { max: 1 }))
  const { sql } = database
  const objects = await describeObjects(sql)
  await makeOlder(sql)
  await sql`DROP TABLE drizzle.release, drizzle.statement`
  await sql`CREATE TABLE drizzle.objects (hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`
  await sql`INSERT INTO drizzle.objects VALUES ('of 0.2.0')`
  expect(await isMigrated(sql)).toBe(false)
  await migrate(owner())
  expect(await describeObjects(sql)).toEqual(objects)
  expect(await isMigrated(sql)).toBe(true)
  expect(await sql`SELECT hash FROM drizzle.objects`).toEqual([{ hash: 'of 0.2.0' }])
  await sql`DROP TABLE drizzle.objects`
})

test('FAULT-20: a server starts on a database of a later release that serves it, and migrates nothing there', async () => {
  await using database = disposable(connect(owner(), { max: 1 }))
  const { sql } = database
  await sql`UPDATE drizzle.release SET version = '0.99.0'`
  await sql`UPDATE drizzle.statement SET hash = 'of a later version' WHERE name = 'VIEW patient_age'`
  expect(await isMigrated(sql)).toBe(true)
  expect(await migrate(owner())).toEqual({ migrations: 0, statements: 0 })
  expect(await sql`SELECT version FROM drizzle.release`).toEqual([{ version: '0.99.0' }])
  await sql`UPDATE drizzle.release SET version = ${ownRelease.version}`
  await migrate(owner())
})

test.each([
  ['0.99.0', '0.50.0', /^the database is of version 0\.99\.0 and serves servers from 0\.50\.0 on/],
  ['1.0.0', '0.2.0', /^the database is of version 1\.0\.0/],
  ['0.1.0', '0.1.0', /^the database is of version 0\.1\.0: migrate it with version 0\.2\.0 first/],
])('a database of version %s for servers from %s on is refused', async (version, oldestServer, problem) => {
  await using database = disposable(connect(owner(), { max: 1 }))
  await database.sql`UPDATE drizzle.release SET version = ${version}, oldest_server = ${oldestServer}`
  await expect(isMigrated(database.sql)).rejects.toThrow(problem)
  await expect(migrate(owner())).rejects.toThrow(problem)
  await database.sql`UPDATE drizzle.release SET ${database.sql({ version: ownRelease.version, oldest_server: ownRelease.oldestServer })}`
})

test('a migration that was changed after the database ran it is refused', async () => {
  await using database = disposable(connect(owner(), { max: 1 }))
  const { sql } = database
  await sql`UPDATE drizzle.__drizzle_migrations SET hash = hash || 'x' WHERE id = 2`
  await expect(migrate(owner())).rejects.toThrow('migration 0001 is not the one that this database ran')
  await sql`UPDATE drizzle.__drizzle_migrations SET hash = left(hash, -1) WHERE id = 2`
  expect(await migrate(owner())).toEqual({ migrations: 0, statements: 0 })
})

const listWaiting = (sql: Database, application: string) =>
  sql`SELECT FROM pg_stat_activity WHERE application_name = ${application} AND wait_event_type = 'Lock' AND datname = current_database()`

test('FAULT-21: a migration lets others read while an export holds its lock, and ends after the export', async () => {
  await using database = disposable(connect(owner(), { max: 3 }))
  const { sql } = database
  const objects = await describeObjects(sql)
  await makeOlder(sql)
  const exporting = await sql.reserve()
  await exporting`BEGIN`
  await exporting`SELECT FROM filter_patient`
  const locked = Promise.withResolvers<void>()
  const migration = migrate(owner(), { pauseMs: 100, onLocked: locked.resolve })
  await expect.poll(() => listWaiting(sql, 'registry migrate')).toHaveLength(1)
  // Waits behind the migration until the migration gives up its place.
  await sql`SELECT FROM filter_patient`
  await locked.promise
  expect(await isMigrated(sql)).toBe(false)
  await exporting`COMMIT`
  exporting.release()
  await migration
  expect(await describeObjects(sql)).toEqual(objects)
})

test('FAULT-21: of a migration and a change that wait for each other the migration gives up, and ends after the change', async () => {
  await using database = disposable(connect(owner(), { max: 2 }))
  await using changing = disposable(connect(owner(), { max: 1, applicationName: 'change' }))
  const { sql } = database
  const objects = await describeObjects(sql)
  await makeOlder(sql)
  const before = await sql.reserve()
  await before`BEGIN`
  await before`LOCK TABLE patient`
  const audited = Promise.withResolvers<void>()
  const change = changing.sql.begin(async (own) => {
    await own`INSERT INTO audit_log (username, command, duration_milli, outcome) VALUES ('kept', 'x', 1, 'done')`
    audited.resolve()
    await expect.poll(() => listWaiting(sql, 'registry migrate')).toHaveLength(1)
    return own`SELECT count(*) FROM patient`
  })
  await Promise.race([audited.promise, change])
  const locked = Promise.withResolvers<void>()
  const migration = migrate(owner(), { pauseMs: 100, onLocked: locked.resolve })
  await expect.poll(() => listWaiting(sql, 'change')).toHaveLength(1)
  // Now the migration gets the patients, for which the change waits already, and waits for the log.
  await before`COMMIT`
  before.release()
  expect(await change).toEqual([{ count: 0 }])
  await locked.promise
  await migration
  expect(await describeObjects(sql)).toEqual(objects)
  expect(await sql`SELECT FROM audit_log WHERE username = 'kept'`).toHaveLength(1)
})

/** Lets a migration of `database` end at the given statement, which changes an object. */
const createKill = async (sql: Database) => {
  // A sequence counts also the statements of a transaction that is rolled back.
  await sql.unsafe(`
    CREATE SCHEMA kill;
    CREATE SEQUENCE kill.step;
    CREATE TABLE kill.at (step bigint NOT NULL);
    INSERT INTO kill.at VALUES (0);
    CREATE FUNCTION kill.backend() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
      IF tg_tag NOT IN ('GRANT', 'REVOKE') AND nextval('kill.step') = (SELECT step FROM kill.at) THEN
        PERFORM pg_terminate_backend(pg_backend_pid());
      END IF;
    END $$;
    GRANT USAGE ON SCHEMA kill TO ${ownerRole};
    CREATE EVENT TRIGGER kill ON ddl_command_end EXECUTE FUNCTION kill.backend()`)
  return {
    /** @returns whether the migration was killed */
    migrateUntil: async (step: number, address: ReturnType<typeof owner>): Promise<boolean> => {
      await sql`UPDATE kill.at SET step = ${step}`
      await sql`SELECT setval('kill.step', 1, false)`
      try {
        await migrate(address)
        return false
      } catch (error) {
        expect(inspect(error)).toMatch(/terminating connection|CONNECTION_/)
        return true
      }
    },
    remove: () => sql.unsafe('DROP EVENT TRIGGER kill; DROP SCHEMA kill CASCADE'),
  }
}

test('FAULT-21: a migration that is killed at any statement is complete after the next one', async () => {
  await using database = disposable(connect(owner(), { max: 1 }))
  await using admin = disposable(connect(superuserAddress(), { max: 1 }))
  const { sql } = database
  const objects = await describeObjects(sql)
  const kill = await createKill(admin.sql)
  await makeOlder(sql)
  let kills = 0
  while (await kill.migrateUntil(kills + 1, owner())) {
    kills++
    expect(await isMigrated(sql)).toBe(false)
  }
  expect(kills).toBeGreaterThan(12)
  expect(await isMigrated(sql)).toBe(true)
  await kill.remove()
  expect(await describeObjects(sql)).toEqual(objects)
})

test('FAULT-21: the first migration, killed in tables, functions and policies, is complete after the last one', async () => {
  const killed = { ...owner(), database: 'migrate_killed' }
  await createDatabase(superuserAddress(), { name: killed.database, owner: ownerRole })
  await using admin = disposable(connect({ ...superuserAddress(), database: killed.database }, { max: 1 }))
  const kill = await createKill(admin.sql)
  for (const step of [1, 6, 40, 300, 500]) expect(await kill.migrateUntil(step, killed), String(step)).toBe(true)
  await kill.remove()
  await migrate(killed)
  await using database = disposable(connect(owner(), { max: 1 }))
  expect(await describeObjects(admin.sql)).toEqual(await describeObjects(database.sql))
  await admin.sql.end()
  await dropDatabase(superuserAddress(), killed.database)
})

test('a database without bootstrap.sql is rejected with an instruction', async () => {
  const database = connect(superuserAddress(), { max: 1 })
  await database`GRANT EXECUTE ON FUNCTION set_config(text, text, boolean) TO PUBLIC`
  await expect(migrate(owner())).rejects.toThrow('bootstrap.sql')
  await database`REVOKE EXECUTE ON FUNCTION set_config(text, text, boolean) FROM PUBLIC`
  await database.end()
})

test('every change of the schema has a migration', async () => {
  expect(await listMissingMigrations()).toEqual([])
})

test('no migration was edited by hand, and the check finds an edited one', async () => {
  expect(await findEditedMigrations()).toEqual([])
  const folder = await mkdtemp(join(tmpdir(), 'edited-'))
  await cp(migrationsFolder, folder, { recursive: true })
  const path = join(folder, '0000_registry.sql')
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replace(/CONSTRAINT "patient_lang" CHECK \([^\n]*/, ''))
  expect(await findEditedMigrations(folder)).toEqual(['0000_registry'])
  await rm(folder, { recursive: true })
})

const disposable = (sql: Database) => ({ sql, [Symbol.asyncDispose]: () => sql.end({ timeout: 1 }) })
