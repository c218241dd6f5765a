import { prepareCohorts } from '../cohort/prepare-cohorts.ts'
import type { Deps } from '../deps.ts'

const pollMs = 60_000

type Needs = Pick<Deps, 'database' | 'clock' | 'log'>

/** Computes the cohorts of the centres that are due. A failure waits for the next run (REQ-COH-03). */
export const refreshCohorts = (needs: Needs): Promise<void> =>
  prepareCohorts(needs, 'old', (error, centre) => needs.log.error({ err: error, centre }, 'the cohort of a centre could not be computed'))

/** Runs at the start and every minute. Several processes may run it: the same computation twice changes nothing. */
export const startCohorts = (needs: Needs): { stop(): Promise<void> } => {
  let running: Promise<void> | undefined
  const runOnce = (): void => {
    running ??= refreshCohorts(needs)
      .catch((error: unknown) => needs.log.error({ err: error }, 'the cohorts could not be computed'))
      .finally(() => {
        running = undefined
      })
  }
  runOnce()
  const clock = setInterval(runOnce, pollMs)
  return {
    stop: async () => {
      clearInterval(clock)
      await running
    },
  }
}
