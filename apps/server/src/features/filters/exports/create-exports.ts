import { formatActorName, type Caller } from '@registry/api-contract/caller'
import type { Progress } from '@registry/api-contract/progress'
import { AppError } from '@registry/domain/error'
import type { Database } from '@registry/db/connect'
import { createTurns, type Turns } from '../../../shared/turns.ts'
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
   * Adds an export to the queue of the installation (FAULT-16).
   * @throws AppError exports_under_way if the person has too many, or busy
   */
  start(caller: Caller, id: string): Promise<StartedExport>
  findProgress(caller: Caller, id: string): Promise<Progress>
  /** The number of rejected exports so far. */
  readonly refused: number
  /** The exports of this server, of the slots of the installation. */
  readonly inUse: { readonly running: number; readonly waiting: number; readonly slots: number }
}

/** Exports of the installation that run and wait, and those of one person (FAULT-16, REQ-EXP-13). */
const limits = { running: 3, runningPerKey: 2, waiting: 100, waitingPerKey: 10 }
const maxWaitMilliseconds = 10 * 60_000

const tooManyOfPerson = (): AppError =>
  new AppError('exports_under_way', { running: limits.runningPerKey, waiting: limits.waitingPerKey, seconds: 30 })

export const createExports = (
  database: Database,
  turns: Turns = createTurns({ database, kind: 'export', limits, tooManyOfKey: tooManyOfPerson }),
): Exports => {
  const progress = createWorkProgress(database)
  let refused = 0
  const refuse = (error: unknown): never => {
    refused += 1
    throw error
  }

  return {
    start: async (caller, id) => {
      const turn = await turns.enter(formatActorName(caller.actor)).catch(refuse)
      const { update, end } = await progress.start(caller, id, 'waiting').catch(async (error: unknown) => {
        await turn.end()
        throw error
      })
      const finish = async (): Promise<void> => {
        await Promise.all([end(), turn.end()])
      }
      return {
        run: async (work, left) => {
          try {
            const waits = AbortSignal.any([left, AbortSignal.timeout(maxWaitMilliseconds)])
            await turn
              .begin(waits, (ahead) => update({ ahead }))
              .catch(() => {
                const busy = new AppError('busy', { seconds: 30 })
                throw left.aborted ? busy : refuse(busy)
              })
            update({ state: 'running' })
            await work()
          } finally {
            await finish()
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
      return { ...turns.inUse, slots: limits.running }
    },
  }
}
