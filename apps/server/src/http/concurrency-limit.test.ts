import { expect, test } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

const busy = { detail: { code: 'busy', params: { seconds: 7 } } }
const limit = (onChange?: (state: 'full' | 'free') => void) =>
  createConcurrencyLimit({ slots: 3, perKey: 2, retrySeconds: 7, ...(onChange && { onChange }) })

test('no key occupies all slots', () => {
  const { acquire } = limit()
  acquire('a')
  acquire('a')
  expect(() => acquire('a')).toThrow(expect.objectContaining(busy))
  acquire('b')
  expect(() => acquire('c')).toThrow(expect.objectContaining(busy))
})

test('a second release of a slot does nothing', () => {
  const limited = limit()
  const [first] = [limited.acquire('a'), limited.acquire('a')]
  first()
  first()
  expect(limited.inUse).toEqual({ used: 1, slots: 3 })
  limited.acquire('a')
  expect(() => limited.acquire('a')).toThrow(expect.objectContaining(busy))
})

test('reports when the last slot is occupied and when one is free again', () => {
  const states: string[] = []
  const limited = limit((state) => states.push(state))
  const taken = ['a', 'b', 'c'].map((key) => limited.acquire(key))
  expect(states).toEqual(['full'])
  for (const release of taken) release()
  expect(states).toEqual(['full', 'free'])
  expect(limited.inUse).toEqual({ used: 0, slots: 3 })
})
