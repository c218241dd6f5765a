import type { Imports } from '../../deps.ts'
import type { TimeLimit } from '../../http/time-limit.ts'
import { createImportQueue } from './import-queue.ts'

const minute = 60_000

export const createImports = (): Imports => ({
  queue: createImportQueue({ concurrency: 2, mayWait: 20, longestWaitMilliseconds: 10 * minute }),
  timeLimit: { milliseconds: 10 * minute, graceMilliseconds: minute },
})

/**
 * What ends a transaction of an import in the database when nobody else does (FAULT-06, FAULT-16): its statements at the limit, the whole soon after.
 * A lock is another file of the centre in another process, or a record that somebody saves.
 */
export const timeoutSettings = ({ milliseconds, graceMilliseconds }: TimeLimit): string =>
  [
    `SET LOCAL statement_timeout = ${milliseconds}`,
    `SET LOCAL idle_in_transaction_session_timeout = ${milliseconds}`,
    `SET LOCAL transaction_timeout = ${milliseconds + Math.ceil(graceMilliseconds / 2)}`,
    `SET LOCAL lock_timeout = ${Math.min(minute, milliseconds)}`,
  ].join('; ')
