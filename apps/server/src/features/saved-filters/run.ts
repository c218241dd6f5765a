import type { Cell } from '@registry/api-contract/fields'
import type { FilterRows, FilterRun } from '@registry/api-contract/saved-filters'
import type { Caller } from '@registry/api-contract/caller'
import { numberedParameters } from '@registry/db/sql/expression'
import { withRole, type Transaction } from '@registry/db/transaction'
import { formatItalianDay } from '../../day.ts'
import type { Deps } from '../../deps.ts'
import { readTransaction } from '../../audit/operation.ts'
import { buildReadTrace } from '../../audit/read-trace.ts'
import { findFilter } from './find.ts'
import { countLeftOut, type FilterCounts } from './left-out.ts'
import { buildCountQuery, buildQuery, buildSources, type FilterQuery } from './query.ts'
import { requireRunRole } from './run-role.ts'

/** Rows that a run on screen answers; the count is of all (D10). */
export const maxRowsOnScreen = 1000

/** One statement, extended protocol: it can hold no second one (backend notes, driver traps). */
const oneStatement = { prepare: false, simple: false }

/** Longest that a run on screen may take (D10). */
const statementTimeout = '30s'

const formatCell = (value: unknown): Cell => {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return JSON.stringify(value)
}

type FoundRows = Pick<FilterRows, 'columns' | 'rows'> & { readonly counted: FilterCounts | undefined; readonly patients: readonly number[] }

const readRows = async ({ sql }: Transaction, { fields, where }: FilterQuery, today: string): Promise<FoundRows> => {
  const counting = numberedParameters()
  const count = buildCountQuery(where, counting.bind, today)
  const { bind, values } = numberedParameters()
  const { patients, anonymous } = buildSources(where, bind, today)
  const columns = fields.map((field) => `"${field.column}"`).join(', ')
  const [counted] = await sql.unsafe<FilterCounts[]>(count, counting.values, oneStatement)
  const named = await sql.unsafe(`SELECT id, ${columns} ${patients} ORDER BY id LIMIT ${maxRowsOnScreen}`, values, oneStatement).values()
  const room = maxRowsOnScreen - named.length
  const unnamed = await sql.unsafe(`SELECT ${columns} ${anonymous} ORDER BY random() LIMIT ${room}`, values, oneStatement).values()
  return {
    columns: fields.map((field) => field.name),
    rows: [...named.map(([, ...cells]) => cells), ...unnamed].map((cells) => cells.map(formatCell)),
    counted,
    patients: named.map(([id]) => Number(id)),
  }
}

/** The first 1,000 rows of a filter and the count of all, of the patients the role may see and with what they consented to (D10). */
export const runOnScreen = (deps: Deps, caller: Caller, { id, asRole: role }: FilterRun): Promise<FilterRows> => {
  requireRunRole(caller, role)
  return readTransaction(
    deps,
    caller,
    async (tx) => {
      const filter = await findFilter(tx, caller, id)
      const query = buildQuery(filter)
      await tx.sql.unsafe(`SET LOCAL statement_timeout = '${statementTimeout}'`)
      const { patients, counted, ...rows } = await withRole(tx, 'registry_filter', (inside) =>
        readRows(inside, query, formatItalianDay(deps.clock())),
      )
      const found = { ...rows, total: (counted?.total ?? 0) + (counted?.anonymous ?? 0), leftOut: await countLeftOut(tx, counted) }
      caller.note(`filter ${id}, ${query.fields.length} columns, ${found.total} patients`)
      const { version } = filter
      const read = await buildReadTrace(deps.keyedHash, `filter ${id} version ${version} as ${role}`, patients, found.columns)
      caller.recordRead({ ...read, role, filter: { id, version } })
      return found
    },
    { asRole: role, isolation: 'isolation level repeatable read read only' },
  )
}
