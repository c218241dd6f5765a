import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from '@registry/api-contract/caller'
import { writeTransaction } from '../../../audit/operation.ts'
import type { Deps } from '../../../app/deps.ts'
import { toAppError } from '../../../shared/errors/to-app-error.ts'
import { insertOutcome, type Outcome } from './queries.ts'

/** Attempts to store an outcome while the database is unavailable. After the last one, the next start marks the export as interrupted. */
const maxOutcomeAttempts = 60
const retryDelayMs = 1000

/** Stores the outcome of an export. Its audit entry was written with the manifest. */
export const writeOutcome = async (
  deps: Deps,
  caller: Caller,
  manifestId: string,
  outcome: Outcome,
  attempts = maxOutcomeAttempts,
): Promise<void> => {
  try {
    await writeTransaction(deps, caller, (tx) => insertOutcome(tx, manifestId, outcome))
  } catch (error) {
    if (attempts <= 1 || toAppError(error)?.detail.code !== 'not_ready') throw error
    await sleep(retryDelayMs, undefined, { ref: false })
    await writeOutcome(deps, caller, manifestId, outcome, attempts - 1)
  }
}
