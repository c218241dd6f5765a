import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '../deps.ts'

/** The clock that answers are held back by; a test has its own. */
export type Timer = { readonly now: () => number; readonly wait: (ms: number) => Promise<unknown> }

export const systemTimer: Timer = { now: () => performance.now(), wait }

/**
 * Lets an answer leave only at whole multiples of a step from its beginning, so that what was done for it (a code made, a
 * name unknown) cannot be read from the time it took (D6, T12).
 */
export const runInConstantTime = async <T>({ timer }: Pick<Deps, 'timer'>, stepMs: number, work: () => Promise<T>): Promise<T> => {
  const start = timer.now()
  try {
    return await work()
  } finally {
    const taken = timer.now() - start
    await timer.wait(Math.max(1, Math.ceil(taken / stepMs)) * stepMs - taken)
  }
}
