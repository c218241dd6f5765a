import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '@registry/db/testing/database'
import { inContext } from '@registry/db/transaction'
import { copyOut } from './pour.ts'

/** Turns of the loop in which the driver reads on while nobody takes what it has. */
const letTheDriverRead = async (): Promise<void> => {
  for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.dispose())

test('the transaction goes on after a COPY whose reader was slower than the database', async () => {
  const context = { actor: 'test', via: 'system', scope: { kind: 'none' } } as const
  const answer = await inContext(database.server, context, async (tx) => {
    let bytes = 0
    // Each row is more than the driver holds ready for a reader.
    for await (const piece of copyOut(tx, `COPY (SELECT rpad('', 200000, 'x') FROM generate_series(1, 20)) TO STDOUT`)) {
      bytes += piece.length
      await letTheDriverRead()
    }
    const [row] = await tx.sql<{ one: number }[]>`SELECT 1 AS one`
    return { bytes, row }
  })
  expect(answer).toEqual({ bytes: 20 * 200_001, row: { one: 1 } })
})
