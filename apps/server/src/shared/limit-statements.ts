import type { Transaction } from '@registry/db/transaction'

/** Limits the duration of each later statement of the transaction, such as `30s` or `10min`. */
export const limitStatements = async ({ sql }: Transaction, limit: string): Promise<void> => {
  await sql`SELECT set_config('statement_timeout', ${limit}, true)`
}
