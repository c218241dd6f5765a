import type { AppError } from '@registry/domain/error'

/** How long work may take before it is aborted, and how long the caller then waits for its end. */
export type TimeLimit = { readonly milliseconds: number; readonly graceMilliseconds: number }

export type LimitReached = {
  readonly refusal: AppError
  /** Hears that work did not end although it was told to: what it holds is lost until it does. */
  readonly onAbandoned: () => void
}

/**
 * Runs work that always ends in an answer. At the limit the signal aborts, and the work ends itself; work that does not is abandoned, so
 * that its place is free for others.
 */
export const withTimeLimit = async <T>(
  { milliseconds, graceMilliseconds }: TimeLimit,
  { refusal, onAbandoned }: LimitReached,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const limit = new AbortController()
  const abandoned = Promise.withResolvers<never>()
  const abandon = (): void => {
    onAbandoned()
    abandoned.reject(refusal)
  }
  let timer = setTimeout(() => {
    limit.abort(refusal)
    timer = setTimeout(abandon, graceMilliseconds)
  }, milliseconds)
  try {
    return await Promise.race([work(limit.signal), abandoned.promise])
  } catch (error) {
    throw limit.signal.aborted ? refusal : error
  } finally {
    clearTimeout(timer)
  }
}
