import { AppError } from '@registry/domain/error'
import type { ImportQueue } from '../../deps.ts'

export type QueueOptions = {
  /** Imports that run at a time. Each takes a process and a connection. One centre has at most one. */
  readonly concurrency: number
  readonly maxWaiting: number
  readonly maxWaitMilliseconds: number
}

type Waiting = { readonly centre: string; readonly start: () => void }

const busy = (): AppError => new AppError('busy', { seconds: 30 })

/** Runs imports in the order of their arrival. The files of one centre run one after the other and delay no other centre. */
export const createImportQueue = ({ concurrency, maxWaiting, maxWaitMilliseconds }: QueueOptions): ImportQueue => {
  const waiting: Waiting[] = []
  const running = new Set<string>()

  const startNext = (): void => {
    while (running.size < concurrency) {
      const at = waiting.findIndex(({ centre }) => !running.has(centre))
      const [next] = at === -1 ? [] : waiting.splice(at, 1)
      if (!next) return
      running.add(next.centre)
      next.start()
    }
  }

  const waitForPlace = (centre: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.splice(waiting.indexOf(entry), 1)
        reject(busy())
      }
      const timer = setTimeout(leave, maxWaitMilliseconds)
      const start = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const entry: Waiting = { centre, start }
      waiting.push(entry)
      startNext()
      if (waiting.length > maxWaiting) {
        clearTimeout(timer)
        leave()
      }
    })

  return {
    run: async (centre, work) => {
      await waitForPlace(centre)
      try {
        return await work()
      } finally {
        running.delete(centre)
        startNext()
      }
    },
    get inUse() {
      return { running: running.size, waiting: waiting.length, places: concurrency + maxWaiting }
    },
  }
}
