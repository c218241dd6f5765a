import type { Services } from '@registry/api-contract/services'
import type { Caller } from '@registry/api-contract/caller'
import type { ReferenceQuery, ReferenceRow } from '@registry/api-contract/reference-tables'
import { validationError, AppError } from '@registry/domain/error'
import type { ReferenceTable } from '@registry/domain/reference/tables'
import type { Deps } from '../../app/deps.ts'
import { readTransaction } from '../../audit/operation.ts'
import { readRows } from './queries.ts'
import { listChanges } from './table-changes.ts'

/** Patients need only the lists of the personal data page (REQ-ADM-05). */
const patientTables: readonly ReferenceTable[] = ['svc_nation', 'svc_region']

const requireReadable = ({ actor }: Caller, table: ReferenceTable): void => {
  if ((actor.kind === 'patient' || actor.kind === 'guardian') && !patientTables.includes(table)) throw new AppError('permission_denied')
}

const order = new Intl.Collator('it', { numeric: true })

/** Orders the rows by one of their columns. The name only selects an existing column (THREAT-03). */
const sortRows = (rows: ReferenceRow[], orderBy: string | undefined): ReferenceRow[] => {
  const [first] = rows
  if (orderBy === undefined || orderBy === '' || !first) return rows
  const column = Object.keys(first).find((name) => name === orderBy.trim().toLowerCase())
  if (column === undefined) throw validationError({ orderby: { code: 'column_unknown' } })
  return rows.toSorted((a, b) => order.compare(String(a[column] ?? ''), String(b[column] ?? '')))
}

/** Returns the rows of reference tables (REQ-ADM-04). */
export const referenceTables = (deps: Pick<Deps, 'database'>): Services['referenceTables'] => ({
  rows: async (caller, { table, orderBy }: ReferenceQuery) => {
    requireReadable(caller, table)
    const rows = await readTransaction(deps, caller, (tx) => readRows(tx, table))
    caller.note(`${table}, ${rows.length} rows`)
    return sortRows(rows, orderBy)
  },
  history: (caller, { table }) => readTransaction(deps, caller, (tx) => listChanges(tx, table)),
})
