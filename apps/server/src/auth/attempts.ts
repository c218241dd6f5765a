import { delayAfter, missesAtMost } from '@registry/domain/access/sign-in-policy'
import { AppError } from '@registry/domain/error'
import type { Queries } from '@registry/db/connect'
import type { Deps } from '../deps.ts'
import { withLock } from './advisory-lock.ts'

type Needs = Pick<Deps, 'database' | 'clock'>

/** Where misses are counted: those of strangers under a name, of one place that it knows, of one session. */
export type Counter = { readonly mark: Buffer }

/** The waits by number of misses, as an array that one statement can look into; the last one holds for all further misses. */
const delays = Array.from({ length: 16 }, (_, index) => delayAfter(index + 1))

export type Answer<T> = { readonly found: T | undefined; readonly misses: number }

/**
 * Looks at a secret. The try is counted before, so that a thousand at once are counted like a thousand in a row (T13); a right one
 * ends the count, and answers how many misses there had been. One process looks at one secret of a counter at a time, so that right
 * ones that arrive together are no failures.
 * @param look answers undefined when the secret is wrong; what it throws is no failure
 * @throws Refusal too_many_tries with the seconds to wait, password_stopped after a hundred misses in a row
 */
export const attempt = <T>(needs: Needs, counter: Counter, look: () => Promise<T | undefined>): Promise<Answer<T>> =>
  withLock(counter.mark.toString('base64url'), async () => {
    await countTry(needs, counter)
    const found = await look().catch(async (error: unknown) => {
      await takeBack(needs, counter)
      throw error
    })
    return { found, misses: found === undefined ? 0 : await endCount(needs.database, counter) }
  })

/** Counts one try. Needs `attempt` around it, unless right and wrong must look alike. @throws Refusal as `attempt` */
export const countTry = async ({ database, clock }: Needs, { mark }: Counter): Promise<void> => {
  const now = clock().toISOString()
  const counted = await database`
    INSERT INTO sign_in_attempt AS t (name_hash, misses, next_try_at) VALUES (${mark}, 1, ${now})
    ON CONFLICT (name_hash) DO UPDATE SET
      misses = t.misses + 1,
      next_try_at = ${now}::timestamptz + make_interval(secs => (${delays}::int[])[least(t.misses + 1, ${delays.length})])
    WHERE t.next_try_at <= ${now} AND t.misses < ${missesAtMost}
    RETURNING 1`
  if (counted.length > 0) return
  const [row] = await database<{ misses: number; next_try_at: string }[]>`
    SELECT misses, next_try_at FROM sign_in_attempt WHERE name_hash = ${mark}`
  if (row && row.misses >= missesAtMost) throw new AppError('password_stopped')
  throw new AppError('too_many_tries', { seconds: row ? secondsUntil(row.next_try_at, now) : 1 })
}

const secondsUntil = (moment: string, now: string): number => Math.max(1, Math.ceil((Date.parse(moment) - Date.parse(now)) / 1000))

/** The try turned out not to be looked at: as if the miss before it were the last. */
const takeBack = async ({ database, clock }: Needs, { mark }: Counter): Promise<void> => {
  await database`
    UPDATE sign_in_attempt SET misses = misses - 1,
      next_try_at = ${clock().toISOString()}::timestamptz + make_interval(secs => coalesce((${delays}::int[])[least(misses - 1, ${delays.length})], 0))
    WHERE name_hash = ${mark} AND misses > 0`
}

/** Ends a counter's misses and answers how many there had been before the try that succeeded, leaving out those already told of. */
export const endCount = async (sql: Queries, { mark }: Counter): Promise<number> => {
  const [row] = await sql<{ misses: number; told: number }[]>`
    DELETE FROM sign_in_attempt WHERE name_hash = ${mark} RETURNING misses, told`
  return row ? Math.max(0, row.misses - 1 - row.told) : 0
}

/** The misses of a counter that nobody was told of yet; from now on they are. They keep counting. */
export const tellMisses = async (sql: Queries, { mark }: Counter): Promise<number> => {
  const [row] = await sql<{ untold: number }[]>`
    UPDATE sign_in_attempt SET told = misses WHERE name_hash = ${mark} RETURNING misses - old.told AS untold`
  return row?.untold ?? 0
}
