import type { FilterRows, PreviewRequest, ScreenRun } from '@registry/api-contract/saved-filters'
import type { Caller } from '@registry/api-contract/caller'
import { numberedParameters } from '@registry/db/sql/expression'
import { withRole, type Transaction } from '@registry/db/transaction'
import { missingReasonsColumn } from '@registry/domain/fields/missing'
import { listExpressionFields } from '@registry/domain/expression/expression'
import { buildExpression } from '@registry/domain/filter/condition-tree'
import { previewRowsMax } from '@registry/domain/filter/limits'
import { listSelectedFields } from '@registry/domain/filter/selected-fields'
import { AppError } from '@registry/domain/error'
import { formatLoggedCondition } from '@registry/domain/filter/logged-condition'
import { formatItalianDay } from '../../../shared/day.ts'
import type { Deps } from '../../../app/deps.ts'
import { formatScope, readTransaction } from '../../../audit/operation.ts'
import { buildReadTrace } from '../../../audit/read-trace.ts'
import { limitStatements } from '../../../shared/limit-statements.ts'
import { formatCell, listWithheldCells, maxRowsOnScreen } from '../exports/screen-rows.ts'
import { neverAborted, runCancellable } from '../../filters/cancellable.ts'
import { maxSeconds, runCondition, toConditionFailure } from '../../filters/condition-failure.ts'
import { parseCondition } from '../free-sql/free-sql.ts'
import { findActiveFilter } from './find.ts'
import { countExcluded, findAreas, type CountQueryRow } from './queries.ts'
import {
  buildCountQuery,
  buildQuery,
  formatReasonsColumn,
  formatResultColumn,
  type ResultOptions,
  buildSource,
  type FilterQuery,
  listConsentColumns,
  oneStatement,
} from '../../filters/filter-query.ts'
import { requireHeldRole } from '../../../auth/run-role.ts'

type FoundRows = Pick<FilterRows, 'columns' | 'rows' | 'withheld'> & {
  readonly counted: CountQueryRow | undefined
  readonly patients: readonly number[]
}

type ReadOptions = ResultOptions & {
  readonly today: string
  /** Maximum number of rows. */
  readonly limit?: number
  /** Aborts when the client disconnects. */
  readonly signal?: AbortSignal
}

const readRows = async (
  { sql, centre }: Transaction,
  { fields, where }: FilterQuery,
  { today, areas, missingReasons = false, limit = maxRowsOnScreen, signal = neverAborted }: ReadOptions,
): Promise<FoundRows> => {
  const countParameters = numberedParameters()
  const count = buildCountQuery(where, countParameters.bind, today, { centre })
  const { bind, values } = numberedParameters()
  const patients = buildSource(where, bind, today, { centre })
  const columns = [
    ...fields.map((field) => formatResultColumn(field, areas)),
    ...(missingReasons ? [formatReasonsColumn(fields)] : []),
  ].join(', ')
  const consentColumns = listConsentColumns(fields)
  const consents = consentColumns.map(({ consent }) => `${consent}, `).join('')
  // Generalised rows are in the order of their own values, as in a file.
  const places = fields.map((_, index) => 2 + consentColumns.length + index).join(', ')
  const text = `SELECT id, ${consents}${columns} ${patients} ORDER BY ${areas ? places : 'id'} LIMIT ${limit}`
  const [counted] = await runCancellable(() => sql.unsafe<CountQueryRow[]>(count, countParameters.values, oneStatement), signal)
  const patientRows = await runCancellable(() => sql.unsafe(text, values, oneStatement).values(), signal)
  return {
    columns: [...fields.map((field) => field.name), ...(missingReasons ? [missingReasonsColumn.name] : [])],
    rows: patientRows.map((row) => row.slice(1 + consentColumns.length).map(formatCell)),
    withheld: listWithheldCells(
      consentColumns,
      patientRows.map(([, ...flags]) => flags),
    ),
    counted,
    patients: patientRows.map(([id]) => Number(id)),
  }
}

/** Returns the first 1,000 rows of a filter, or 20 of a preview, and the total, limited to the role and the consents (REQ-EXP-01, REQ-FIL-04). */
export const runOnScreen = (
  deps: Deps,
  caller: Caller,
  {
    id,
    asRole: role,
    generalise = false,
    missingReasons = false,
    isPreview = false,
  }: ScreenRun & { readonly generalise?: boolean; readonly missingReasons?: boolean },
): Promise<FilterRows> => {
  requireHeldRole(caller, role)
  return readTransaction(
    deps,
    caller,
    async (tx) => {
      const filter = await findActiveFilter(tx, caller, id)
      const query = buildQuery(filter)
      const areas = generalise ? await findAreas(tx) : undefined
      await limitStatements(tx, `${maxSeconds}s`)
      const { patients, counted, ...rows } = await runCondition(() =>
        withRole(tx, 'registry_filter', (inside) =>
          readRows(inside, query, {
            today: formatItalianDay(deps.clock()),
            areas,
            missingReasons,
            ...(isPreview && { limit: previewRowsMax }),
          }),
        ),
      )
      const found = { ...rows, total: counted?.total ?? 0, excluded: await countExcluded(tx, counted) }
      caller.note(`filter ${id}, ${query.fields.length} columns, ${found.total} patients`)
      const { version } = filter
      const read = await buildReadTrace(deps.keyedHash, `filter ${id} version ${version} as ${role}`, patients, found.columns)
      caller.recordRead({ ...read, role, filter: { id, version }, condition: formatLoggedCondition(query.where) })
      return found
    },
    { asRole: role, isolation: 'isolation level repeatable read read only' },
  )
}

/**
 * Returns the first rows of a filter that is being edited, and the total (REQ-FIL-29). No stored version has its condition, so the read
 * trace also lists the fields of the condition.
 */
export const previewRows = async (
  deps: Deps,
  caller: Caller,
  { asRole, fields: selection, where: written }: PreviewRequest,
  signal: AbortSignal = neverAborted,
): Promise<FilterRows> => {
  requireHeldRole(caller, asRole)
  const where = buildExpression(await parseCondition(written))
  const fields = listSelectedFields(selection)
  const today = formatItalianDay(deps.clock())
  try {
    return await readTransaction(
      deps,
      caller,
      async (tx) => {
        await limitStatements(tx, `${maxSeconds}s`)
        const { patients, counted, ...rows } = await withRole(tx, 'registry_filter', (inside) =>
          readRows(inside, { fields, where }, { today, limit: previewRowsMax, signal }),
        )
        const columns = [...new Set([...rows.columns, ...listExpressionFields(where)])]
        const whose = `${formatScope(caller, { asRole })}, a filter being edited`
        const read = await buildReadTrace(deps.keyedHash, whose, patients, columns)
        caller.recordRead({ ...read, role: asRole, condition: formatLoggedCondition(where) })
        return { ...rows, total: counted?.total ?? 0, excluded: await countExcluded(tx, counted) }
      },
      { asRole, isolation: 'isolation level repeatable read read only' },
    )
  } catch (error) {
    if (signal.aborted) throw new AppError('count_superseded')
    throw toConditionFailure(error)
  }
}
