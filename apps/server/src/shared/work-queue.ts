import { AppError } from '@registry/domain/error'

type QueueOptions = {
  /** Work that runs at a time. */
  readonly concurrency: number
  readonly maxWaiting: number
  readonly maxWaitMilliseconds: number
}

/** Runs work in the order of its arrival, with limits on what runs and what waits. */
export type WorkQueue = {
  /**
   * Runs work when a place is free. Work with the same key runs one after the other and delays no other key. If `left` aborts while the work
   * waits, the work never runs.
   * @throws AppError busy if too much waits, or the wait is too long
   */
  readonly run: <T>(key: string, work: () => Promise<T>, left?: AbortSignal) => Promise<T>
  readonly inUse: { readonly running: number; readonly waiting: number; readonly places: number }
}

type Waiting = { readonly key: string; readonly start: () => void }

const busy = (): AppError => new AppError('busy', { seconds: 30 })

export const createWorkQueue = ({ concurrency, maxWaiting, maxWaitMilliseconds }: QueueOptions): WorkQueue => {
  const waiting: Waiting[] = []
  const running = new Set<string>()

  const startNext = (): void => {
    while (running.size < concurrency) {
      const at = waiting.findIndex(({ key }) => !running.has(key))
      const [next] = at === -1 ? [] : waiting.splice(at, 1)
      if (!next) return
      running.add(next.key)
      next.start()
    }
  }

  const waitForPlace = (key: string, left: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const stopWaiting = (): void => {
        clearTimeout(timer)
        left?.removeEventListener('abort', leave)
      }
      const leave = (): void => {
        stopWaiting()
        waiting.splice(waiting.indexOf(entry), 1)
        reject(busy())
      }
      const start = (): void => {
        stopWaiting()
        resolve()
      }
      const timer = setTimeout(leave, maxWaitMilliseconds)
      const entry: Waiting = { key, start }
      left?.addEventListener('abort', leave)
      waiting.push(entry)
      startNext()
      if (waiting.length > maxWaiting) leave()
    })

  return {
    run: async (key, work, left) => {
      if (left?.aborted) throw busy()
      await waitForPlace(key, left)
      try {
        return await work()
      } finally {
        running.delete(key)
        startNext()
      }
    },
    get inUse() {
      return { running: running.size, waiting: waiting.length, places: concurrency + maxWaiting }
    },
  }
}
