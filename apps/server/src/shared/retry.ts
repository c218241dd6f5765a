import type { Transaction } from '@registry/db/transaction'

/** Another import of the centre ended after this transaction began, so that its snapshot is too old. */
class SnapshotTooOld extends Error {}

/** Locks the imports of a centre until the transaction ends. So each file sees the rows of the previous one. */
export const lockCentre = async ({ sql }: Transaction, centre: string): Promise<void> => {
  const [lock] = await sql<{ free: boolean }[]>`SELECT pg_try_advisory_xact_lock(hashtext('import'), hashtext(${centre})) AS free`
  if (lock?.free) return
  await sql`SELECT pg_advisory_xact_lock(hashtext('import'), hashtext(${centre}))`
  throw new SnapshotTooOld('another import of the centre ended after this one began')
}

/** unique_violation, serialization_failure, deadlock_detected. */
const conflictCodes: ReadonlySet<unknown> = new Set(['23505', '40001', '40P01'])
const isConflict = (error: unknown): boolean => error instanceof Error && 'code' in error && conflictCodes.has(error.code)
const maxAttempts = 4

/**
 * Runs a transaction again after a conflict with another one. The next attempt sees the rows of the other transaction, so an import reports
 * a contact that both registered like any other row (FAULT-14).
 */
export const retryOnConflict = async <T>(work: () => Promise<T>, attempts = maxAttempts): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SnapshotTooOld) return retryOnConflict(work, attempts)
    if (attempts > 1 && isConflict(error)) return retryOnConflict(work, attempts - 1)
    throw error
  }
}
