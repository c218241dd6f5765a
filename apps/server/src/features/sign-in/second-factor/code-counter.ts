import type { Deps } from '../../../app/deps.ts'
import type { AttemptOrigin } from '../../../auth/attempt-origin.ts'
import type { AttemptCounter } from '../../../auth/attempts.ts'

type Needs = Pick<Deps, 'encryption'>

/** Builds the failure counter for codes. It is separate from passwords, because a correct password clears its own counter. */
export const buildCodeCounter = async ({ encryption }: Needs, { hash }: AttemptCounter): Promise<AttemptCounter> => ({
  hash: await encryption.hashIdentifier(`codes beside ${hash.toString('hex')}`),
})

/** Builds the counters of all unknown origins and of this origin. */
export const buildCodeCounters = (needs: Needs, origin: AttemptOrigin): Promise<readonly AttemptCounter[]> =>
  Promise.all([buildCodeCounter(needs, origin), buildCodeCounter(needs, { hash: origin.nameHash })])
