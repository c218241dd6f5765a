/** A signal for statements that are never cancelled. */
export const neverAborted = new AbortController().signal

/** A statement that can be cancelled while it runs. */
type Cancellable<Result> = Promise<Result> & { cancel: () => unknown }

/** Runs a statement, and cancels it in the database when the signal aborts (FAULT-17). @throws the reason of the signal */
export const runCancellable = async <Result>(start: () => Cancellable<Result>, signal: AbortSignal): Promise<Result> => {
  signal.throwIfAborted()
  const query = start()
  let cancelled: unknown
  const cancel = (): void => {
    cancelled = query.cancel()
  }
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await query
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    signal.removeEventListener('abort', cancel)
    // A late cancellation could cancel the next statement of this connection.
    await Promise.resolve(cancelled).catch(() => {})
  }
}
