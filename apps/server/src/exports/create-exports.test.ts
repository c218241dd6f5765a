import { availableParallelism } from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'
import { createStaffCaller } from '../testing/staff-caller.ts'
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
