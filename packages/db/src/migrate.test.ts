import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect, type Database } from './connect.ts'
import { createDatabase, dropDatabase } from './databases.ts'
import { superuser } from './embedded/data-directory.ts'
import { migrate, migrationsFolder, pendingMigrations } from './migrate.ts'
import { ownerRole, serverRole } from './roles.ts'
import { findEditedMigrations, listMissingMigrations } from './testing/drift.ts'

const name = 'migrate_test'
const owner = () => ({ ...inject('cluster'), database: name, username: ownerRole })
const superuserAddress = () => ({ ...inject('cluster'), database: name, username: superuser })

beforeAll(() => createDatabase(superuserAddress(), { name, owner: ownerRole }))
afterAll(() => dropDatabase(superuserAddress(), name))

test('two parallel migrations of an empty database both succeed, and one does the work', async () => {
  const outcomes = await Promise.all([migrate(owner()), migrate(owner())])
  expect(outcomes.filter(({ migrations }) => migrations > 0)).toHaveLength(1)
  expect(await migrate(owner())).toEqual({ migrations: 0, objects: false })
})

test('SQL statements of another version are pending, and applying them changes no data', async () => {
  await using database = disposable(connect(owner(), { max: 1 }))
  await database.sql`INSERT INTO setting VALUES ('kept', 'yes')`
  await database.sql`UPDATE drizzle.objects SET hash = 'of an older version'`
  expect(await pendingMigrations(database.sql)).toEqual({ migrations: 0, objects: true })
  await migrate(owner())
  expect(await pendingMigrations(database.sql)).toEqual({ migrations: 0, objects: false })
  expect(await database.sql`SELECT value FROM setting WHERE key = 'kept'`).toEqual([{ value: 'yes' }])
})

test('the server can check the version of its database', async () => {
  await using server = disposable(connect({ ...inject('cluster'), database: name, username: serverRole }, { max: 1 }))
  expect(await pendingMigrations(server.sql)).toEqual({ migrations: 0, objects: false })
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

const disposable = (sql: Database) => ({ sql, [Symbol.asyncDispose]: () => sql.end() })
