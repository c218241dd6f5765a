import type { Services } from '@registry/api-contract/services'
import { nameOwnCentre, type Transaction } from '@registry/db/transaction'
import { cohortColumns, comparedIndicators, type CohortCell } from '@registry/domain/cohort/groups'
import { formatScope, readTransaction } from '../../../audit/operation.ts'
import { buildCohortPage } from './build-page.ts'
import type { CentreCell } from './cells-query.ts'
import { prepareCohorts } from './prepare-cohorts.ts'
import type { Deps } from '../../../app/deps.ts'
import { requireHeldRole } from '../../../auth/run-role.ts'

/** Reads the prepared numbers. Row security limits them to the visible centres. */
const readPrepared = async (tx: Transaction) => {
  const { sql } = tx
  const own = await sql<CohortCell[]>`
    SELECT indicator, key, sum(counted)::integer AS counted, sum(total)::integer AS total FROM cohort_cell WHERE ${nameOwnCentre(tx)} GROUP BY indicator, key`
  const byCentre = await sql<CentreCell[]>`
    SELECT centre_code AS centre, indicator, key, counted, total FROM cohort_cell WHERE indicator = ANY (${[...comparedIndicators]}) AND ${nameOwnCentre(tx)}`
  const [first] = await sql<{ at: string | null }[]>`SELECT min(computed_at) AS at FROM cohort_summary WHERE ${nameOwnCentre(tx)}`
  return { own, byCentre, computedAt: first?.at ?? null }
}

/** Describes the patients of an area or a centre, compared with the network (REQ-COH-01). */
export const cohort = (deps: Deps): Services['cohort'] => ({
  read: async (caller, { asRole }) => {
    requireHeldRole(caller, asRole)
    // A withdrawn consent must not remain in numbers that are read now.
    await prepareCohorts(deps, 'withdrawn', (error) => {
      throw error
    })
    const page = await readTransaction(
      deps,
      caller,
      async (tx) => {
        const prepared = await readPrepared(tx)
        const count = prepared.own.find(({ indicator }) => indicator === 'patients')?.counted ?? 0
        caller.recordRead({ whose: `${formatScope(caller, { asRole })}, a cohort`, columns: cohortColumns, count, role: asRole })
        return buildCohortPage(tx, prepared)
      },
      { asRole, isolation: 'isolation level repeatable read read only' },
    )
    return page
  },
})
