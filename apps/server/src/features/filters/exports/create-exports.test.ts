import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '@registry/db/testing/database'
import { eventually } from '@registry/db/testing/eventually'
import { createStaffCaller } from '../../../testing/staff-caller.ts'
import { createExports } from './create-exports.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(() => database.owner`DELETE FROM work_turn`)
afterEach(() => vi.restoreAllMocks())
afterAll(() => database.dispose())

const { signal } = new AbortController()

/** Exports of two servers that run until they are ended. */
const startExports = () => {
  const servers = [createExports(database.server), createExports(database.server)] as const
  const running = new Set<string>()
  const releases = new Map<string, () => void>()
  const start = async (
    person: string,
    id: string,
    { left = signal, server = 0 }: { left?: AbortSignal; server?: 0 | 1 } = {},
  ): Promise<{ readonly done: Promise<void> }> => {
    const release = Promise.withResolvers<void>()
    releases.set(id, release.resolve)
    const started = await servers[server].start(createStaffCaller(`${person}@example.org`), id)
    const done = started.run(async () => {
      running.add(id)
      await release.promise
      running.delete(id)
    }, left)
    return { done }
  }
  const end = (id: string) => releases.get(id)?.()
  const expectRunning = (...ids: readonly string[]) => eventually(() => expect([...running].toSorted()).toEqual(ids.toSorted()))
  return { servers, start, end, expectRunning, running }
}

test('FAULT-24: an export that waits too long is rejected, and never runs', async () => {
  const limit = new AbortController()
  const { start, end, expectRunning, servers, running } = startExports()
  const [first, second] = [await start('dm', 'first'), await start('dm', 'second')]
  await expectRunning('first', 'second')
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  const late = await start('dm', 'late')
  const waiting = expect(late.done).rejects.toMatchObject({ detail: { code: 'busy' } })
  limit.abort()
  await waiting
  expect(servers[0].refused).toBe(1)
  end('first')
  await first.done
  expect([...running]).toEqual(['second'])
  end('second')
  await second.done
  expect(servers[0].inUse).toMatchObject({ running: 0, waiting: 0 })
})

test('FAULT-16, FAULT-22, REQ-EXP-13: of a person two exports run and ten wait in order, on whichever server, and the next one is rejected', async () => {
  const { start, end, expectRunning, servers } = startExports()
  const ids = Array.from({ length: 12 }, (_, index) => `export ${index}`)
  const all: { readonly done: Promise<void> }[] = []
  for (const [index, id] of ids.entries()) all.push(await start('dm', id, { server: index % 2 === 0 ? 0 : 1 }))
  await expectRunning('export 0', 'export 1')
  for (const server of [0, 1] as const)
    await expect(start('dm', 'too many', { server })).rejects.toMatchObject({ detail: { code: 'exports_under_way' } })
  const readPlace = (id: string) => servers[0].findProgress(createStaffCaller('dm@example.org'), id)
  await expect.poll(() => readPlace('export 11')).toMatchObject({ state: 'waiting', ahead: 9 })
  end('export 0')
  await expectRunning('export 1', 'export 2')
  await expect.poll(() => readPlace('export 11')).toMatchObject({ state: 'waiting', ahead: 8 })
  expect(await readPlace('export 2')).toMatchObject({ ahead: null })
  all.push(await start('dm', 'in the free slot'))
  for (const id of [...ids.slice(1), 'in the free slot']) end(id)
  await Promise.all(all.map(({ done }) => done))
  await expectRunning()
})

test('FAULT-22, REQ-EXP-13: three exports of the installation run, and those of more people wait in order', async () => {
  const { start, end, expectRunning, servers } = startExports()
  const leaving = new AbortController()
  const all = [await start('dm', 'a'), await start('dm', 'b', { server: 1 }), await start('dm', 'c'), await start('ca', 'd', { server: 1 })]
  const leaver = await start('ga', 'e', { left: leaving.signal })
  all.push(await start('ga', 'f', { server: 1 }))
  const left = expect(leaver.done).rejects.toMatchObject({ detail: { code: 'busy' } })
  await expectRunning('a', 'b', 'd')
  expect(servers.map(({ inUse }) => inUse)).toEqual([
    { running: 1, waiting: 2, slots: 3 },
    { running: 2, waiting: 1, slots: 3 },
  ])
  leaving.abort()
  await left
  expect(servers[0].refused, 'the client left').toBe(0)
  end('d')
  await expectRunning('a', 'b', 'f')
  end('a')
  await expectRunning('b', 'f', 'c')
  for (const id of ['b', 'c', 'f']) end(id)
  await Promise.all(all.map(({ done }) => done))
})

test('REQ-EXP-13: a hundred exports wait, and the next one is rejected as busy', async () => {
  await database.owner`
    INSERT INTO work_turn (kind, key, state, lease_until)
    SELECT 'export', 'person ' || number, CASE WHEN number <= 3 THEN 'running' ELSE 'waiting' END, now() + interval '1 hour' FROM generate_series(1, 103) AS number`
  const { start } = startExports()
  await expect(start('dm', 'too many')).rejects.toMatchObject({ detail: { code: 'busy' } })
})

test('FAULT-22: the exports of a server that was killed end with its lease', async () => {
  await database.owner`
    INSERT INTO work_turn (kind, key, state, lease_until) SELECT 'export', 'killed', 'running', now() + interval '1 hour' FROM generate_series(1, 3)`
  const { start, end, expectRunning, running } = startExports()
  const waiting = await start('dm', 'next')
  expect([...running]).toEqual([])
  await database.owner`UPDATE work_turn SET lease_until = now() - interval '1 s' WHERE key = 'killed'`
  await expectRunning('next')
  end('next')
  await waiting.done
})
