export type Step = () => Promise<unknown>

/** Runs the steps in reverse order. A failed step, for instance after the end of the database, does not stop the others. */
export const runCleanup = async (cleanup: readonly Step[]): Promise<void> => {
  const failures: unknown[] = []
  for (const step of cleanup.toReversed()) await step().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'the process did not stop cleanly', { cause: failures[0] })
}

/** Runs `work` with a list of cleanup steps. A failure runs them immediately. */
export const withCleanup = async <T>(work: (cleanup: Step[]) => Promise<T>): Promise<T> => {
  const cleanup: Step[] = []
  try {
    return await work(cleanup)
  } catch (error) {
    await runCleanup(cleanup).catch(() => {})
    throw error
  }
}
