import type { AppError } from '@registry/domain/error'

/** The time until work is aborted, and the time that the caller then waits for its end. */
export type TimeLimit = { readonly milliseconds: number; readonly graceMilliseconds: number }

export type TimeoutOptions = {
  readonly error: AppError
  /** Called when aborted work did not end in time. Its resources remain occupied until it ends. */
  readonly onAbandoned: () => void
}

/**
 * Runs work with a time limit. At the limit the signal aborts and the work should end. Work that does not end is abandoned, so that its
 * slot is free for others (FAULT-06).
 */
export const withTimeLimit = async <T>(
  { milliseconds, graceMilliseconds }: TimeLimit,
  { error, onAbandoned }: TimeoutOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const limit = new AbortController()
  const abandoned = Promise.withResolvers<never>()
  const abandon = (): void => {
    onAbandoned()
    abandoned.reject(error)
  }
  let timer = setTimeout(() => {
    limit.abort(error)
    timer = setTimeout(abandon, graceMilliseconds)
  }, milliseconds)
  try {
    return await Promise.race([work(limit.signal), abandoned.promise])
  } catch (failure) {
    throw limit.signal.aborted ? error : failure
  } finally {
    clearTimeout(timer)
  }
}
