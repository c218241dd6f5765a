import { expect, test } from 'vitest'
import { AppError } from '@registry/domain/error'
import { withTimeLimit } from './time-limit.ts'

const rejection = new AppError('import_took_too_long', { minutes: 1 })
const limited = <T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>) => {
  const abandoned: string[] = []
  const result = withTimeLimit(
    { milliseconds, graceMilliseconds: 10 },
    { error: rejection, onAbandoned: () => abandoned.push('abandoned') },
    work,
  )
  return { result, abandoned }
}

test('work within the limit returns its result or its error', async () => {
  expect(await limited(60_000, async () => 1).result).toBe(1)
  await expect(limited(60_000, () => Promise.reject(new Error('its own'))).result).rejects.toThrow('its own')
})

test('work that ends at the signal fails with the error of the limit', async () => {
  const { result, abandoned } = limited(
    1,
    (signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('cancelled')))),
  )
  await expect(result).rejects.toBe(rejection)
  expect(abandoned).toEqual([])
})

test('work that never ends is abandoned', async () => {
  const { result, abandoned } = limited(1, () => new Promise(() => {}))
  await expect(result).rejects.toBe(rejection)
  expect(abandoned).toEqual(['abandoned'])
})

test('work that is done at the limit returns its result', async () => {
  const { result } = limited(1, (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve('stored'))))
  expect(await result).toBe('stored')
})
