import type { Cell } from '@registry/api-contract/fields'
import type { ReferenceRow } from '@registry/api-contract/reference-tables'
import { geotree } from '@registry/db/schema/geography'
import { referenceValue } from '@registry/db/schema/reference'
import type { Transaction } from '@registry/db/transaction'
import { sortItalianCodesFirst } from '@registry/domain/reference/reference-values'
import type { ReferenceTable } from '@registry/domain/reference/tables'
import type { TableRow } from '@registry/domain/reference/upload'
import { eq } from 'drizzle-orm'

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

/** Puts the columns of a row on one level: the shared ones, then those of this table only. */
export const flattenRow = ({ extra, ...shared }: TableRow): ReferenceRow => ({
  ...shared,
  ...Object.fromEntries(Object.entries(extra).map(([name, value]) => [name, formatCell(value)])),
})

/** Returns the shared columns and the table's own columns. A missing own column is null. */
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

/** The studies as a read-only view (REQ-ADM-05). */
const readStudyRows = async ({ sql }: Transaction): Promise<ReferenceRow[]> => [
  ...(await sql<ReferenceRow[]>`
    SELECT id, title AS trans_it, coalesce(title_en, title) AS trans_en, NULL AS trans_fr, NULL AS trans_pt, status, end_enrollment_date, main_centre AS main_center, type
    FROM clinical_study WHERE deleted_at IS NULL ORDER BY id`),
]

/** Readers of tables with separate rows; the others are lists of reference values. */
const ownReaders: Partial<Record<ReferenceTable, (tx: Transaction) => Promise<ReferenceRow[]>>> = {
  geotree: readGeotreeRows,
  svc_clinical_study: readStudyRows,
}

/** Returns the rows of a reference table in their own order. */
export const readRows = (tx: Transaction, table: ReferenceTable): Promise<ReferenceRow[]> =>
  ownReaders[table]?.(tx) ?? readValueRows(tx, table)
