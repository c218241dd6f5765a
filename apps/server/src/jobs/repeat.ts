/** Stops repeated work: signals the current run, and waits for its end. */
export type RepeatedWork = { stop(): Promise<void> }

type Work = {
  readonly everyMs: number
  /** Its signal aborts when the server stops. A long run then ends early, and the next start completes it. */
  readonly run: (stopped: AbortSignal) => Promise<unknown>
  /** Runs once before the first interval ends. */
  readonly atStart: boolean
  /** Runs once more when the work is stopped. */
  readonly atStop: boolean
  readonly onFailure: (error: unknown) => void
}

/** Repeats work, one run at a time in this process. A failed run waits for the next one. */
export const startRepeating = ({ everyMs, run, atStart, atStop, onFailure }: Work): RepeatedWork => {
  let running: Promise<void> | undefined
  const stopping = new AbortController()
  const runOnce = (): Promise<void> => {
    running ??= run(stopping.signal)
      .then(() => undefined, onFailure)
      .finally(() => {
        running = undefined
      })
    return running
  }
  if (atStart) void runOnce()
  const timer = setInterval(() => void runOnce(), everyMs)
  return {
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await running
      if (atStop) await runOnce()
    },
  }
}
