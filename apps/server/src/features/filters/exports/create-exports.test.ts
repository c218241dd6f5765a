import { eventually } from '@registry/db/testing/eventually'
import { availableParallelism } from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'
import { createStaffCaller } from '../../../testing/staff-caller.ts'
import { createExports } from './create-exports.ts'

afterEach(() => vi.restoreAllMocks())

test('FAULT-24: one limit ends the wait of an export for its turn to run and to choose its patients', async () => {
  const limit = new AbortController()
  const limits = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  const exports = createExports()
  const { signal } = new AbortController()
  const release = Promise.withResolvers<void>()
  const start = (name: string, work: () => Promise<void>) => exports.start(createStaffCaller(name), name).run(work, signal)
  const choosing = Array.from({ length: availableParallelism() }, (_, number) => start(`${number}@example.org`, () => release.promise))
  const work = vi.fn(async () => {})
  const waiting = expect(start('late@example.org', work)).rejects.toMatchObject({ detail: { code: 'busy' } })
  expect(new Set(limits.mock.calls.map(([ms]) => ms))).toEqual(new Set([100_000]))
  limit.abort()
  await waiting
  expect(work).not.toHaveBeenCalled()
  release.resolve()
  await Promise.allSettled(choosing)
})

test('FAULT-16, REQ-EXP-13: two exports of a person run, ten wait for their turn, and the next one is refused', async () => {
  const exports = createExports()
  const caller = createStaffCaller('dm@example.org')
  const { signal } = new AbortController()
  const running = new Set<string>()
  const releases = new Map<string, () => void>()
  const done: Promise<void>[] = []
  const start = (id: string): void => {
    const release = Promise.withResolvers<void>()
    releases.set(id, release.resolve)
    const work = async ({ end }: { readonly end: () => void }): Promise<void> => {
      end()
      running.add(id)
      await release.promise
      running.delete(id)
    }
    done.push(exports.start(caller, id).run(work, signal))
  }
  const ids = Array.from({ length: 12 }, (_, index) => `export ${index}`)
  for (const id of ids) start(id)
  await eventually(() => expect([...running]).toEqual(ids.slice(0, 2)))
  expect(() => start('too many')).toThrow(expect.objectContaining({ detail: expect.objectContaining({ code: 'exports_under_way' }) }))
  const other = vi.fn(async () => {})
  await exports.start(createStaffCaller('other@example.org'), 'theirs').run(other, signal)
  expect(other).toHaveBeenCalledOnce()
  releases.get('export 0')?.()
  await eventually(() => expect([...running]).toEqual(ids.slice(1, 3)))
  start('in the free place')
  for (const id of [...ids, 'in the free place']) {
    await eventually(() => expect(running.has(id) || id === 'export 0').toBe(true))
    releases.get(id)?.()
  }
  await Promise.all(done)
  expect(running.size).toBe(0)
})
