import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import { testDatabase, type TestDatabase } from '@registry/db/testing/database'
import { runCancellable } from './cancellable.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.dispose())

const countSleepers = async (): Promise<number> => {
  const found = await database.owner`
    SELECT FROM pg_stat_activity WHERE state = 'active' AND wait_event = 'PgSleep' AND datname = current_database()`
  return found.length
}

test('a statement whose reader disconnected before does not start', async () => {
  const start = () => database.owner`SELECT pg_sleep(3600)`
  await expect(runCancellable(start, AbortSignal.abort(new Error('the reader left')))).rejects.toThrow('the reader left')
  expect(await countSleepers()).toBe(0)
})

test('FAULT-17: the database ends a statement when its signal aborts, and the transaction can end', async () => {
  const leaving = new AbortController()
  const left = database.owner.begin((sql) => runCancellable(() => sql`SELECT pg_sleep(3600)`, leaving.signal))
  left.catch(() => {})
  await eventually(async () => expect(await countSleepers()).toBe(1))
  leaving.abort(new Error('the reader left'))
  await expect(left).rejects.toThrow('the reader left')
  expect(await countSleepers()).toBe(0)
})
