import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '@registry/db/testing/database'
import { createImports } from '../features/imports/limits.ts'
import { createTurns } from './turns.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(() => database.owner`DELETE FROM work_turn`)
afterAll(() => database.dispose())

const listStates = () => database.owner<{ key: string; state: string }[]>`SELECT key, state FROM work_turn ORDER BY position`

test('FAULT-22: of two files of a centre on two servers the second waits before its transaction, and delays no other centre', async () => {
  const [first, second] = [createImports(database.server).queue, createImports(database.server).queue]
  const end = Promise.withResolvers<string>()
  const begun: string[] = []
  const run = (name: string, result: Promise<string>) => () => (begun.push(name), result)
  const ofRome = first.run('RM01', run('first', end.promise))
  await expect.poll(listStates).toEqual([{ key: 'RM01', state: 'running' }])
  const alsoOfRome = second.run('RM01', run('second', Promise.resolve('second')))
  expect(await second.run('MI01', run('other', Promise.resolve('other')))).toBe('other')
  await expect.poll(listStates).toEqual([
    { key: 'RM01', state: 'running' },
    { key: 'RM01', state: 'waiting' },
  ])
  expect(begun).toEqual(['first', 'other'])
  end.resolve('first')
  expect(await Promise.all([ofRome, alsoOfRome])).toEqual(['first', 'second'])
  expect(await listStates()).toEqual([])
})

test('FAULT-22: a client that leaves while its file waits for another server leaves no turn', async () => {
  const [first, second] = [createImports(database.server).queue, createImports(database.server).queue]
  const end = Promise.withResolvers<void>()
  const running = first.run('RM01', () => end.promise)
  await expect.poll(listStates).toHaveLength(1)
  const leaving = new AbortController()
  const left = expect(second.run('RM01', async () => {}, leaving.signal)).rejects.toMatchObject({ detail: { code: 'busy' } })
  await expect.poll(listStates).toHaveLength(2)
  leaving.abort()
  await left
  await expect.poll(listStates).toEqual([{ key: 'RM01', state: 'running' }])
  end.resolve()
  await running
})

test('FAULT-22: a turn that runs longer than its lease keeps it while its server lives', async () => {
  const limits = { running: 1, runningPerKey: 1, waiting: 1, waitingPerKey: 1 }
  const turns = createTurns({ database: database.server, kind: 'export', limits, leaseMs: 3000, pollMs: 50 })
  const turn = await turns.enter('a')
  await turn.begin(AbortSignal.any([]))
  const readLease = async (): Promise<string> =>
    (await database.owner<{ until: string }[]>`SELECT lease_until::text AS until FROM work_turn`)[0]?.until ?? ''
  const begun = await readLease()
  await expect.poll(readLease).not.toBe(begun)
  await turn.end()
  await turn.end()
  expect(turns.inUse).toEqual({ running: 0, waiting: 0 })
})

test('FAULT-03: a turn that ends while the database refuses work is removed as soon as it is back, long before its lease ends', async () => {
  const limits = { running: 1, runningPerKey: 1, waiting: 1, waitingPerKey: 1 }
  const turns = createTurns({ database: database.server, kind: 'import', limits, leaseMs: 3_600_000, pollMs: 50 })
  const turn = await turns.enter('RM01')
  await turn.begin(AbortSignal.any([]))
  await database.owner`REVOKE DELETE ON work_turn FROM registry_server`
  await turn.end()
  expect(await listStates()).toEqual([{ key: 'RM01', state: 'running' }])
  await database.owner`GRANT DELETE ON work_turn TO registry_server`
  await expect.poll(listStates).toEqual([])
})
