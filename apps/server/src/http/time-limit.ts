import type { AppError } from '@registry/domain/error'

/** How long work may take before it is aborted, and how long the caller then waits for its end. */
export type TimeLimit = { readonly milliseconds: number; readonly graceMilliseconds: number }

export type TimeoutOptions = {
  readonly error: AppError
  /** Hears that work did not end although it was told to: what it holds is lost until it does. */
  readonly onAbandoned: () => void
}

/**
 * Runs work that always ends in an answer. At the limit the signal aborts, and the work ends itself; work that does not is abandoned, so
 * that its place is free for others.
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
