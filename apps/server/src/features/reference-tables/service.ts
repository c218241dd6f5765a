import type { Caller } from '@registry/api-contract/caller'
import type { Cell } from '@registry/api-contract/fields'
import type { ReferenceQuery, ReferenceRow, ReferenceTables } from '@registry/api-contract/reference-tables'
import { geotree } from '@registry/db/schema/geography'
import { referenceValue } from '@registry/db/schema/reference'
import type { Transaction } from '@registry/db/transaction'
import { validationError, AppError } from '@registry/domain/error'
import { sortItalianCodesFirst } from '@registry/domain/reference/reference-values'
import type { ReferenceTable } from '@registry/domain/reference/tables'
import { eq } from 'drizzle-orm'
import type { Deps } from '../../deps.ts'
import { readTransaction } from '../../audit/operation.ts'

/** Patients need only the lists of the personal data page (REQ-ADM-05). */
const patientTables: readonly ReferenceTable[] = ['svc_nation', 'svc_region']

const requireReadable = ({ actor }: Caller, table: ReferenceTable): void => {
  if (actor.kind === 'patient' && !patientTables.includes(table)) throw new AppError('permission_denied')
}

const formatCell = (value: unknown): Cell => {
  if (value === undefined || value === null) return null
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : JSON.stringify(value)
}

const readGeotreeRows = async ({ db }: Transaction): Promise<ReferenceRow[]> => {
  const rows = await db.select().from(geotree).orderBy(geotree.position)
  return rows.map(({ id, parent, level, leaf, transIt, transEn, transFr, transPt }) => ({
    id,
    trans_it: transIt,
    trans_en: transEn,
    trans_fr: transFr,
    trans_pt: transPt,
    parent,
    level,
    leaf,
  }))
}

/** Returns the shared columns and the table's ownColumns columns. A missing ownColumns column is null. */
const readValueRows = async ({ db }: Transaction, table: ReferenceTable): Promise<ReferenceRow[]> => {
  const rows = await db.select().from(referenceValue).where(eq(referenceValue.tableName, table)).orderBy(referenceValue.position)
  const ownColumns = [...new Set(rows.flatMap(({ extra }) => Object.keys(extra)))]
  return sortItalianCodesFirst(rows).map(({ id, transIt, transEn, transFr, transPt, extra }) => ({
    id,
    trans_it: transIt,
    trans_en: transEn,
    trans_fr: transFr,
    trans_pt: transPt,
    ...Object.fromEntries(ownColumns.map((name) => [name, formatCell(extra[name])])),
  }))
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

const readRows = (tx: Transaction, table: ReferenceTable): Promise<ReferenceRow[]> =>
  table === 'geotree' ? readGeotreeRows(tx) : readValueRows(tx, table)

/** Returns the rows of reference tables (REQ-ADM-04). */
export const referenceTables = (deps: Pick<Deps, 'database'>): ReferenceTables => ({
  rows: async (caller, { table, orderBy }: ReferenceQuery) => {
    requireReadable(caller, table)
    const rows = await readTransaction(deps, caller, (tx) => readRows(tx, table))
    caller.note(`${table}, ${rows.length} rows`)
    return sortRows(rows, orderBy)
  },
})
