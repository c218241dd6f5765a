import type { Caller } from '@registry/api-contract/caller'
import type { FilterSummary, SummaryRequest } from '@registry/api-contract/saved-filters'
import { numberedParameters } from '@registry/db/sql/expression'
import { withRole, type Transaction } from '@registry/db/transaction'
import { listExpressionFields, type Expression } from '@registry/domain/expression/expression'
import { listFieldConsents } from '@registry/domain/fields/data-domain-consent'
import { getField, type Field } from '@registry/domain/fields/dictionary'
import { buildExpression } from '@registry/domain/filter/condition-tree'
import { getDistributionKind, listIntervalLimits, showDistribution, type CountedField } from '@registry/domain/filter/distribution'
import { formatLoggedCondition } from '@registry/domain/filter/logged-condition'
import { AppError } from '@registry/domain/error'
import { formatScope, readTransaction } from '../../../audit/operation.ts'
import { maxSeconds, toConditionFailure } from '../../filters/condition-failure.ts'
import { formatItalianDay } from '../../../shared/day.ts'
import type { Deps } from '../../../app/deps.ts'
import { buildSource, oneStatement } from '../../filters/filter-query.ts'
import { parseCondition } from '../free-sql/free-sql.ts'
import { readReferenceValues } from '../../../shared/reference-values.ts'
import { describeInWords } from './describe-in-words.ts'
import { neverAborted, runCancellable } from '../../filters/cancellable.ts'
import { requireHeldRole } from '../../../auth/run-role.ts'

/** A cell of the distributions. The row with `at` -1 has the number of all patients. */
type Cell = {
  readonly at: number
  readonly state: 'value' | 'missing' | 'withheld'
  readonly value: string | null
  readonly patients: number
}

/**
 * The value under which a patient counts: an interval, the value itself, or nothing for a note. The limits are constants of the dictionary.
 */
const formatKey = (field: Field, column: string): string => {
  const kind = getDistributionKind(field)
  if (kind === 'given') return `''`
  if (kind === 'values') return `${column}::text`
  const type = field.type === 'date' ? 'date' : 'double precision'
  const limits = listIntervalLimits(field).map((limit) => `'${limit}'`)
  return `width_bucket(${column}::${type}, ARRAY[${limits.join(', ')}]::${type}[])::text`
}

/** The rows of one patient for one field: one, or one for each of several choices. */
const formatCells = (field: Field, at: number): string => {
  const column = `"${field.column}"`
  const given = listFieldConsents(field).map((consent) => `"${getField(consent).column}" IS TRUE`)
  const absent = given.length > 0 ? `CASE WHEN ${given.join(' AND ')} THEN 'missing' ELSE 'withheld' END` : `'missing'`
  const isMissing = field.type === 'choices' ? `coalesce(cardinality(${column}), 0) = 0` : `${column} IS NULL`
  const state = `CASE WHEN ${isMissing} THEN ${absent} ELSE 'value' END`
  if (field.type === 'choices') return `SELECT ${at}, ${state}, unnest(CASE WHEN ${isMissing} THEN ARRAY[NULL] ELSE ${column} END)`
  return `SELECT ${at}, ${state}, CASE WHEN NOT (${isMissing}) THEN ${formatKey(field, column)} END`
}

/** Counts the patients of a condition by the values of fields, in one statement and one pass (REQ-FIL-17). */
const queryCells = ({ sql, centre }: Transaction, where: Expression, fields: readonly Field[], today: string) => {
  const { bind, values } = numberedParameters()
  const patients = buildSource(where, bind, today, { centre })
  const columns = [...new Set(['c_db_p', 'c_db_m', ...fields.map((field) => field.column)])].map((column) => `"${column}"`).join(', ')
  const cells = fields.map(formatCells).join(' UNION ALL ')
  const text = `WITH chosen AS (SELECT id, ${columns} ${patients})
    SELECT at, state, value, count(*)::int AS patients FROM chosen CROSS JOIN LATERAL (${cells}) AS cell (at, state, value) GROUP BY at, state, value
    UNION ALL SELECT -1, 'value', NULL, count(*)::int FROM chosen`
  return sql.unsafe<Cell[]>(text, values, oneStatement)
}

const toCountedField = (cells: readonly Cell[], field: number): CountedField => {
  const own = cells.filter(({ at }) => at === field)
  const count = (state: Cell['state']): number => own.find((cell) => cell.state === state)?.patients ?? 0
  return {
    values: own.flatMap(({ state, value, patients }) => (state === 'value' ? [{ value: value ?? '', patients }] : [])),
    missing: count('missing'),
    withheld: count('withheld'),
  }
}

/** Counts the patients of a condition by the values of fields. Its caller may read the rows, so the numbers are exact (REQ-FIL-17). */
export const summarise = async (
  deps: Deps,
  caller: Caller,
  { asRole, where: written, fields: names }: SummaryRequest,
  left: AbortSignal = neverAborted,
): Promise<FilterSummary> => {
  requireHeldRole(caller, asRole)
  const condition = await parseCondition(written)
  const where = buildExpression(condition)
  const fields = names.map(getField)
  const today = formatItalianDay(deps.clock())
  try {
    const { cells, referenceValues } = await readTransaction(
      deps,
      caller,
      async (tx) => {
        await tx.sql.unsafe(`SET LOCAL statement_timeout = '${maxSeconds}s'`)
        return {
          cells: await withRole(tx, 'registry_filter', (inside) => runCancellable(() => queryCells(inside, where, fields, today), left)),
          referenceValues: await readReferenceValues(tx),
        }
      },
      { asRole, isolation: 'isolation level repeatable read read only' },
    )
    const total = cells.find(({ at }) => at === -1)?.patients ?? 0
    const columns = [...new Set([...listExpressionFields(where), ...names])]
    caller.recordRead({
      whose: `${formatScope(caller, { asRole })}, a summary`,
      columns,
      count: total,
      role: asRole,
      condition: formatLoggedCondition(where),
    })
    return {
      patients: total,
      sentence: { it: describeInWords(condition, 'it', referenceValues), en: describeInWords(condition, 'en', referenceValues) },
      fields: fields.map((field, at) => ({ field: field.name, ...showDistribution(field, toCountedField(cells, at)) })),
    }
  } catch (error) {
    if (left.aborted) throw new AppError('count_superseded')
    throw toConditionFailure(error)
  }
}
