import type { Database } from '@registry/db/connect'
import { withTransaction, type Isolation, type Transaction, type TransactionContext } from '@registry/db/transaction'

/** Ends the transaction of a dry run. */
class DryRun extends Error {}

type Options = { readonly isDryRun: boolean; readonly isolation?: Isolation }

/** Runs `work` in a transaction. A dry run rolls it back. Both return the result of `work`. */
export const runOrRollBack = async <T>(
  database: Database,
  context: TransactionContext,
  work: (tx: Transaction) => Promise<T>,
  { isDryRun, isolation }: Options,
): Promise<T> => {
  let result: { readonly value: T } | undefined
  const run = async (tx: Transaction): Promise<T> => {
    const value = await work(tx)
    result = { value }
    if (isDryRun) throw new DryRun()
    return value
  }
  try {
    return await withTransaction(database, context, run, isolation)
  } catch (error) {
    if (error instanceof DryRun && result) return result.value
    throw error
  }
}
