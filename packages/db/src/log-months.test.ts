import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chainAuditLog } from './audit-chain.ts'
import { connect, type Database } from './connect.ts'
import { attachMonth, detachMonth, readMonth } from './detached-months.ts'
import { superuser } from './embedded/data-directory.ts'
import { testDatabase, type TestDatabase } from './testing/database.ts'
import { makeCentre, makePatient } from './testing/fixtures.ts'
import { addOldMonths, oldMonths } from './testing/old-months.ts'
import { patientContext } from './testing/use-test-database.ts'
import { systemContext, withRole, withTransaction } from './transaction.ts'
import { verifyAuditLog } from './verify-chain.ts'
import { withWholeLog } from './whole-log.ts'

const key = new Uint8Array(32).fill(7)
const [first, second] = oldMonths
let database: TestDatabase
/** An insider with superuser rights, whom no trigger stops. */
let root: Database

beforeEach(async () => {
  database = await testDatabase()
  root = connect({ ...database.addresses.owner, username: superuser }, { max: 1 })
  await root`SET session_replication_role = replica`
  await addOldMonths(database.owner)
})
afterEach(async () => {
  await root.end()
  await database.dispose()
})

const addEntries = (at: string, count: number, patients: readonly number[] = []) =>
  database.owner`
    INSERT INTO audit_log (at, username, command, action, duration_milli, outcome, reads)
    SELECT ${at}::timestamptz, 'ada@example.org', 'e_crf', 'LIST_PATIENTS', n, 'done', ${database.owner.json({ columns: ['HB'], role: 'CenterAdmin', patients: [...patients] })}
    FROM generate_series(1, ${count}::int) AS n`
const chain = () => chainAuditLog(database.server, async () => key)
const verify = () => verifyAuditLog(database.owner, [key])
const detach = async (month: string) => detachMonth(database.owner, key, await readMonth(database.owner, month))

/** Four entries of the first old month, three of the second, two of today. Their ids are 1 to 9. */
const fill = async (patients: readonly number[] = []) => {
  await addEntries('2014-12-31T12:00:00Z', 2, patients)
  await addEntries('2015-01-31T23:59:59Z', 2, patients)
  await addEntries('2015-02-01T00:00:00Z', 3, patients)
  await addEntries(new Date().toISOString(), 2, patients)
  await chain()
}

describe('REQ-OPS-26: the months of the log', () => {
  const listTables = async () =>
    (
      await database.owner<
        { name: string }[]
      >`SELECT relname AS name FROM pg_class WHERE relnamespace = 'log_month'::regnamespace AND relkind = 'r'`
    ).map(({ name }) => name)
  const make = () =>
    withTransaction(database.server, systemContext, (tx) => withRole(tx, 'registry_worker', ({ sql }) => sql`SELECT make_log_months()`))
  const countMissing = async () => {
    const [figures] = await withTransaction(database.server, systemContext, (tx) =>
      withRole(
        tx,
        'registry_worker',
        ({ sql }) => sql<{ missing: number }[]>`SELECT missing_log_months AS missing FROM count_operation_figures()`,
      ),
    )
    return figures?.missing
  }

  test('THREAT-47: each one refuses changes by itself, also to the owner', async () => {
    await fill([1])
    const tables = await listTables()
    expect(tables.length).toBeGreaterThan(10)
    const changes = (name: string) => [
      `TRUNCATE log_month.${name}`,
      ...(name.startsWith('audit_log') ? [`UPDATE log_month.${name} SET detail = 'x'`, `DELETE FROM log_month.${name}`] : []),
    ]
    for (const change of tables.flatMap(changes)) await expect(database.owner.unsafe(change), change).rejects.toThrow('is never changed')
    await expect(database.owner`DELETE FROM log_month.audit_read_2015_02`).rejects.toThrow('is never changed')
    await expect(database.server`SELECT FROM log_month.audit_log_2015_02`).rejects.toThrow('permission denied')
  })

  test('the next three are there; the job makes a missing one, and an entry of a month that is not there is stored', async () => {
    expect(await countMissing()).toBe(0)
    const tables = await listTables()
    const next = new Date()
    next.setUTCDate(1)
    next.setUTCMonth(next.getUTCMonth() + 3)
    const name = next.toISOString().slice(0, 7).replace('-', '_')
    await database.owner.unsafe(`DROP TABLE log_month.audit_log_${name}, log_month.audit_read_${name}`)
    expect(await countMissing()).toBe(1)
    next.setUTCMonth(next.getUTCMonth() + 1)
    await addEntries(next.toISOString(), 1, [1])
    await chain()
    expect(await verify()).toMatchObject({ links: 1 })
    await make()
    expect(await countMissing()).toBe(0)
    expect((await listTables()).toSorted()).toEqual(tables.toSorted())
    await make()
    expect(await verify()).not.toHaveProperty('mismatch')
  })

  test('one that ended less than ten years ago is not detached', async () => {
    const month = `${new Date().toISOString().slice(0, 7)}-01`
    await expect(detach(month)).rejects.toThrow('a month stays in the log for 10 years')
  })
})

describe('THREAT-47: a verification after a month was detached', () => {
  beforeEach(() => fill())

  test.each(["username = 'eve@example.org'", "at = at + interval '1 microsecond'"])(
    'names a row that was changed there: %s',
    async (change) => {
      await detach(second)
      expect(await verify()).toMatchObject({ links: 9, missing: 0 })
      expect(await database.owner`SELECT FROM audit_log`).toHaveLength(6)
      await root.unsafe(`UPDATE log_month.audit_log_2015_02 SET ${change} WHERE id = 6`)
      expect(await verify()).toMatchObject({ links: 5, mismatch: 'audit log: entry 6 does not match' })
      await attachMonth(database.owner, second)
      expect(await database.owner`SELECT FROM audit_log`).toHaveLength(9)
      expect(await verify()).toMatchObject({ links: 5, mismatch: 'audit log: entry 6 does not match' })
    },
  )

  test('names a row that was removed from it or added to it', async () => {
    await detach(first)
    await root`INSERT INTO log_month.audit_log_2015_01 OVERRIDING SYSTEM VALUE SELECT * FROM audit_log WHERE id = 9`
    await root`UPDATE log_month.audit_log_2015_01 SET id = 50 WHERE id = 9`
    expect(await verify()).toMatchObject({ mismatch: 'audit log: entry 50 is not in the chain' })
    await root`DELETE FROM log_month.audit_log_2015_01 WHERE id IN (2, 50)`
    expect(await verify()).toMatchObject({ links: 1, mismatch: 'audit log: entry 2 is missing' })
  })

  test('goes on when its table is no longer in the database, and names a row that was removed from another month', async () => {
    await detach(first)
    await root`CREATE TABLE dump AS TABLE log_month.audit_log_2015_01`
    await database.owner`DROP TABLE log_month.audit_log_2015_01`
    expect(await verify()).toMatchObject({ links: 5, missing: 4 })
    await root`DELETE FROM audit_log WHERE id = 8`
    expect(await verify()).toMatchObject({ mismatch: 'audit log: entry 8 is missing' })
    await root`UPDATE detached_log_month SET entries = 5, position = 9`
    expect(await verify()).toMatchObject({ mismatch: 'audit log: the head of the detached month 2015-01 is not signed' })
  })

  test('a dumped first month can be put back, and its rows are checked again', async () => {
    await detach(first)
    await root`CREATE TABLE dump AS TABLE log_month.audit_log_2015_01`
    await database.owner`DROP TABLE log_month.audit_log_2015_01`
    await database.owner`CREATE TABLE log_month.audit_log_2015_01 (LIKE audit_log)`
    await root`INSERT INTO log_month.audit_log_2015_01 SELECT * FROM dump`
    await attachMonth(database.owner, first)
    expect(await verify()).toMatchObject({ links: 9, missing: 0 })
    await root`UPDATE audit_log SET detail = 'x' WHERE id = 3`
    expect(await verify()).toMatchObject({ mismatch: 'audit log: entry 3 does not match' })
  })

  test('reads no batch while a month is detached: the detachment gives up after half a second', async () => {
    const found = await withWholeLog(database.owner, async (sql, entries) => {
      await expect(detach(first)).rejects.toThrow('lock timeout')
      return sql`SELECT FROM (${entries}) AS e`
    })
    expect(found).toHaveLength(9)
    await detach(first)
  })
})

test('REQ-PAT-18: a detached month changes no use of the last ten years, and keeps no patient', async () => {
  await makeCentre(database.owner, 'RM01')
  const { id } = await makePatient(database.owner, { centre: 'RM01', centrePatientCode: 'A', consents: { C_DB_M: true } })
  await fill([id])
  const listUses = (from: string) =>
    withTransaction(
      database.server,
      patientContext(id),
      ({ sql }) => sql`SELECT day, times, source FROM list_own_data_uses(${from}, 'infinity', 'it') WHERE source = 'list'`,
    )
  const tenYearsAgo = new Date()
  tenYearsAgo.setUTCFullYear(tenYearsAgo.getUTCFullYear() - 10)
  const recent = await listUses(tenYearsAgo.toISOString().slice(0, 10))
  expect(recent).toMatchObject([{ times: 2 }])
  expect(await listUses('-infinity')).toHaveLength(3)
  await detach(first)
  await detach(second)
  expect(await listUses('-infinity')).toEqual(recent)
  expect(await root`SELECT FROM audit_read WHERE at < '2015-03-01Z'`).toHaveLength(0)
  await attachMonth(database.owner, second)
  expect(await listUses('-infinity')).toEqual(recent)
})
