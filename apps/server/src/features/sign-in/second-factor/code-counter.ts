import type { Deps } from '../../../deps.ts'
import type { Origin } from '../../../auth/attempt-origin.ts'
import type { Counter } from '../../../auth/attempts.ts'

type Needs = Pick<Deps, 'sealing'>

/** Where an account's codes are counted: apart from its passwords, which a right one forgives, and by place as they are. */
export const codeCounter = async ({ sealing }: Needs, { mark }: Counter): Promise<Counter> => ({
  mark: await sealing.mark(`codes beside ${mark.toString('hex')}`),
})

/** Those of strangers and of the place at hand. */
export const codeCounters = (needs: Needs, origin: Origin): Promise<readonly Counter[]> =>
  Promise.all([codeCounter(needs, origin), codeCounter(needs, { mark: origin.name })])
