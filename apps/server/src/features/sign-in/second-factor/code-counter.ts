import type { Deps } from '../../../deps.ts'
import type { AttemptOrigin } from '../../../auth/attempt-origin.ts'
import type { AttemptCounter } from '../../../auth/attempts.ts'

type Needs = Pick<Deps, 'encryption'>

/** Where an account's codes are counted: apart from its passwords, which a right one forgives, and by place as they are. */
export const buildCodeCounter = async ({ encryption }: Needs, { hash }: AttemptCounter): Promise<AttemptCounter> => ({
  hash: await encryption.hashIdentifier(`codes beside ${hash.toString('hex')}`),
})

/** Those of strangers and of the place at hand. */
export const buildCodeCounters = (needs: Needs, origin: AttemptOrigin): Promise<readonly AttemptCounter[]> =>
  Promise.all([buildCodeCounter(needs, origin), buildCodeCounter(needs, { hash: origin.nameHash })])
