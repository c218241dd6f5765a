import { setTimeout as sleep } from 'node:timers/promises'
import type { Postmaster } from './postmaster.ts'

const mostTries = 5
const betweenTriesMs = 500

const tryAgain = async (start: () => Promise<Postmaster>, tries = mostTries): Promise<Postmaster> => {
  try {
    return await start()
  } catch (error) {
    if (tries <= 1) throw error
    await sleep(betweenTriesMs)
    return tryAgain(start, tries - 1)
  }
}

const ignore = (): void => {}

/** Starts a server again whenever it ends by itself; `ended` settles when it is stopped or does not start any more. */
export const keepRunning = (first: Postmaster, restart: () => Promise<Postmaster>, onRestart = ignore): Postmaster => {
  let current = Promise.resolve(first)
  let stopping = false

  const watch = async (): Promise<void> => {
    for (;;) {
      await (
        await current
      ).ended
      if (stopping) return
      current = tryAgain(restart)
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
