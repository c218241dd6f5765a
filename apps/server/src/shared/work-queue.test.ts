import { expect, onTestFinished, test, vi } from 'vitest'
import { createWorkQueue } from './work-queue.ts'

const busy = { detail: { code: 'busy', params: { seconds: 30 } } }
const createQueue = (options: Partial<Parameters<typeof createWorkQueue>[0]> = {}) =>
  createWorkQueue({ concurrency: 2, maxWaiting: 3, maxWaitMilliseconds: 60_000, ...options })

/** Work that ends when the test releases it, and the order of its starts. */
const works = (queue: ReturnType<typeof createWorkQueue>) => {
  const begun: string[] = []
  const start = (key: string, name: string) => {
    const end = Promise.withResolvers<string>()
    const done = queue.run(key, () => {
      begun.push(name)
      return end.promise
    })
    return { end: () => end.resolve(name), done }
  }
  return { begun, start }
}

test('work runs in order, one of each key at a time, and more than may wait is rejected as busy', async () => {
  const queue = createQueue()
  const { begun, start } = works(queue)
  const all = [start('A', 'a1'), start('A', 'a2'), start('A', 'a3'), start('B', 'b1'), start('B', 'b2')]
  await expect(queue.run('C', async () => 1)).rejects.toMatchObject(busy)
  expect(begun).toEqual(['a1', 'b1'])
  expect(queue.inUse).toEqual({ running: 2, waiting: 3, slots: 5 })
  for (const { end, done } of all) {
    end()
    await done
  }
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3', 'b2'])
  expect(queue.inUse).toMatchObject({ running: 0, waiting: 0 })
})

test('failed work frees its slot', async () => {
  const queue = createQueue({ concurrency: 1 })
  await expect(queue.run('A', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await queue.run('A', async () => 1)).toBe(1)
})

test('work that waits too long is rejected as busy', async () => {
  const queue = createQueue({ concurrency: 1, maxWaitMilliseconds: 10 })
  const { start } = works(queue)
  const first = start('A', 'a1')
  await expect(queue.run('B', async () => 1)).rejects.toMatchObject(busy)
  first.end()
  await first.done
  expect(await queue.run('B', async () => 2)).toBe(2)
})

test('the timer of work that runs or was rejected affects no other work', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const queue = createQueue({ concurrency: 1, maxWaiting: 1, maxWaitMilliseconds: 100 })
  const { begun, start } = works(queue)
  const first = start('A', 'a1')
  await vi.advanceTimersByTimeAsync(50)
  const second = start('B', 'b1')
  await vi.advanceTimersByTimeAsync(10)
  await expect(queue.run('C', async () => 1)).rejects.toMatchObject(busy)
  await vi.advanceTimersByTimeAsync(60)
  expect(queue.inUse.waiting).toBe(1)
  first.end()
  await first.done
  const third = start('D', 'd1')
  await vi.advanceTimersByTimeAsync(50)
  expect(queue.inUse.waiting).toBe(1)
  second.end()
  await second.done
  third.end()
  expect(await third.done).toBe('d1')
  expect(begun).toEqual(['a1', 'b1', 'd1'])
})

test('work whose caller disconnects never runs and frees its slot', async () => {
  const queue = createQueue({ concurrency: 1, maxWaiting: 1 })
  const { begun, start } = works(queue)
  const first = start('A', 'a1')
  const caller = new AbortController()
  const second = expect(queue.run('B', async () => begun.push('b1'), caller.signal)).rejects.toMatchObject(busy)
  caller.abort()
  await second
  expect(queue.inUse.waiting).toBe(0)
  const third = start('C', 'c1')
  first.end()
  third.end()
  await third.done
  expect(begun).toEqual(['a1', 'c1'])
})
