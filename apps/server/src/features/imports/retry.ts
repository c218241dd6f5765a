import type { Transaction } from '@registry/db/transaction'

/** Another load of the centre ran meanwhile: what this transaction sees is from before it. */
class Overtaken extends Error {}

/** One file of a centre at a time: the next one begins on what this one leaves. It holds until the transaction ends. */
export const lockCentre = async ({ sql }: Transaction, centre: string): Promise<void> => {
  const [lock] = await sql<{ free: boolean }[]>`SELECT pg_try_advisory_xact_lock(hashtext('load'), hashtext(${centre})) AS free`
  if (lock?.free) return
  await sql`SELECT pg_advisory_xact_lock(hashtext('load'), hashtext(${centre}))`
  throw new Overtaken('another file of the centre was loaded meanwhile')
}

/** unique_violation, serialization_failure, deadlock_detected. */
const conflictCodes: ReadonlySet<unknown> = new Set(['23505', '40001', '40P01'])
const isConflict = (error: unknown): boolean => error instanceof Error && 'code' in error && conflictCodes.has(error.code)
const maxAttempts = 4

/**
 * Runs a load again when somebody else took a code or a contact, or changed a record, while it held that to be as it had seen it: the
 * file is then loaded on what is there now, and the row is told as any other.
 */
export const retryOnConflict = async <T>(work: () => Promise<T>, tries = maxAttempts): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Overtaken) return retryOnConflict(work, tries)
    if (tries > 1 && isConflict(error)) return retryOnConflict(work, tries - 1)
    throw error
  }
}
