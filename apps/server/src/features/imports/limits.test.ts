import { expect, onTestFinished, test, vi } from 'vitest'
import { connect } from '@registry/db/connect'
import type { Turns } from '../../shared/turns.ts'
import { createImports as createWithTurns, timeoutSettings } from './limits.ts'

const minute = 60_000
/** No other server imports. */
const free: Turns = { enter: async () => ({ begin: async () => {}, end: async () => {} }), inUse: { running: 0, waiting: 0 } }
const createImports = () => createWithTurns(connect('postgres:///unused'), free)

test('FAULT-06: an import has ten minutes and one more to answer; two run at a time and twenty can wait', () => {
  const { queue, timeLimit } = createImports()
  expect(timeLimit).toEqual({ milliseconds: 10 * minute, graceMilliseconds: minute })
  expect(queue.inUse).toEqual({ running: 0, waiting: 0, slots: 22 })
})

test('FAULT-06, FAULT-16: the database ends a statement at the limit and the transaction soon after', () => {
  expect(timeoutSettings({ milliseconds: 10 * minute, graceMilliseconds: minute }).split('; ')).toEqual([
    'SET LOCAL statement_timeout = 600000',
    'SET LOCAL idle_in_transaction_session_timeout = 600000',
    'SET LOCAL transaction_timeout = 630000',
    'SET LOCAL lock_timeout = 60000',
  ])
})

test('the lock timeout is never longer than the time limit, and all times are whole milliseconds', () => {
  const settings = timeoutSettings({ milliseconds: 500, graceMilliseconds: 5 })
  expect(settings).toContain('lock_timeout = 500')
  expect(settings).toContain('transaction_timeout = 503')
})

test('FAULT-06: an import waits at most ten minutes for a slot', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { queue } = createImports()
  const end = Promise.withResolvers<void>()
  const first = queue.run('RM01', () => end.promise)
  const outcome = queue.run('RM01', async () => 'imported').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(10 * minute - 1)
  expect(queue.inUse.waiting).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(queue.inUse.waiting).toBe(0)
  expect(await outcome).toMatchObject({ detail: { code: 'busy' } })
  end.resolve()
  await first
})
