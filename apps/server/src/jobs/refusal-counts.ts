import type { Deps } from '../deps.ts'
import { startRepeating, type RepeatedWork } from './repeat.ts'

/** Writes the counts of refusals without a session every second, and all of them when the server stops (REQ-ADM-24). */
export const startRefusalCounts = ({ auditLog, log }: Pick<Deps, 'auditLog' | 'log'>): RepeatedWork =>
  startRepeating({
    everyMs: 1000,
    atStart: false,
    atStop: true,
    run: ({ aborted }) => auditLog.writeRefusalCounts({ all: aborted }),
    onFailure: (error) => log.error({ err: error }, 'the counts of refusals could not be written'),
  })
