import type { Imports } from '../../deps.ts'
import type { TimeLimit } from '../../http/time-limit.ts'
import { createImportQueue } from './import-queue.ts'

const minute = 60_000

export const createImports = (): Imports => ({
  queue: createImportQueue({ concurrency: 2, maxWaiting: 20, maxWaitMilliseconds: 10 * minute }),
  timeLimit: { milliseconds: 10 * minute, graceMilliseconds: minute },
})

/**
 * Timeouts of an import's transaction in Postgres (FAULT-06, FAULT-16): of a statement at the time limit, of the transaction soon after. A
 * lock is held by another import of the centre in another process, or by a save of the same record.
 */
export const timeoutSettings = ({ milliseconds, graceMilliseconds }: TimeLimit): string =>
  [
    `SET LOCAL statement_timeout = ${milliseconds}`,
    `SET LOCAL idle_in_transaction_session_timeout = ${milliseconds}`,
    `SET LOCAL transaction_timeout = ${milliseconds + Math.ceil(graceMilliseconds / 2)}`,
    `SET LOCAL lock_timeout = ${Math.min(minute, milliseconds)}`,
  ].join('; ')
