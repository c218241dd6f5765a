import type { Imports } from '../../app/deps.ts'
import type { TimeLimit } from '../../http/time-limit.ts'
import type { Database } from '@registry/db/connect'
import { createTurns, type Turns } from '../../shared/turns.ts'
import { createWorkQueue } from '../../shared/work-queue.ts'

const minute = 60_000

export const importTimeLimit: TimeLimit = { milliseconds: 10 * minute, graceMilliseconds: minute }

/** The files of one centre run one after the other, on whichever server they arrive. Each server has its own limit. */
const turnLimits = { running: Infinity, runningPerKey: 1, waiting: Infinity, waitingPerKey: Infinity }

export const createImports = (
  database: Database,
  turns: Turns = createTurns({ database, kind: 'import', limits: turnLimits }),
): Imports => ({
  // Each import takes a process and a connection.
  queue: createWorkQueue({
    concurrency: 2,
    maxWaiting: 20,
    maxWaitMilliseconds: 10 * minute,
    turns,
  }),
  timeLimit: importTimeLimit,
})

/**
 * Timeouts of an import's transaction in Postgres (FAULT-06, FAULT-16): of a statement at the time limit, of the transaction soon after.
 * Another import of the centre in another process, or a save of the record, holds the lock.
 */
export const timeoutSettings = ({ milliseconds, graceMilliseconds }: TimeLimit): string =>
  [
    `SET LOCAL statement_timeout = ${milliseconds}`,
    `SET LOCAL idle_in_transaction_session_timeout = ${milliseconds}`,
    `SET LOCAL transaction_timeout = ${milliseconds + Math.ceil(graceMilliseconds / 2)}`,
    `SET LOCAL lock_timeout = ${Math.min(minute, milliseconds)}`,
  ].join('; ')
