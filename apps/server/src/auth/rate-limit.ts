import type { Database } from '@registry/db/connect'
import { formatAddressBlock } from '@registry/domain/access/address-block'
import type { RateLimit } from '@registry/domain/access/sign-in-policy'

/**
 * Counts one try under a key: GCRA in one atomic statement, so that any number of processes count together and a thousand
 * attempts at once count like a thousand in a row (security.md T13). Time is the database's.
 * @returns 0 when the try is within the bound, otherwise the seconds to wait until the next one is
 */
export const takeAttempt = async (database: Database, key: string, { attempts, seconds }: RateLimit): Promise<number> => {
  const interval = seconds / attempts
  const [taken] = await database<{ within: boolean; wait: number }[]>`
    WITH taken AS (
      INSERT INTO rate_limit AS t (key, tat) VALUES (${key}, now() + make_interval(secs => ${interval}))
      ON CONFLICT (key) DO UPDATE SET tat = greatest(t.tat, now()) + make_interval(secs => ${interval})
      WHERE t.tat <= now() + make_interval(secs => ${seconds - interval})
      RETURNING 1)
    SELECT EXISTS (SELECT FROM taken) AS within,
      coalesce((SELECT ceil(extract(epoch FROM tat - now()) - ${seconds - interval})::integer FROM rate_limit WHERE key = ${key}), 0) AS wait`
  return taken === undefined || taken.within ? 0 : Math.max(1, taken.wait)
}

/** As many places as attempts, each taken for the whole time: so many in any such time, where one place with a rate would let more through. */
export const takeSlot = async (database: Database, key: string, limit: RateLimit): Promise<number> =>
  (await takeFreeSlot(database, key, limit, limit.seconds)).wait

/** Longer than a password waits for its turn and is checked. */
const checkSeconds = 30

/** A place while a password is checked. Unless it is kept, it is free again after 30 seconds, whatever happens to server and database. */
export type SlotReservation = {
  /** Seconds until a place is free; 0 when one was reserved. */
  readonly wait: number
  /** The check failed: the place stays taken for the whole time. */
  keep(): Promise<void>
  /** The check found no failure. */
  release(): Promise<void>
}

export const reserveSlot = async (database: Database, key: string, limit: RateLimit): Promise<SlotReservation> => {
  const { wait, slot } = await takeFreeSlot(database, key, limit, checkSeconds)
  const takeFor = async (seconds: number): Promise<void> => {
    await database`
      INSERT INTO rate_limit (key, tat) VALUES (${slot}, now() + make_interval(secs => ${seconds}))
      ON CONFLICT (key) DO UPDATE SET tat = EXCLUDED.tat`
  }
  return { wait, keep: () => takeFor(limit.seconds), release: () => takeFor(0) }
}

const takeFreeSlot = async (
  database: Database,
  key: string,
  { attempts, seconds }: RateLimit,
  takenFor: number,
): Promise<{ readonly wait: number; readonly slot: string }> => {
  const waits: number[] = []
  for (let number = 0; number < attempts; number += 1) {
    const slot = `${key} ${seconds} ${number}`
    const wait = await takeAttempt(database, slot, { attempts: 1, seconds: takenFor })
    if (wait === 0) return { wait, slot }
    waits.push(wait)
  }
  return { wait: Math.min(...waits), slot: '' }
}

/** The part of an address that one household or ward has: an IPv4 address, or the first half of an IPv6 one. */
export const formatHousehold = (host: string): string => formatAddressBlock(host, 'household')

/** Seconds until one more failure is within the bound, counting nothing. */
export const findWaitSeconds = async (database: Database, key: string, { attempts, seconds }: RateLimit): Promise<number> => {
  const [found] = await database<{ wait: number }[]>`
    SELECT greatest(0, ceil(extract(epoch FROM tat - now()) - ${seconds - seconds / attempts}))::integer AS wait FROM rate_limit WHERE key = ${key}`
  return found?.wait ?? 0
}

/** Counts a failure, also beyond the bound. */
export const recordFailure = async (database: Database, key: string, { attempts, seconds }: RateLimit): Promise<void> => {
  const interval = seconds / attempts
  await database`
    INSERT INTO rate_limit AS t (key, tat) VALUES (${key}, now() + make_interval(secs => ${interval}))
    ON CONFLICT (key) DO UPDATE SET tat = greatest(t.tat, now()) + make_interval(secs => ${interval})`
}

/** Takes a counted try back: it turned out to be no failure. */
export const releaseAttempt = async (database: Database, key: string, { attempts, seconds }: RateLimit): Promise<void> => {
  await database`UPDATE rate_limit SET tat = tat - make_interval(secs => ${seconds / attempts}) WHERE key = ${key}`
}
