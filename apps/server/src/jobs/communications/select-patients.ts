import { numberedParameters } from '@registry/db/sql/expression'
import { withRole, type Transaction } from '@registry/db/transaction'
import { AppError } from '@registry/domain/error'
import { buildExpression } from '@registry/domain/filter/condition-tree'
import { maxSeconds, runCondition } from '../../features/filters/condition-failure.ts'
import { compileCondition, oneStatement } from '../../features/filters/filter-query.ts'
import { readStoredFilter } from '../../features/filters/stored-filter.ts'

/**
 * Selects the patients of a stored condition in the transaction's areas. The role sees consented values only (REQ-CON-11). The ids remain
 * one text, because an array of many ids uses much memory.
 * @throws AppError filter_broken, filter_too_slow
 */
export const selectPatients = async (tx: Transaction, condition: unknown, today: string): Promise<string> => {
  const { where } = await readStoredFilter(null, condition)
  if (!where) throw new AppError('filter_broken')
  const { bind, values } = numberedParameters()
  const statement = `SELECT coalesce(string_agg(id::text, ','), '') AS ids FROM filter_patient WHERE ${compileCondition(buildExpression(where), bind, today)}`
  await tx.sql`SELECT set_config('statement_timeout', ${`${maxSeconds}s`}, true)`
  const [found] = await runCondition(() =>
    withRole(tx, 'registry_filter', ({ sql }) => sql.unsafe<{ ids: string }[]>(statement, values, oneStatement)),
  )
  await tx.sql`SELECT set_config('statement_timeout', '0', true)`
  return found?.ids ?? ''
}
