import { expect, onTestFinished, test, vi } from 'vitest'
import { createImportQueue } from './import-queue.ts'

const busy = { detail: { code: 'busy', params: { seconds: 30 } } }
const createQueue = (options: Partial<Parameters<typeof createImportQueue>[0]> = {}) =>
  createImportQueue({ concurrency: 2, maxWaiting: 3, maxWaitMilliseconds: 60_000, ...options })

/** Work that ends when the test releases it, and the order of its starts. */
const works = (queue: ReturnType<typeof createImportQueue>) => {
  const begun: string[] = []
  const start = (centre: string, name: string) => {
    const end = Promise.withResolvers<string>()
    const done = queue.run(centre, () => {
      begun.push(name)
      return end.promise
    })
    return { end: () => end.resolve(name), done }
  }
  return { begun, start }
}

test('imports run in order, one of each centre at a time, and one more than may wait is refused as busy', async () => {
  const queue = createQueue()
  const { begun, start } = works(queue)
  const all = [start('A', 'a1'), start('A', 'a2'), start('A', 'a3'), start('B', 'b1'), start('B', 'b2')]
  expect(begun).toEqual([])
  await expect(queue.run('C', async () => 1)).rejects.toMatchObject(busy)
  expect(begun).toEqual(['a1', 'b1'])
  expect(queue.inUse).toEqual({ running: 2, waiting: 3, places: 5 })
  for (const { end, done } of all) {
    end()
    await done
  }
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3', 'b2'])
  expect(queue.inUse).toMatchObject({ running: 0, waiting: 0 })
})

test('a failed import frees its place', async () => {
  const queue = createQueue({ concurrency: 1 })
  await expect(queue.run('A', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await queue.run('A', async () => 1)).toBe(1)
})

test('an import that waits too long is refused as busy', async () => {
  const queue = createQueue({ concurrency: 1, maxWaitMilliseconds: 10 })
  const { start } = works(queue)
  const first = start('A', 'a1')
  await expect(queue.run('B', async () => 1)).rejects.toMatchObject(busy)
  first.end()
  await first.done
  expect(await queue.run('B', async () => 2)).toBe(2)
})

test('the timer of an import that runs or was refused affects no other import', async () => {
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
