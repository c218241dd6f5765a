import { formatActorName, type Caller } from '@registry/api-contract/caller'
import type { Progress } from '@registry/api-contract/progress'
import { AppError } from '@registry/domain/error'
import { createWorkProgress, type StartedWork } from '../../../shared/work-progress.ts'

type StartedExport = {
  /**
   * Runs the export when a slot is free, unless its client disconnects first. Removes the export after every outcome.
   * @throws AppError busy
   */
  run(work: () => Promise<void>, left: AbortSignal): Promise<void>
  /** Sets the number of rows of the file, or of those sent so far. */
  readonly update: StartedWork['update']
  /** Frees the slot when the whole file is sent. The client may begin the next export before this transaction has ended. */
  readonly finish: StartedWork['end']
}

export type Exports = {
  /**
   * Adds an export to the queue. It runs synchronously, so a hundred parallel requests cannot all pass (FAULT-16).
   * @throws AppError exports_under_way if the person has too many
   */
  start(caller: Caller, id: string): StartedExport
  findProgress(caller: Caller, id: string): Progress
  /** The number of rejected exports so far. */
  readonly refused: number
  readonly inUse: { readonly running: number; readonly waiting: number; readonly slots: number }
}

/** Maximum number of running exports of a server (REQ-EXP-13). */
const maxRunning = 3
/** Maximum numbers of running and of waiting exports of one person (FAULT-16, REQ-EXP-13). */
const maxPerPerson = { running: 2, waiting: 10 }
/** The apps abandon a file after two minutes without a byte, so an export waits less (FAULT-24). */
const maxWaitMilliseconds = 100_000

type QueuedExport = { readonly person: string; readonly slot: PromiseWithResolvers<void>; running: boolean }

export const createExports = (): Exports => {
  const progress = createWorkProgress()
  /** In the order of arrival. */
  const queue = new Set<QueuedExport>()
  let refused = 0

  const count = (matches: (queued: QueuedExport) => boolean): number => [...queue].filter(matches).length
  const countRunning = (): number => count(({ running }) => running)

  const startNext = (): void => {
    for (const queued of queue) {
      if (countRunning() >= maxRunning) return
      if (queued.running || count(({ running, person }) => running && person === queued.person) >= maxPerPerson.running) continue
      queued.running = true
      queued.slot.resolve()
    }
  }

  const waitForSlot = async ({ slot }: QueuedExport, left: AbortSignal): Promise<void> => {
    const stopped = AbortSignal.any([left, AbortSignal.timeout(maxWaitMilliseconds)])
    const stop = (): void => {
      if (!left.aborted) refused += 1
      slot.reject(new AppError('busy', { seconds: 30 }))
    }
    if (stopped.aborted) stop()
    stopped.addEventListener('abort', stop)
    await slot.promise.finally(() => stopped.removeEventListener('abort', stop))
  }

  return {
    start: (caller, id) => {
      const person = formatActorName(caller.actor)
      const { running, waiting } = maxPerPerson
      if (count((queued) => queued.person === person) >= running + waiting) {
        refused += 1
        throw new AppError('exports_under_way', { running, waiting, seconds: 30 })
      }
      const queued: QueuedExport = { person, slot: Promise.withResolvers<void>(), running: false }
      queue.add(queued)
      const { update, end } = progress.start(caller, id)
      update({ state: 'waiting' })
      const finish = (): void => {
        end()
        queue.delete(queued)
        startNext()
      }
      return {
        run: async (work, left) => {
          try {
            startNext()
            await waitForSlot(queued, left)
            update({ state: 'running' })
            await work()
          } finally {
            finish()
          }
        },
        update,
        finish,
      }
    },
    findProgress: progress.find,
    get refused() {
      return refused
    },
    get inUse() {
      const running = countRunning()
      return { running, waiting: queue.size - running, slots: maxRunning }
    },
  }
}
