import { expect, test, vi } from 'vitest'
import { prefetch } from './prefetch.ts'

const step = (number: number) => ({ number, bytes: new Uint8Array(10) })
async function* counted(to: number, told: (number: number) => void) {
  for (let number = 1; number <= to; number += 1) {
    told(number)
    yield step(number)
  }
}
/** Lets everything run that does not wait for the reader. */
const untilQuiet = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

test('takes some while nobody wants them, no more than it may hold, and gives them together and all in order', async () => {
  const told = vi.fn<(number: number) => void>()
  const stop = vi.fn<() => void>()
  const steps = prefetch(counted(10, told), 35, stop)
  expect((await steps.next()).value).toEqual([step(1)])
  await untilQuiet()
  expect(told.mock.calls.length).toBeGreaterThan(3)
  expect(told.mock.calls.length).toBeLessThan(8)
  const rest: number[][] = []
  for await (const together of steps) rest.push(together.map(({ number }) => number))
  expect(rest[0]?.length).toBeGreaterThan(1)
  expect(rest.flat()).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('a failure comes after what was before it', async () => {
  const failing = async function* () {
    yield step(1)
    throw new Error('late')
  }
  const seen: number[] = []
  const all = async (): Promise<void> => {
    for await (const together of prefetch(failing(), 100, () => {})) seen.push(...together.map(({ number }) => number))
  }
  await expect(all()).rejects.toThrow('late')
  expect(seen).toEqual([1])
})

test('whoever stops early stops the source', async () => {
  const stop = vi.fn<() => void>()
  for await (const together of prefetch(
    counted(1000, () => {}),
    20,
    stop,
  ))
    if (together.some(({ number }) => number >= 2)) break
  expect(stop).toHaveBeenCalledOnce()
})

test('holds the bytes that it may, and the step that passes them', async () => {
  const told = vi.fn<(number: number) => void>()
  const steps = prefetch(counted(10, told), 30, () => {})
  await steps.next()
  await untilQuiet()
  expect(told).toHaveBeenCalledTimes(5)
  await steps.return(undefined)
})

test('steps without bytes are given too', async () => {
  const source = async function* () {
    yield { number: 1 }
    yield { number: 2, bytes: new Uint8Array(10) }
  }
  const seen: number[] = []
  for await (const together of prefetch<{ number: number; bytes?: Uint8Array }>(source(), 100, () => {}))
    seen.push(...together.map(({ number }) => number))
  expect(seen).toEqual([1, 2])
})

test('ends with a source that ends later than its last step', async () => {
  const source = async function* () {
    yield step(1)
    await untilQuiet()
  }
  const steps = prefetch(source(), 100, () => {})
  expect((await steps.next()).value).toEqual([step(1)])
  expect(await steps.next()).toEqual({ done: true, value: undefined })
})

test('stopping ends a source that waits, and one that would go on for ever', async () => {
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
