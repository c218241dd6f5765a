import { setTimeout as wait } from 'node:timers/promises'

/**
 * Lets an answer leave only at whole multiples of a step from its beginning, so that what was done for it (a code made, a
 * name unknown) cannot be read from the time it took (D6, T12).
 */
export const evenly = async <T>(stepMs: number, work: () => Promise<T>): Promise<T> => {
  const start = performance.now()
  try {
    return await work()
  } finally {
    const taken = performance.now() - start
    await wait(Math.ceil(taken / stepMs) * stepMs - taken)
  }
}
