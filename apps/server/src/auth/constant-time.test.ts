import { describe, expect, it } from 'vitest'
import { runInConstantTime } from './constant-time.ts'

/** The time of a response after work of the given length. Only work and waiting move the clock. */
const leaves = async (took: number, fails: boolean): Promise<number> => {
  let now = 1000
  const timer = {
    now: () => now,
    wait: async (ms: number) => {
      now += ms
    },
  }
  const work = async (): Promise<void> => {
    now += took
    if (fails) throw new Error('refused')
  }
  await runInConstantTime({ timer }, 100, work).catch(() => {})
  return now - 1000
}

describe('THREAT-12: a response', () => {
  it.each([
    [0, 100],
    [3, 100],
    [99, 100],
    [100, 100],
    [101, 200],
    [450, 500],
  ])('that took %d ms is sent after %d, rejected or not', async (took, after) => {
    expect(await leaves(took, false)).toBe(after)
    expect(await leaves(took, true)).toBe(after)
  })
})
