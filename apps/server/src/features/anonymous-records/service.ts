import type { Services } from '@registry/api-contract/services'
import { readTransaction } from '../../audit/operation.ts'
import type { Deps } from '../../app/deps.ts'
import { requireHeldRole } from '../../auth/run-role.ts'

/** The published anonymous records of people who withdrew (REQ-CON-08). */
export const anonymousRecords = (deps: Pick<Deps, 'database'>): Services['anonymousRecords'] => ({
  published: async (caller, { asRole }) => {
    requireHeldRole(caller, asRole)
    const [found] = await readTransaction(
      deps,
      caller,
      ({ sql }) => sql<{ records: number; readable: boolean }[]>`
        SELECT count_anonymous_records() AS records, ${asRole === 'DataManager'} AND reads_anonymous_records() AS readable`,
      { asRole },
    )
    return found ?? { records: 0, readable: false }
  },
})
