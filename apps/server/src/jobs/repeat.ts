/** Stops a repeated work and waits for the run that has begun. */
export type RepeatedWork = { stop(): Promise<void> }

type Work = {
  readonly everyMs: number
  readonly run: () => Promise<unknown>
  /** Runs once before the first interval ends. */
  readonly atStart: boolean
  /** Runs once more when the work is stopped. */
  readonly atStop: boolean
  readonly onFailure: (error: unknown) => void
}

/** Runs a work again and again, one run at a time in this process. A failed run waits for the next one. */
export const startRepeating = ({ everyMs, run, atStart, atStop, onFailure }: Work): RepeatedWork => {
  let running: Promise<void> | undefined
  const runOnce = (): Promise<void> => {
    running ??= run()
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
      await running
      if (atStop) await runOnce()
    },
  }
}
