import { eventually } from '@registry/db/testing/eventually'
import { afterEach, expect, test, vi } from 'vitest'
import { createStaffCaller } from '../../../testing/staff-caller.ts'
import { createExports } from './create-exports.ts'

afterEach(() => vi.restoreAllMocks())

const { signal } = new AbortController()

/** Exports of one server that run until they are ended. */
const startExports = () => {
  const exports = createExports()
  const running = new Set<string>()
  const releases = new Map<string, () => void>()
  const start = (person: string, id: string, left = signal): Promise<void> => {
    const release = Promise.withResolvers<void>()
    releases.set(id, release.resolve)
    const work = async (): Promise<void> => {
      running.add(id)
      await release.promise
      running.delete(id)
    }
    return exports.start(createStaffCaller(`${person}@example.org`), id).run(work, left)
  }
  const expectRunning = (...ids: readonly string[]) => eventually(() => expect([...running]).toEqual(ids))
  return { exports, start, end: (id: string) => releases.get(id)?.(), expectRunning }
}

test('FAULT-24: an export that waits too long is rejected, and never runs', async () => {
  const limit = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  const { start, end, expectRunning, exports } = startExports()
  const [first, second] = [start('dm', 'first'), start('dm', 'second')]
  await expectRunning('first', 'second')
  const waiting = expect(start('dm', 'late')).rejects.toMatchObject({ detail: { code: 'busy' } })
  limit.abort()
  await waiting
  end('first')
  await first
  await expectRunning('second')
  end('second')
  await second
  expect(exports.inUse).toMatchObject({ running: 0, waiting: 0 })
})

test('FAULT-16, REQ-EXP-13: two exports of a person run, ten wait in order, and the next one is rejected', async () => {
  const { start, end, expectRunning } = startExports()
  const ids = Array.from({ length: 12 }, (_, index) => `export ${index}`)
  const done = ids.map((id) => start('dm', id))
  await expectRunning('export 0', 'export 1')
  expect(() => start('dm', 'too many')).toThrow(expect.objectContaining({ detail: expect.objectContaining({ code: 'exports_under_way' }) }))
  end('export 0')
  await expectRunning('export 1', 'export 2')
  done.push(start('dm', 'in the free slot'))
  for (const id of [...ids.slice(1), 'in the free slot']) end(id)
  await Promise.all(done)
  await expectRunning()
})

test('REQ-EXP-13: three exports of a server run, and those of more people wait in order', async () => {
  const { start, end, expectRunning, exports } = startExports()
  const leaving = new AbortController()
  const done = [start('dm', 'a'), start('dm', 'b'), start('dm', 'c'), start('ca', 'd'), start('ga', 'f')]
  const left = expect(start('ga', 'e', leaving.signal)).rejects.toMatchObject({ detail: { code: 'busy' } })
  await expectRunning('a', 'b', 'd')
  expect(exports.inUse).toEqual({ running: 3, waiting: 3, slots: 3 })
  leaving.abort()
  await left
  end('d')
  await expectRunning('a', 'b', 'f')
  end('a')
  await expectRunning('b', 'f', 'c')
  for (const id of ['b', 'c', 'f']) end(id)
  await Promise.all(done)
})
