import { expect, test } from 'vitest'
import { slots } from './slots.ts'

test('so many run at a time, so many wait in order, one more is asked to come again', async () => {
  const turns = slots(2, 2)
  const begun: number[] = []
  const ends = [0, 1, 2, 3].map(() => Promise.withResolvers<void>())
  const works = ends.map(({ promise }, number) =>
    turns.take(async () => {
      begun.push(number)
      await promise
      return number
    }),
  )
  await expect(turns.take(async () => 4)).rejects.toMatchObject({ fault: { code: 'busy', params: { seconds: 30 } } })
  expect(begun).toEqual([0, 1])
  ends[1]?.resolve()
  await works[1]
  await Promise.resolve()
  expect(begun).toEqual([0, 1, 2])
  for (const { resolve } of ends) resolve()
  expect(await Promise.all(works)).toEqual([0, 1, 2, 3])
  expect(await turns.take(async () => 5)).toBe(5)
})

test('a failure gives its turn on', async () => {
  const turns = slots(1, 1)
  await expect(turns.take(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns.take(async () => 1)).toBe(1)
})
