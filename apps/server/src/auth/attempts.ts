import { calculateDelay, maxFailures } from '@registry/domain/access/sign-in-policy'
import { AppError } from '@registry/domain/error'
import type { Queries } from '@registry/db/connect'
import type { Deps } from '../deps.ts'
import { withLock } from './keyed-lock.ts'

type Needs = Pick<Deps, 'database' | 'clock'>

/** Where misses are counted: those of strangers under a name, of one place that it knows, of one session. */
export type AttemptCounter = { readonly hash: Buffer }

/** The waits by number of misses, as an array that one statement can look into; the last one holds for all further misses. */
const delays = Array.from({ length: 16 }, (_, index) => calculateDelay(index + 1))

export type AttemptResult<T> = { readonly found: T | undefined; readonly failures: number }

/**
 * Looks at a secret. The try is counted before, so that a thousand at once are counted like a thousand in a row (T13); a right one
 * ends the count, and answers how many misses there had been. One process looks at one secret of a counter at a time, so that right
 * ones that arrive together are no failures.
 * @param check answers undefined when the secret is wrong; what it throws is no failure
 * @throws Refusal too_many_tries with the seconds to wait, password_stopped after a hundred misses in a row
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

/** Counts one try. Needs `attempt` around it, unless right and wrong must look alike. @throws Refusal as `attempt` */
export const countAttempt = async ({ database, clock }: Needs, { hash }: AttemptCounter): Promise<void> => {
  const now = clock().toISOString()
  const counted = await database`
    INSERT INTO sign_in_attempt AS t (name_hash, misses, next_try_at) VALUES (${hash}, 1, ${now})
    ON CONFLICT (name_hash) DO UPDATE SET
      misses = t.misses + 1,
      next_try_at = ${now}::timestamptz + make_interval(secs => (${delays}::int[])[least(t.misses + 1, ${delays.length})])
    WHERE t.next_try_at <= ${now} AND t.misses < ${maxFailures}
    RETURNING 1`
  if (counted.length > 0) return
  const [row] = await database<{ misses: number; next_try_at: string }[]>`
    SELECT misses, next_try_at FROM sign_in_attempt WHERE name_hash = ${hash}`
  if (row && row.misses >= maxFailures) throw new AppError('password_stopped')
  throw new AppError('too_many_tries', { seconds: row ? secondsUntil(row.next_try_at, now) : 1 })
}

const secondsUntil = (moment: string, now: string): number => Math.max(1, Math.ceil((Date.parse(moment) - Date.parse(now)) / 1000))

/** The try turned out not to be looked at: as if the miss before it were the last. */
const uncountAttempt = async ({ database, clock }: Needs, { hash }: AttemptCounter): Promise<void> => {
  await database`
    UPDATE sign_in_attempt SET misses = misses - 1,
      next_try_at = ${clock().toISOString()}::timestamptz + make_interval(secs => coalesce((${delays}::int[])[least(misses - 1, ${delays.length})], 0))
    WHERE name_hash = ${hash} AND misses > 0`
}

/** Ends a counter's misses and answers how many there had been before the try that succeeded, leaving out those already told of. */
export const clearFailures = async (sql: Queries, { hash }: AttemptCounter): Promise<number> => {
  const [row] = await sql<{ misses: number; told: number }[]>`
    DELETE FROM sign_in_attempt WHERE name_hash = ${hash} RETURNING misses, told`
  return row ? Math.max(0, row.misses - 1 - row.told) : 0
}

/** The misses of a counter that nobody was told of yet; from now on they are. They keep counting. */
export const takeUnreportedFailures = async (sql: Queries, { hash }: AttemptCounter): Promise<number> => {
  const [row] = await sql<{ untold: number }[]>`
    UPDATE sign_in_attempt SET told = misses WHERE name_hash = ${hash} RETURNING misses - old.told AS untold`
  return row?.untold ?? 0
}
