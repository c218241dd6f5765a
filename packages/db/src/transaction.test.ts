import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from './connect.ts'
import { savedFilter } from './schema/saved-filters.ts'
import { createCanaries } from './testing/canaries.ts'
import { testDatabase, type TestDatabase } from './testing/database.ts'
import { withRole, withTransaction, type Transaction, type TransactionContext } from './transaction.ts'

let database: TestDatabase
/** One connection, so transactions follow each other on it. */
let pool: Database

beforeAll(async () => {
  database = await testDatabase()
  await createCanaries(database.owner)
  pool = connect(database.addresses.server, { max: 1 })
})
afterAll(async () => {
  await pool.end()
  await database.dispose()
})

const rome: TransactionContext = { actor: 'ca@example.org', source: 'form', scope: { kind: 'centre', centre: 'RM01' } }

const insertFilter = async ({ sql, db }: Pick<Transaction, 'sql' | 'db'>, name: string) => {
  const [author] = await sql<{ id: number }[]>`SELECT id FROM staff_user LIMIT 1`
  const [made] = await db
    .insert(savedFilter)
    .values({ name, description: 'd', authorId: author?.id ?? 0, fields: { PATIENT: 'ALL' }, condition: { list: [1, 'a'] } })
    .returning()
  return made
}

test('THREAT-44: the next user of a pooled connection inherits neither context nor role, also after a failure', async () => {
  await withTransaction(pool, rome, (tx) => withRole(tx, 'registry_filter', async () => {}))
  expect(await pool`SELECT FROM patient`).toHaveLength(0)
  await expect(
    withTransaction(pool, rome, (tx) =>
      withRole(tx, 'registry_worker', () => {
        throw new Error('half-way')
      }),
    ),
  ).rejects.toThrow('half-way')
  expect(await pool`SELECT FROM patient`).toHaveLength(0)
  expect(await pool`SELECT current_user AS me`).toEqual([{ me: 'registry_server' }])
})

test('a failure rolls back all changes', async () => {
  const failing = withTransaction(pool, rome, async ({ sql }) => {
    await sql`UPDATE patient_medical SET hb = 7`
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await withTransaction(pool, rome, ({ sql }) => sql`SELECT hb FROM patient_medical`)).toEqual([{ hb: 9 }])
})

test('Drizzle and SQL share the transaction, JSON is the same in both, and timestamps are ISO strings', async () => {
  await withTransaction(pool, rome, async ({ sql, db }) => {
    const made = await insertFilter({ sql, db }, 'seen by both')
    expect(made).toMatchObject({ fields: { PATIENT: 'ALL' }, version: 1, changedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) })
    const [raw] = await sql`SELECT condition, changed_at, jsonb_typeof(condition) AS type FROM saved_filter WHERE id = ${made?.id ?? 0}`
    expect(raw).toEqual({ condition: { list: [1, 'a'] }, changed_at: made?.changedAt, type: 'object' })
  })
})

test('FAULT-06: waits for locks and idle transactions of the server have time limits', async () => {
  const settings = await database.server`
    SELECT current_setting('lock_timeout') AS lock, current_setting('idle_in_transaction_session_timeout') AS idle`
  expect(settings).toEqual([{ lock: '5s', idle: '30s' }])
  const short = connect(database.addresses.server, { max: 1, settings: { idle_in_transaction_session_timeout: '50ms' } })
  await expect(short.begin(() => new Promise(() => {}))).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  expect(await short`SELECT 1 AS one`).toEqual([{ one: 1 }])
  await short.end()
})

test('a read-only transaction prevents writes', async () => {
  await expect(withTransaction(pool, rome, ({ sql }) => sql`UPDATE patient_medical SET hb = 7`, 'read only')).rejects.toThrow('read-only')
})
