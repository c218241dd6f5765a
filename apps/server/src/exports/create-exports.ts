import { availableParallelism } from 'node:os'
import type { Caller } from '@registry/api-contract/caller'
import type { Progress } from '@registry/api-contract/progress'
import { AppError } from '@registry/domain/error'
import { throttle, type ThrottleTimer } from '../http/throttle.ts'
import { createWorkProgress, type StartedWork } from '../work-progress.ts'
import { createWorkQueue, type WorkQueue } from '../work-queue.ts'
import { patientsPerRange, type PatientRanges } from './patient-ranges.ts'

/** The turn of an export to choose its patients and store its manifest. */
export type Preparation = {
  readonly ranges: PatientRanges
  /** Lets the next export choose its patients. */
  readonly end: () => void
}

type StartedExport = {
  /**
   * Runs the export in its turn, unless its client leaves before. Removes the export after every outcome.
   * @throws AppError busy
   */
  run(work: (preparation: Preparation) => Promise<void>, left: AbortSignal): Promise<void>
  /** Sets the number of rows of the file, or of those sent so far. */
  readonly update: StartedWork['update']
  /** Frees the place of the person: the whole file is sent, and the client may begin the next export before the transaction of this one has ended. */
  readonly finish: StartedWork['end']
}

/** The exports of one server. */
export type Exports = {
  /**
   * Registers a running export. It runs synchronously, so a hundred parallel requests cannot all pass (FAULT-16).
   * @throws AppError exports_under_way if the person has too many
   */
  start(caller: Caller, id: string): StartedExport
  findProgress(caller: Caller, id: string): Progress
  readonly queue: Pick<WorkQueue, 'inUse'>
}

/** Maximum number of parallel exports of one person (FAULT-16, REQ-EXP-13). */
const maxPerPerson = 2
/**
 * An export waits for its turn to run, and then to choose its patients. The apps give up a file after two minutes without a byte (FAULT-24), so
 * it waits less for both. Ten exports of 100,000 of a million patients choose them in turn within a minute.
 */
const waitLimits = { maxWaiting: 20, maxWaitMilliseconds: 100_000 }
/** An export does not rest later than this after its turn to choose began, so that ten have their turns before the limit of the last one. */
const maxRestingMilliseconds = 4000

/** Waits for the turn to prepare. Returns what ends the turn. */
const startPreparation = (preparations: WorkQueue, id: string, left: AbortSignal): Promise<() => void> =>
  new Promise((resolve, reject) => {
    preparations.run(id, () => new Promise<void>(resolve), left).catch(reject)
  })

type ExportsOptions = {
  readonly patientsPerRange?: number
  readonly timer?: ThrottleTimer
}

export const createExports = ({ patientsPerRange: size = patientsPerRange, timer }: ExportsOptions = {}): Exports => {
  const queue = createWorkQueue({ concurrency: 10, ...waitLimits })
  // Each statement that chooses patients keeps a processor busy, so one processor stays free.
  const preparations = createWorkQueue({ concurrency: Math.max(1, availableParallelism() - 1), ...waitLimits })
  const progress = createWorkProgress()

  return {
    start: (caller, id) => {
      if (progress.count(caller) >= maxPerPerson) throw new AppError('exports_under_way', { max: maxPerPerson })
      const { update, end } = progress.start(caller, id)
      update({ state: 'waiting' })
      return {
        run: (work, left) => {
          const turns = AbortSignal.any([left, AbortSignal.timeout(waitLimits.maxWaitMilliseconds)])
          const runInTurn = async (): Promise<void> => {
            const endPreparation = await startPreparation(preparations, id, turns)
            const began = performance.now()
            const mayRest = (): boolean => performance.now() - began < maxRestingMilliseconds
            const ranges: PatientRanges = {
              size,
              signal: left,
              rest: (pieces) => throttle(pieces, { signal: left, mayRest, ...(timer && { timer }) }),
            }
            update({ state: 'running' })
            await work({ ranges, end: endPreparation }).finally(endPreparation)
          }
          return queue.run(id, runInTurn, turns).finally(end)
        },
        update,
        finish: end,
      }
    },
    findProgress: progress.find,
    queue,
  }
}
