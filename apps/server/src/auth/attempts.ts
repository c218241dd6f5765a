import { calculateDelay, maxFailures } from '@registry/domain/access/sign-in-policy'
import { AppError } from '@registry/domain/error'
import type { Queries } from '@registry/db/connect'
import type { Deps } from '../app/deps.ts'
import { withLock } from './keyed-lock.ts'

type Needs = Pick<Deps, 'database' | 'clock'>

/** A counter of failures: of all unknown origins of a name, of one known origin, or of one session. */
export type AttemptCounter = { readonly hash: Buffer }

/** The delay after each number of failures, as an array for one SQL statement. The last delay applies to all further failures. */
const delays = Array.from({ length: 16 }, (_, index) => calculateDelay(index + 1))

export type AttemptResult<T> = { readonly found: T | undefined; readonly failures: number }

/**
 * Checks a secret. The attempt counts before the check, so parallel attempts count like consecutive ones (THREAT-13). A success clears the
 * failures and returns their number. A lock serialises the checks of one counter, so parallel correct secrets are not failures.
 * @param check returns undefined for a wrong secret; an exception is not a failure
 * @throws AppError too_many_attempts with the seconds to wait, password_stopped after 100 failures in a row
 */
export const checkSecret = <T>(needs: Needs, counter: AttemptCounter, check: () => Promise<T | undefined>): Promise<AttemptResult<T>> =>
  withLock(counter.hash.toString('base64url'), async () => {
    await countAttempt(needs, counter)
    const found = await check().catch(async (error: unknown) => {
      await uncountAttempt(needs, counter)
      throw error
    })
    return { found, failures: found === undefined ? 0 : await clearFailures(needs.database, counter) }
  })

/**
 * Counts one attempt. Call it directly only where correct and wrong secrets must look alike. Otherwise use `checkSecret`.
 * @throws AppError as `checkSecret`
 */
export const countAttempt = async ({ database, clock }: Needs, { hash }: AttemptCounter): Promise<void> => {
  const now = clock().toISOString()
  const counted = await database`
    INSERT INTO sign_in_attempt AS t (name_hash, failures, next_attempt_at) VALUES (${hash}, 1, ${now})
    ON CONFLICT (name_hash) DO UPDATE SET
      failures = t.failures + 1,
      next_attempt_at = ${now}::timestamptz + make_interval(secs => (${delays}::int[])[least(t.failures + 1, ${delays.length})])
    WHERE t.next_attempt_at <= ${now} AND t.failures < ${maxFailures}
    RETURNING 1`
  if (counted.length > 0) return
  const [row] = await database<{ failures: number; next_attempt_at: string }[]>`
    SELECT failures, next_attempt_at FROM sign_in_attempt WHERE name_hash = ${hash}`
  if (row && row.failures >= maxFailures) throw new AppError('password_stopped')
  throw new AppError('too_many_attempts', { seconds: row ? secondsUntil(row.next_attempt_at, now) : 1 })
}

const secondsUntil = (moment: string, now: string): number => Math.max(1, Math.ceil((Date.parse(moment) - Date.parse(now)) / 1000))

/** Removes an attempt that was not checked, so the failure before it is the last one again. */
const uncountAttempt = async ({ database, clock }: Needs, { hash }: AttemptCounter): Promise<void> => {
  await database`
    UPDATE sign_in_attempt SET failures = failures - 1,
      next_attempt_at = ${clock().toISOString()}::timestamptz + make_interval(secs => coalesce((${delays}::int[])[least(failures - 1, ${delays.length})], 0))
    WHERE name_hash = ${hash} AND failures > 0`
}

/** Clears the failures of a counter. Returns the number of unreported failures before the successful attempt. */
export const clearFailures = async (sql: Queries, { hash }: AttemptCounter): Promise<number> => {
  const [row] = await sql<{ failures: number; reported_failures: number }[]>`
    DELETE FROM sign_in_attempt WHERE name_hash = ${hash} RETURNING failures, reported_failures`
  return row ? Math.max(0, row.failures - 1 - row.reported_failures) : 0
}

/** Returns the unreported failures of a counter and marks them as reported. They still count. */
export const claimUnreportedFailures = async (sql: Queries, { hash }: AttemptCounter): Promise<number> => {
  const [row] = await sql<{ unreported: number }[]>`
    UPDATE sign_in_attempt SET reported_failures = failures WHERE name_hash = ${hash} RETURNING failures - old.reported_failures AS unreported`
  return row?.unreported ?? 0
}
