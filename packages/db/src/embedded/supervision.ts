import { setTimeout as sleep } from 'node:timers/promises'
import type { Postmaster } from './postmaster.ts'

const maxAttempts = 5
const retryDelayMs = 500

const startWithRetries = async (start: () => Promise<Postmaster>, attempts = maxAttempts): Promise<Postmaster> => {
  try {
    return await start()
  } catch (error) {
    if (attempts <= 1) throw error
    await sleep(retryDelayMs)
    return startWithRetries(start, attempts - 1)
  }
}

const ignore = (): void => {}

/** Restarts a server after each crash (decision 0021). `ended` resolves after a stop, or when the server does not start again. */
export const keepRunning = (first: Postmaster, restart: () => Promise<Postmaster>, onRestart = ignore): Postmaster => {
  let current = Promise.resolve(first)
  let stopping = false

  const watch = async (): Promise<void> => {
    for (;;) {
      await (
        await current
      ).ended
      if (stopping) return
      current = startWithRetries(restart)
      await current
      onRestart()
    }
  }
  const ended = watch().catch(ignore)
  return {
    ended,
    stop: async () => {
      stopping = true
      const last = await current.catch(ignore)
      await last?.stop()
      await ended
    },
  }
}
