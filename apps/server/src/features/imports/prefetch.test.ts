import { expect, test, vi } from 'vitest'
import { prefetch } from './prefetch.ts'

const step = (number: number) => ({ number, bytes: new Uint8Array(10) })
async function* counted(to: number, produced: (number: number) => void) {
  for (let number = 1; number <= to; number += 1) {
    produced(number)
    yield step(number)
  }
}
/** Lets everything run that does not wait for the consumer. */
const untilQuiet = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

test('buffers items while the consumer is busy, up to the limit, and yields them together and in order', async () => {
  const produced = vi.fn<(number: number) => void>()
  const stop = vi.fn<() => void>()
  const steps = prefetch(counted(10, produced), 35, stop)
  expect((await steps.next()).value).toEqual([step(1)])
  await untilQuiet()
  expect(produced.mock.calls.length).toBeGreaterThan(3)
  expect(produced.mock.calls.length).toBeLessThan(8)
  const rest: number[][] = []
  for await (const items of steps) rest.push(items.map(({ number }) => number))
  expect(rest[0]?.length).toBeGreaterThan(1)
  expect(rest.flat()).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('an error comes after the items before it', async () => {
  const failing = async function* () {
    yield step(1)
    throw new Error('late')
  }
  const received: number[] = []
  const all = async (): Promise<void> => {
    for await (const items of prefetch(failing(), 100, () => {})) received.push(...items.map(({ number }) => number))
  }
  await expect(all()).rejects.toThrow('late')
  expect(received).toEqual([1])
})

test('stopping early stops the source', async () => {
  const stop = vi.fn<() => void>()
  for await (const items of prefetch(
    counted(1000, () => {}),
    20,
    stop,
  ))
    if (items.some(({ number }) => number >= 2)) break
  expect(stop).toHaveBeenCalledOnce()
})

test('buffers up to the limit and the item that exceeds it', async () => {
  const produced = vi.fn<(number: number) => void>()
  const steps = prefetch(counted(10, produced), 30, () => {})
  await steps.next()
  await untilQuiet()
  expect(produced).toHaveBeenCalledTimes(5)
  await steps.return(undefined)
})

test('items without bytes are yielded too', async () => {
  const source = async function* () {
    yield { number: 1 }
    yield { number: 2, bytes: new Uint8Array(10) }
  }
  const received: number[] = []
  for await (const items of prefetch<{ number: number; bytes?: Uint8Array }>(source(), 100, () => {}))
    received.push(...items.map(({ number }) => number))
  expect(received).toEqual([1, 2])
})

test('ends when the source ends after its last item', async () => {
  const source = async function* () {
    yield step(1)
    await untilQuiet()
  }
  const steps = prefetch(source(), 100, () => {})
  expect((await steps.next()).value).toEqual([step(1)])
  expect(await steps.next()).toEqual({ done: true, value: undefined })
})

test('stopping ends a waiting source and an endless one', async () => {
  let ended = false
  const source = async function* () {
    try {
      for (let number = 1; ; number += 1) yield step(number)
    } finally {
      ended = true
    }
  }
  const steps = prefetch(source(), 20, () => {})
  await steps.next()
  await untilQuiet()
  await steps.return(undefined)
  expect(ended).toBe(true)
})
