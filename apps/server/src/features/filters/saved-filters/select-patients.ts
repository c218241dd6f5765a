import { quotedLiterals } from '@registry/db/sql/expression'
import { withRole, type Transaction } from '@registry/db/transaction'
import type { Expression } from '@registry/domain/expression/expression'
import { neverAborted, runCancellable } from '../../filters/cancellable.ts'
import { buildCountQuery, type PatientView } from '../../filters/filter-query.ts'
import type { CountQueryRow } from './queries.ts'

/** The patients of a condition: their counts, and their ids as one text with commas, ascending. */
type SelectedPatients = CountQueryRow & { readonly ids: string }

const idsColumn = `, coalesce(string_agg(id::text, ',' ORDER BY id) FILTER (WHERE meets), '') AS ids`

type SelectOptions = {
  readonly view?: PatientView | undefined
  /** Aborts when the client disconnects. */
  readonly signal?: AbortSignal
}

export const selectPatients = async (
  tx: Transaction,
  where: Expression,
  today: string,
  { view, signal = neverAborted }: SelectOptions = {},
): Promise<SelectedPatients> => {
  const statement = buildCountQuery(where, quotedLiterals, today, { centre: tx.centre, view }, idsColumn)
  const [found] = await withRole(tx, 'registry_filter', ({ sql }) =>
    runCancellable(() => sql.unsafe<SelectedPatients[]>(statement), signal),
  )
  return found ?? { total: 0, no_consent: 0, no_answer: 0, no_value: 0, ids: '' }
}
