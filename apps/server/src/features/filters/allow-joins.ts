import type { Transaction } from '@registry/db/transaction'

/**
 * The joins that Postgres may use: all; those that give rows in the order of the ids as they are read, so that a file begins at once; or those by
 * index alone, because each range would read all records again for a hash or a merge join.
 */
const joins = { all: ['on', 'on'], 'in order': ['off', 'on'], 'by index': ['off', 'off'] } as const

export const allowJoins = async ({ sql }: Transaction, allowed: keyof typeof joins): Promise<void> => {
  const [hash, merge] = joins[allowed]
  await sql`SELECT set_config('enable_hashjoin', ${hash}, true), set_config('enable_mergejoin', ${merge}, true)`
}
