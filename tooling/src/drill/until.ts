import { setTimeout as sleep } from 'node:timers/promises'

/** Repeats `work` until it succeeds. @throws its last error after the seconds */
export const until = async (work: () => Promise<void>, seconds: number): Promise<void> => {
  const deadline = performance.now() + seconds * 1000
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await sleep(100)
    }
  }
}
