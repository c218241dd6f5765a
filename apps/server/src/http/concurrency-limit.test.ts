import { expect, test } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

const busy = { detail: { code: 'busy', params: { seconds: 7 } } }
const limit = (onChange?: (state: 'full' | 'free') => void) =>
  createConcurrencyLimit({ places: 3, perKey: 2, retrySeconds: 7, ...(onChange && { onChange }) })

test('no key occupies all slots', () => {
  const { acquire } = limit()
  acquire('a')
  acquire('a')
  expect(() => acquire('a')).toThrow(expect.objectContaining(busy))
  acquire('b')
  expect(() => acquire('c')).toThrow(expect.objectContaining(busy))
})

test('a second release of a slot does nothing', () => {
  const places = limit()
  const [first] = [places.acquire('a'), places.acquire('a')]
  first()
  first()
  expect(places.inUse).toEqual({ used: 1, places: 3 })
  places.acquire('a')
  expect(() => places.acquire('a')).toThrow(expect.objectContaining(busy))
})

test('reports when the last slot is occupied and when one is free again', () => {
  const states: string[] = []
  const places = limit((state) => states.push(state))
  const taken = ['a', 'b', 'c'].map((key) => places.acquire(key))
  expect(states).toEqual(['full'])
  for (const release of taken) release()
  expect(states).toEqual(['full', 'free'])
  expect(places.inUse).toEqual({ used: 0, places: 3 })
})
