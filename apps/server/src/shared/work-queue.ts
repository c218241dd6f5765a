import PQueue from 'p-queue'
import { AppError } from '@registry/domain/error'
import type { Turns } from './turns.ts'

type QueueOptions = {
  /** The maximum number of parallel tasks. */
  readonly concurrency: number
  readonly maxWaiting: number
  readonly maxWaitMilliseconds: number
  /** Work with the same key also waits for that of other servers. */
  readonly turns?: Turns
}

/** Runs work in the order of its arrival, with limits on running and waiting work. */
export type WorkQueue = {
  /**
   * Runs work when a slot is free. Work with the same key runs one after the other and delays no other key. If `left` aborts while the work
   * waits, the work never runs.
   * @throws AppError busy if too much work waits, or the wait is too long
   */
  readonly run: <T>(key: string, work: () => Promise<T>, left?: AbortSignal) => Promise<T>
  /** The number of rejected calls so far. */
  readonly refused: number
  readonly inUse: { readonly running: number; readonly waiting: number; readonly slots: number }
}

const busy = (): AppError => new AppError('busy', { seconds: 30 })

export const createWorkQueue = ({ concurrency, maxWaiting, maxWaitMilliseconds, turns }: QueueOptions): WorkQueue => {
  const running = new PQueue({ concurrency })
  const keys = new Map<string, PQueue>()
  const slots = concurrency + maxWaiting
  let used = 0
  let refused = 0
  const refuse = (): AppError => {
    refused += 1
    return busy()
  }

  const runInSlot = <T>(key: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    const sameKey = keys.get(key) ?? new PQueue({ concurrency: 1 })
    keys.set(key, sameKey)
    const runInTurn = async (): Promise<T> => {
      const turn = await turns?.enter(key)
      try {
        await turn?.begin(signal)
        return await running.add(work, { signal })
      } finally {
        await turn?.end()
      }
    }
    return sameKey.add(runInTurn, { signal })
  }

  return {
    run: async (key, work, left) => {
      if (left?.aborted) throw busy()
      if (used >= slots) throw refuse()
      const waiting = new AbortController()
      const leave = (): void => waiting.abort(busy())
      const timer = setTimeout(() => waiting.abort(refuse()), maxWaitMilliseconds)
      left?.addEventListener('abort', leave)
      const stopWaiting = (): void => {
        clearTimeout(timer)
        left?.removeEventListener('abort', leave)
      }
      used += 1
      try {
        return await runInSlot(
          key,
          () => {
            stopWaiting()
            return work()
          },
          waiting.signal,
        )
      } finally {
        stopWaiting()
        used -= 1
      }
    },
    get refused() {
      return refused
    },
    get inUse() {
      return { running: running.pending, waiting: used - running.pending, slots }
    },
  }
}
