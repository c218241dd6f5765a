import { setTimeout as wait } from 'node:timers/promises'

/** The clock for delayed responses. Tests inject their own. */
export type Timer = { readonly now: () => number; readonly wait: (ms: number) => Promise<unknown> }

export const systemTimer: Timer = { now: () => performance.now(), wait }

/** Delays a response to a multiple of a step, so its duration does not reveal the work behind it (REQ-ACC-09, THREAT-12). */
export const runInConstantTime = async <T>({ timer }: { readonly timer: Timer }, stepMs: number, work: () => Promise<T>): Promise<T> => {
  const start = timer.now()
  try {
    return await work()
  } finally {
    const taken = timer.now() - start
    await timer.wait(Math.max(1, Math.ceil(taken / stepMs)) * stepMs - taken)
  }
}
