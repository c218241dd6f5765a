import type { FilterRows, FilterRun } from '@registry/api-contract/saved-filters'
import type { Caller } from '@registry/api-contract/caller'
import { numberedParameters } from '@registry/db/sql/expression'
import { withRole, type Transaction } from '@registry/db/transaction'
import { missingReasonsColumn } from '@registry/domain/fields/missing'
import { formatLoggedCondition } from '@registry/domain/filter/logged-condition'
import { formatItalianDay } from '../../../shared/day.ts'
import type { Deps } from '../../../app/deps.ts'
import { readTransaction } from '../../../audit/operation.ts'
import { buildReadTrace } from '../../../audit/read-trace.ts'
import { limitStatements } from '../../../shared/limit-statements.ts'
import { formatCell, listWithheldCells, maxRowsOnScreen } from '../exports/screen-rows.ts'
import { maxSeconds, runCondition } from '../../filters/condition-failure.ts'
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

const readRows = async (
  { sql, centre }: Transaction,
  { fields, where }: FilterQuery,
  today: string,
  { areas, missingReasons = false }: ResultOptions,
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
  const [counted] = await sql.unsafe<CountQueryRow[]>(count, countParameters.values, oneStatement)
  const patientRows = await sql
    .unsafe(`SELECT id, ${consents}${columns} ${patients} ORDER BY ${areas ? places : 'id'} LIMIT ${maxRowsOnScreen}`, values, oneStatement)
    .values()
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

/** Returns the first 1,000 rows of a filter and the total, limited to the role and the consents (REQ-EXP-01, REQ-FIL-04). */
export const runOnScreen = (
  deps: Deps,
  caller: Caller,
  {
    id,
    asRole: role,
    generalise = false,
    missingReasons = false,
  }: FilterRun & { readonly generalise?: boolean; readonly missingReasons?: boolean },
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
        withRole(tx, 'registry_filter', (inside) => readRows(inside, query, formatItalianDay(deps.clock()), { areas, missingReasons })),
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
