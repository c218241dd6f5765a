import type { Caller } from '@registry/api-contract/caller'
import type { CohortPage } from '@registry/api-contract/cohort'
import type { FilterRun } from '@registry/api-contract/saved-filters'
import { cohortColumns, sumCells } from '@registry/domain/cohort/groups'
import { listExpressionFields } from '@registry/domain/expression/expression'
import { formatLoggedCondition } from '@registry/domain/filter/logged-condition'
import { AppError } from '@registry/domain/error'
import { readTransaction } from '../../../audit/operation.ts'
import { buildCohortPage } from '../cohort/build-page.ts'
import { queryCells } from '../cohort/cells-query.ts'
import { maxSeconds, toConditionFailure } from '../../filters/condition-failure.ts'
import { formatItalianDay } from '../../../shared/day.ts'
import type { Deps } from '../../../app/deps.ts'
import { limitStatements } from '../../../shared/limit-statements.ts'
import { requireHeldRole } from '../../../auth/run-role.ts'
import { buildQuery } from '../../filters/filter-query.ts'
import { neverAborted, runCancellable } from '../../filters/cancellable.ts'
import { findActiveFilter } from './find.ts'
import { selectPatients } from './select-patients.ts'

/** Counts the cohort of a filter now. Its caller may read the rows (REQ-COH-07). */
export const readFilterCohort = async (
  deps: Deps,
  caller: Caller,
  { id, asRole }: FilterRun,
  left: AbortSignal = neverAborted,
): Promise<CohortPage> => {
  requireHeldRole(caller, asRole)
  const now = deps.clock()
  const today = formatItalianDay(now)
  try {
    return await readTransaction(
      deps,
      caller,
      async (tx) => {
        const filter = await findActiveFilter(tx, caller, id)
        const { where } = buildQuery(filter)
        await limitStatements(tx, `${maxSeconds}s`)
        const found = await selectPatients(tx, where, today)
        const byCentre = await runCancellable(() => queryCells(tx.sql, { ids: found.ids }, today), left)
        const columns = [...new Set([...listExpressionFields(where), ...cohortColumns])]
        caller.recordRead({
          whose: `filter ${id} version ${filter.version} as ${asRole}, a cohort`,
          columns,
          count: found?.total ?? 0,
          role: asRole,
          condition: formatLoggedCondition(where),
        })
        return buildCohortPage(tx, { computedAt: now.toISOString(), own: sumCells(byCentre), byCentre })
      },
      { asRole, isolation: 'isolation level repeatable read read only' },
    )
  } catch (error) {
    if (left.aborted) throw new AppError('count_superseded')
    throw toConditionFailure(error)
  }
}
