import { availableParallelism } from 'node:os'
import { formatActorName, type Caller } from '@registry/api-contract/caller'
import type { Progress } from '@registry/api-contract/progress'
import { AppError } from '@registry/domain/error'
import { throttle, type ThrottleTimer } from '../../../http/throttle.ts'
import { createWorkProgress, type StartedWork } from '../../../shared/work-progress.ts'
import { createWorkQueue, type WorkQueue } from '../../../shared/work-queue.ts'
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

/** Maximum numbers of parallel and of waiting exports of one person (FAULT-16, REQ-EXP-13). */
const maxPerPerson = { running: 2, waiting: 10 }
/**
 * An export waits for its turn to run, and then to choose its patients. The apps give up a file after two minutes without a byte (FAULT-24), so
 * it waits less for both. Ten exports of 100,000 of a million patients choose them in turn within a minute.
 */
const waitLimits = { maxWaiting: 20, maxWaitMilliseconds: 100_000 }
/** An export does not rest later than this after its turn to choose began, so that ten have their turns before the limit of the last one. */
const maxRestingMilliseconds = 4000

/** Waits for the turn in a queue. Returns what ends the turn. */
const startTurn = (turns: WorkQueue, id: string, left: AbortSignal): Promise<() => void> =>
  new Promise((resolve, reject) => {
    turns.run(id, () => new Promise<void>(resolve), left).catch(reject)
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
  const persons = new Map<string, WorkQueue>()

  const findPersonQueue = (person: string): WorkQueue => {
    const known = persons.get(person)
    if (known) return known
    // `start` limits what waits, because only it may refuse with the code of too many exports.
    const created = createWorkQueue({ concurrency: maxPerPerson.running, ...waitLimits })
    persons.set(person, created)
    return created
  }

  return {
    start: (caller, id) => {
      const { running, waiting } = maxPerPerson
      if (progress.count(caller) >= running + waiting) throw new AppError('exports_under_way', { running, waiting, seconds: 30 })
      const { update, end } = progress.start(caller, id)
      update({ state: 'waiting' })
      const person = formatActorName(caller.actor)
      const ended = Promise.withResolvers<void>()
      const finish = (): void => {
        end()
        ended.resolve()
      }
      return {
        run: (work, left) => {
          const turns = AbortSignal.any([left, AbortSignal.timeout(waitLimits.maxWaitMilliseconds)])
          const runInTurn = async (): Promise<void> => {
            const endPreparation = await startTurn(preparations, id, turns)
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
          const runAsPerson = async (): Promise<void> => {
            const own = findPersonQueue(person)
            try {
              const endOwn = await startTurn(own, id, turns)
              void ended.promise.then(endOwn)
              await queue.run(id, runInTurn, turns)
            } finally {
              finish()
              const { running: active, waiting: late } = own.inUse
              if (active + late === 0) persons.delete(person)
            }
          }
          return runAsPerson()
        },
        update,
        finish,
      }
    },
    findProgress: progress.find,
    queue,
  }
}
