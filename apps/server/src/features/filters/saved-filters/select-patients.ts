import { quotedLiterals } from '@registry/db/sql/expression'
import { withRole, type Transaction } from '@registry/db/transaction'
import { AppError } from '@registry/domain/error'
import type { Expression } from '@registry/domain/expression/expression'
import { limitStatements } from '../../../shared/limit-statements.ts'
import type { PatientRanges } from '../exports/patient-ranges.ts'
import { allowJoins } from '../../filters/allow-joins.ts'
import { runCancellable } from '../../filters/cancellable.ts'
import { buildCountQuery, buildRangeCountQuery, type PatientView } from '../../filters/filter-query.ts'
import type { CountQueryRow } from './queries.ts'

/** The patients of a condition: their numbers, and their ids as one text with commas, ascending. */
type SelectedPatients = CountQueryRow & { readonly ids: string }

const idsColumn = `, coalesce(string_agg(id::text, ',' ORDER BY id) FILTER (WHERE meets), '') AS ids`

/** Selects the patients of a condition in one statement. */
export const selectPatients = async (tx: Transaction, where: Expression, today: string, view?: PatientView): Promise<SelectedPatients> => {
  const [found] = await withRole(tx, 'registry_filter', ({ sql }) =>
    sql.unsafe<SelectedPatients[]>(buildCountQuery(where, quotedLiterals, today, { centre: tx.centre, view }, idsColumn)),
  )
  return found ?? { total: 0, no_consent: 0, no_answer: 0, no_value: 0, ids: '' }
}

type SelectedRange = SelectedPatients & { readonly checked: number; readonly last: number }

type SelectOptions = {
  readonly today: string
  /** The longest duration of the statements together, without the rests (REQ-FIL-07). */
  readonly maxMs?: number | undefined
}

async function* selectRanges(
  tx: Transaction,
  where: Expression,
  { today, maxMs }: SelectOptions,
  { size, signal }: PatientRanges,
): AsyncGenerator<SelectedRange> {
  let [after, workedMs]: [number | undefined, number] = [0, 0]
  while (after !== undefined) {
    await allowJoins(tx, 'by index')
    if (maxMs !== undefined) {
      if (workedMs >= maxMs) throw new AppError('filter_too_slow', { seconds: maxMs / 1000 })
      await limitStatements(tx, `${Math.ceil(maxMs - workedMs)}ms`)
    }
    const start = performance.now()
    const statement = buildRangeCountQuery(where, quotedLiterals, today, { centre: tx.centre }, idsColumn, { after, size })
    const [range] = await withRole(tx, 'registry_filter', ({ sql }) => runCancellable(() => sql.unsafe<SelectedRange[]>(statement), signal))
    workedMs += performance.now() - start
    if (maxMs !== undefined) await limitStatements(tx, `${maxMs}ms`)
    await allowJoins(tx, 'all')
    if (range) yield range
    after = range?.checked === size ? range.last : undefined
  }
}

/**
 * Selects the patients of a condition in ranges of their ids, so that other requests keep a processor between the ranges (decision 0005).
 * `use` receives the ids of each range, ascending.
 */
export const selectPatientsInRanges = async (
  tx: Transaction,
  where: Expression,
  options: SelectOptions,
  ranges: PatientRanges,
  use: (ids: string) => Promise<void>,
): Promise<CountQueryRow> => {
  let sum = { total: 0, no_consent: 0, no_answer: 0, no_value: 0 }
  for await (const range of ranges.rest(selectRanges(tx, where, options, ranges))) {
    if (range.ids !== '') await use(range.ids)
    sum = {
      total: sum.total + range.total,
      no_consent: sum.no_consent + range.no_consent,
      no_answer: sum.no_answer + range.no_answer,
      no_value: sum.no_value + range.no_value,
    }
  }
  return sum
}
