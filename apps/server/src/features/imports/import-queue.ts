import { AppError } from '@registry/domain/error'
import type { ImportQueue } from '../../deps.ts'

export type QueueOptions = {
  /** Imports at a time, since each takes a process and a connection; of one centre never more than one. */
  readonly concurrency: number
  readonly mayWait: number
  readonly longestWaitMilliseconds: number
}

type Waiting = { readonly centre: string; readonly start: () => void }

const busy = (): AppError => new AppError('busy', { seconds: 30 })

/** Lets imports run in the order in which they came; a centre that sends many files holds no other back. */
export const createImportQueue = ({ concurrency, mayWait, longestWaitMilliseconds }: QueueOptions): ImportQueue => {
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

  const turn = (centre: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.splice(waiting.indexOf(entry), 1)
        reject(busy())
      }
      const timer = setTimeout(leave, longestWaitMilliseconds)
      const start = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const entry: Waiting = { centre, start }
      waiting.push(entry)
      startNext()
      if (waiting.length > mayWait) {
        clearTimeout(timer)
        leave()
      }
    })

  return {
    run: async (centre, work) => {
      await turn(centre)
      try {
        return await work()
      } finally {
        running.delete(centre)
        startNext()
      }
    },
    get inUse() {
      return { running: running.size, waiting: waiting.length, places: concurrency + mayWait }
    },
  }
}
