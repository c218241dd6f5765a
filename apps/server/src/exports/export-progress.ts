import { availableParallelism } from 'node:os'
import { formatActorName, type Caller } from '@registry/api-contract/caller'
import type { ExportProgress } from '@registry/api-contract/saved-filters'
import { AppError } from '@registry/domain/error'
import { createWorkQueue } from '../work-queue.ts'

type Running = { readonly owner: string; total: number; rows: number }

/** Maximum number of parallel exports of one person (FAULT-16, REQ-EXP-13). */
const maxPerPerson = 2
/** The apps give up a file after two minutes without a byte (FAULT-24), so no export waits that long in total. */
const waitLimits = { maxWaiting: 20, maxWaitMilliseconds: 50_000 }
/** The exports of one server. */
const queue = createWorkQueue({ concurrency: 10, ...waitLimits })
/** Choosing the patients keeps a processor busy, and only the rows after it yield to other requests, so one processor stays free. */
const preparations = createWorkQueue({ concurrency: Math.max(1, availableParallelism() - 1), ...waitLimits })

/** Waits for the turn to prepare. Returns what ends the turn. */
const startPreparation = (id: string, left: AbortSignal): Promise<() => void> =>
  new Promise((resolve, reject) => {
    preparations.run(id, () => new Promise<void>(resolve), left).catch(reject)
  })

const running = new Map<string, Running>()

/**
 * Registers a running export. It runs synchronously, so a hundred parallel requests cannot all pass (FAULT-16).
 * @throws AppError exports_under_way if the person has too many
 */
export const startExport = (caller: Caller, id: string) => {
  const owner = formatActorName(caller.actor)
  const ownExports = [...running.values()].filter((entry) => entry.owner === owner).length
  if (ownExports >= maxPerPerson) throw new AppError('exports_under_way', { max: maxPerPerson })
  const entry: Running = { owner, total: 0, rows: 0 }
  running.set(id, entry)
  return {
    /**
     * Runs the export in its turn, unless its client leaves before. The work says when it is prepared. Removes the export after every outcome.
     * @throws AppError busy
     */
    run: (work: (prepared: () => void) => Promise<void>, left: AbortSignal): Promise<void> => {
      const runInTurn = async (): Promise<void> => {
        const prepared = await startPreparation(id, left)
        await work(prepared).finally(prepared)
      }
      return queue.run(id, runInTurn, left).finally(() => running.delete(id))
    },
    /** Sets the number of rows of the file. */
    setTotal: (total: number): void => {
      entry.total = total
    },
    /** Sets the number of rows sent so far. */
    setRows: (rows: number): void => {
      entry.rows = Math.min(entry.total, rows)
    },
  }
}

/** Returns the progress of the caller's own export. An unknown export, also one on another server, counts as finished. */
export const findExportProgress = (caller: Caller, id: string): ExportProgress => {
  const entry = running.get(id)
  if (!entry || entry.owner !== formatActorName(caller.actor)) return { rows: 0, total: 0, finished: true }
  return { rows: entry.rows, total: entry.total, finished: false }
}
