import { describe, expect, test, vi } from 'vitest'
import { retryOnConflict } from './retry.ts'

const failure = (code: string) => Object.assign(new Error(code), { code })
/** Work that fails once with each error, then succeeds. */
const failing = (...errors: readonly unknown[]) => {
  const left = [...errors]
  return vi.fn<() => Promise<string>>(async () => {
    return left.length === 0 ? 'stored' : Promise.reject(left.shift())
  })
}

describe('FAULT-14: work that conflicts with another transaction', () => {
  test.each(['23505', '40001', '40P01'])('runs again on the current data (%s)', async (code) => {
    const work = failing(failure(code))
    expect(await retryOnConflict(work)).toBe('stored')
    expect(work).toHaveBeenCalledTimes(2)
  })

  test('runs four times at most, and fails with the last error', async () => {
    expect(await retryOnConflict(failing(failure('40001'), failure('23505'), failure('40001')))).toBe('stored')
    const last = failure('40P01')
    const work = failing(failure('40001'), failure('40001'), failure('40001'), last)
    await expect(retryOnConflict(work)).rejects.toBe(last)
    expect(work).toHaveBeenCalledTimes(4)
  })

  test.each([
    ['another error of the database', failure('23514')],
    ['an error without a code', new Error('40001')],
    ['a value that is no error', { code: '40001' }],
  ])('does not run again after %s', async (_, error) => {
    const work = failing(error)
    await expect(retryOnConflict(work)).rejects.toBe(error)
    expect(work).toHaveBeenCalledOnce()
  })
})
