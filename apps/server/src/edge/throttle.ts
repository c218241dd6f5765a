import type { Database } from '@registry/db/connect'
import { addressBlock } from '@registry/domain/access/address-block'
import type { Bound } from '@registry/domain/access/sign-in-policy'

/**
 * Counts one try under a key: GCRA in one atomic statement, so that any number of processes count together and a thousand
 * tries at once count like a thousand in a row (security.md T13). Time is the database's.
 * @returns 0 when the try is within the bound, otherwise the seconds to wait until the next one is
 */
export const takeFrom = async (database: Database, key: string, { tries, seconds }: Bound): Promise<number> => {
  const step = seconds / tries
  const [taken] = await database<{ within: boolean; wait: number }[]>`
    WITH taken AS (
      INSERT INTO throttle AS t (key, tat) VALUES (${key}, now() + make_interval(secs => ${step}))
      ON CONFLICT (key) DO UPDATE SET tat = greatest(t.tat, now()) + make_interval(secs => ${step})
      WHERE t.tat <= now() + make_interval(secs => ${seconds - step})
      RETURNING 1)
    SELECT EXISTS (SELECT FROM taken) AS within,
      coalesce((SELECT ceil(extract(epoch FROM tat - now()) - ${seconds - step})::integer FROM throttle WHERE key = ${key}), 0) AS wait`
  return taken === undefined || taken.within ? 0 : Math.max(1, taken.wait)
}

/** As many places as tries, each taken for the whole time: so many in any such time, where one place with a rate would let more through. */
export const takePlace = async (database: Database, key: string, bound: Bound): Promise<number> =>
  (await reservePlace(database, key, bound)).wait

/** The same, with what frees the place again when the try turned out to be no failure. */
export const reservePlace = async (
  database: Database,
  key: string,
  { tries, seconds }: Bound,
): Promise<{ readonly wait: number; readonly release: () => Promise<void> }> => {
  const waits: number[] = []
  for (let place = 0; place < tries; place += 1) {
    const single = [`${key} ${seconds} ${place}`, { tries: 1, seconds }] as const
    const wait = await takeFrom(database, ...single)
    if (wait === 0) return { wait: 0, release: () => giveBack(database, ...single) }
    waits.push(wait)
  }
  return { wait: Math.min(...waits), release: async () => {} }
}

/** The part of an address that one household or ward has: an IPv4 address, or the first half of an IPv6 one. */
export const networkOf = (host: string): string => addressBlock(host, 'household')

/** Takes a counted try back: it turned out to be no failure. */
export const giveBack = async (database: Database, key: string, { tries, seconds }: Bound): Promise<void> => {
  await database`UPDATE throttle SET tat = tat - make_interval(secs => ${seconds / tries}) WHERE key = ${key}`
}
