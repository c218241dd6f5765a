import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '@registry/db/testing/database'
import { withRole, withTransaction } from '@registry/db/transaction'
import { streamCopy } from './copy-stream.ts'

/** Lets the driver read ahead for many cycles of the event loop, while no reader takes its data. */
const letTheDriverRead = async (): Promise<void> => {
  for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.dispose())

const context = { actor: 'test', source: 'system', scope: { kind: 'none' } } as const

test('the transaction continues after a COPY with a reader slower than the database', async () => {
  const answer = await withTransaction(database.server, context, async (tx) => {
    let bytes = 0
    // Each row is larger than the buffer of the driver.
    for await (const piece of streamCopy(tx, `COPY (SELECT rpad('', 200000, 'x') FROM generate_series(1, 20)) TO STDOUT`)) {
      bytes += piece.length
      await letTheDriverRead()
    }
    const [row] = await tx.sql<{ one: number }[]>`SELECT 1 AS one`
    return { bytes, row }
  })
  expect(answer).toEqual({ bytes: 20 * 200_001, row: { one: 1 } })
})

test('FAULT-17: the database ends a COPY when its reader stops, also under another role', async () => {
  let pid = 0
  const left = withTransaction(database.server, context, (tx) =>
    withRole(tx, 'registry_filter', async (inside) => {
      const [backend] = await inside.sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
      pid = backend!.pid
      // A terabyte, which would take days.
      for await (const piece of streamCopy(
        inside,
        `COPY (SELECT rpad(n::text, 1000) FROM (SELECT generate_series(1, 1000000000) AS n) AS s) TO STDOUT`,
      ))
        throw new Error(`left after ${piece.length > 0}`)
    }),
  )
  await expect(left).rejects.toThrow('left after true')
  const [state] = await database.server`SELECT state FROM pg_stat_activity WHERE pid = ${pid} AND query LIKE 'COPY%' AND state = 'active'`
  expect(state).toBe(undefined)
  expect(await database.server`SELECT 1 AS one`).toEqual([{ one: 1 }])
})
