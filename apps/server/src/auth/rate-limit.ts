import type { Database, Queries } from '@registry/db/connect'
import { formatAddressBlock } from './address-block.ts'
import type { RateLimit } from '@registry/domain/access/sign-in-policy'

/**
 * Takes one attempt with GCRA in one atomic statement. Several processes share the count, and parallel attempts count like consecutive ones
 * (THREAT-13). The clock is the database's.
 * @returns 0 within the limit, otherwise the seconds to wait
 */
export const consumeAttempt = async (database: Queries, key: string, { attempts, seconds }: RateLimit): Promise<number> => {
  const interval = seconds / attempts
  const [taken] = await database<{ within: boolean; wait: number }[]>`
    WITH taken AS (
      INSERT INTO rate_limit AS t (key, theoretical_arrival_at) VALUES (${key}, now() + make_interval(secs => ${interval}))
      ON CONFLICT (key) DO UPDATE SET theoretical_arrival_at = greatest(t.theoretical_arrival_at, now()) + make_interval(secs => ${interval})
      WHERE t.theoretical_arrival_at <= now() + make_interval(secs => ${seconds - interval})
      RETURNING 1)
    SELECT EXISTS (SELECT FROM taken) AS within,
      coalesce((SELECT ceil(extract(epoch FROM theoretical_arrival_at - now()) - ${seconds - interval})::integer FROM rate_limit WHERE key = ${key}), 0) AS wait`
  return taken === undefined || taken.within ? 0 : Math.max(1, taken.wait)
}

/**
 * Acquires one slot for the whole period; the limit has one slot for each attempt. GCRA alone would allow more attempts in some periods.
 */
export const acquireSlot = async (database: Queries, key: string, limit: RateLimit): Promise<number> =>
  (await acquireFreeSlot(database, key, limit, limit.seconds)).wait

/** Longer than a password check takes, including its wait for a hashing slot. */
const checkSeconds = 30

/** A slot during a password check. Without `keep` it is free after 30 seconds, even after a crash. */
export type SlotReservation = {
  /** Seconds until a slot is free; 0 when one is reserved. */
  readonly wait: number
  /** The check failed: the slot stays occupied for the whole period. */
  keep(): Promise<void>
  /** The check succeeded: the slot is free again. */
  release(): Promise<void>
}

export const reserveSlot = async (database: Database, key: string, limit: RateLimit): Promise<SlotReservation> => {
  const { wait, slot } = await acquireFreeSlot(database, key, limit, checkSeconds)
  const reserveFor = async (seconds: number): Promise<void> => {
    await database`
      INSERT INTO rate_limit (key, theoretical_arrival_at) VALUES (${slot}, now() + make_interval(secs => ${seconds}))
      ON CONFLICT (key) DO UPDATE SET theoretical_arrival_at = EXCLUDED.theoretical_arrival_at`
  }
  return { wait, keep: () => reserveFor(limit.seconds), release: () => reserveFor(0) }
}

const acquireFreeSlot = async (
  database: Queries,
  key: string,
  { attempts, seconds }: RateLimit,
  takenFor: number,
): Promise<{ readonly wait: number; readonly slot: string }> => {
  const waits: number[] = []
  for (let number = 0; number < attempts; number += 1) {
    const slot = `${key} ${seconds} ${number}`
    const wait = await consumeAttempt(database, slot, { attempts: 1, seconds: takenFor })
    if (wait === 0) return { wait, slot }
    waits.push(wait)
  }
  return { wait: Math.min(...waits), slot: '' }
}

/** Formats the block of addresses of one household: an IPv4 address, or the first half of an IPv6 address. */
export const formatHousehold = (host: string): string => formatAddressBlock(host, 'household')

/** Returns the seconds until one more failure is within the limit. Counts nothing. */
export const findWaitSeconds = async (database: Database, key: string, { attempts, seconds }: RateLimit): Promise<number> => {
  const [found] = await database<{ wait: number }[]>`
    SELECT greatest(0, ceil(extract(epoch FROM theoretical_arrival_at - now()) - ${seconds - seconds / attempts}))::integer AS wait FROM rate_limit WHERE key = ${key}`
  return found?.wait ?? 0
}

/** Counts a failure, even above the limit. */
export const recordFailure = async (database: Database, key: string, { attempts, seconds }: RateLimit): Promise<void> => {
  const interval = seconds / attempts
  await database`
    INSERT INTO rate_limit AS t (key, theoretical_arrival_at) VALUES (${key}, now() + make_interval(secs => ${interval}))
    ON CONFLICT (key) DO UPDATE SET theoretical_arrival_at = greatest(t.theoretical_arrival_at, now()) + make_interval(secs => ${interval})`
}

/** Returns an attempt that did not fail. */
export const releaseAttempt = async (database: Database, key: string, { attempts, seconds }: RateLimit): Promise<void> => {
  await database`UPDATE rate_limit SET theoretical_arrival_at = theoretical_arrival_at - make_interval(secs => ${seconds / attempts}) WHERE key = ${key}`
}
