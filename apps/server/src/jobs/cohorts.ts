import { prepareCohorts } from '../features/filters/cohort/prepare-cohorts.ts'
import type { Deps } from '../app/deps.ts'
import { startJob, type JobHolder, type RepeatedWork } from './repeat.ts'

type Needs = Pick<Deps, 'database' | 'clock' | 'log'>

/** Computes the cohorts of the centres that are due. A failure waits for the next run. */
export const refreshCohorts = (needs: Needs): Promise<void> =>
  prepareCohorts(needs, 'old', (error, centre) => needs.log.error({ err: error, centre }, 'the cohort of a centre could not be computed'))

export const startCohorts = (needs: Needs & JobHolder): RepeatedWork =>
  startJob(needs, {
    name: 'cohorts',
    atStop: false,
    run: () => refreshCohorts(needs),
    onFailure: (error) => needs.log.error({ err: error }, 'the cohorts could not be computed'),
  })
