import type { ReferenceChange } from '@registry/api-contract/reference-tables'
import { referenceValue } from '@registry/db/schema/reference'
import type { Transaction } from '@registry/db/transaction'
import type { ReferenceTable } from '@registry/domain/reference/tables'
import type { TableChange, TableRow } from '@registry/domain/reference/upload'
import { and, eq, inArray } from 'drizzle-orm'
import { flattenRow } from './queries.ts'

/** The maximum number of changes in one response. */
const maxChanges = 500

/** The newest changes of a table (REQ-ADM-16). */
export const listChanges = async ({ sql }: Transaction, table: ReferenceTable): Promise<ReferenceChange[]> => {
  const rows = await sql<{ id: string; at: string; actor: string; value_id: string; before: TableRow | null; after: TableRow | null }[]>`
    SELECT id, at, actor, value_id, before, after FROM reference_change WHERE table_name = ${table} ORDER BY id DESC LIMIT ${maxChanges}`
  return rows.map(({ id, at, actor, value_id: valueId, before, after }) => ({
    id: Number(id),
    at: new Date(at).toISOString(),
    actor,
    valueId,
    before: before && flattenRow(before),
    after: after && flattenRow(after),
  }))
}

/** Makes other changes of the table wait for the end of the transaction, and reads its rows in their order. */
export const lockTable = async ({ sql, db }: Transaction, table: ReferenceTable): Promise<readonly TableRow[]> => {
  await sql`SELECT pg_advisory_xact_lock(hashtext('reference_value'), hashtext(${table}))`
  if (table === 'geotree')
    return sql<TableRow[]>`
    SELECT id, trans_it, trans_en, trans_fr, trans_pt, jsonb_strip_nulls(jsonb_build_object('parent', parent, 'level', level, 'leaf', leaf)) AS extra
    FROM geotree ORDER BY position`
  const { id, transIt, transEn, transFr, transPt, extra, position, tableName } = referenceValue
  return db
    .select({ id, trans_it: transIt, trans_en: transEn, trans_fr: transFr, trans_pt: transPt, extra })
    .from(referenceValue)
    .where(eq(tableName, table))
    .orderBy(position)
}

/** The areas with centres, including deleted ones, because their data remain there. */
export const findAreasWithCentres = async ({ sql }: Transaction): Promise<ReadonlySet<string>> => {
  const areas = await sql<{ id: string }[]>`SELECT DISTINCT geotreeid AS id FROM centre`
  return new Set(areas.map(({ id }) => id))
}

/** The columns that use removed ids, by id (REQ-ADM-04). */
export const findUses = async (
  { sql }: Transaction,
  table: ReferenceTable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const used = await sql<{ id: string; places: string }[]>`
    SELECT id, string_agg(DISTINCT place, ', ' ORDER BY place) AS places FROM find_used_reference_values(${table}, ${[...ids]}::text[]) GROUP BY id`
  return new Map(used.map(({ id, places }) => [id, places]))
}

const recordset = (sql: Transaction['sql'], rows: readonly TableRow[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS file (id text, trans_it text, trans_en text, trans_fr text, trans_pt text, extra jsonb)`

const storeAreas = async ({ sql }: Pick<Transaction, 'sql'>, { added, changed }: TableChange): Promise<void> => {
  await sql`
    UPDATE geotree AS stored SET trans_it = file.trans_it, trans_en = file.trans_en, trans_fr = file.trans_fr, trans_pt = file.trans_pt,
      leaf = (file.extra ->> 'leaf')::boolean
    FROM ${recordset(
      sql,
      changed.flatMap(({ after }) => after ?? []),
    )} WHERE stored.id = file.id`
  await sql`
    INSERT INTO geotree (id, parent, level, leaf, position, trans_it, trans_en, trans_fr, trans_pt)
    SELECT id, extra ->> 'parent', (extra ->> 'level')::integer, (extra ->> 'leaf')::boolean,
      row_number() OVER () + (SELECT max(position) FROM geotree), trans_it, trans_en, trans_fr, trans_pt FROM ${recordset(sql, added)}`
}

/** Stores a change. Added rows follow the last one; a whole table has the order of its file. */
export const storeChange = async (
  { sql, db }: Transaction,
  table: ReferenceTable,
  change: TableChange,
  order: readonly string[],
): Promise<void> => {
  const { added, changed, removed } = change
  if (table === 'geotree') return storeAreas({ sql }, change)
  if (removed.length > 0)
    await db.delete(referenceValue).where(
      and(
        eq(referenceValue.tableName, table),
        inArray(
          referenceValue.id,
          removed.map(({ id }) => id),
        ),
      ),
    )
  if (changed.length > 0)
    await sql`
      UPDATE reference_value AS stored SET trans_it = file.trans_it, trans_en = file.trans_en, trans_fr = file.trans_fr, trans_pt = file.trans_pt, extra = file.extra
      FROM ${recordset(
        sql,
        changed.flatMap(({ after }) => after ?? []),
      )} WHERE stored.table_name = ${table} AND stored.id = file.id`
  if (added.length > 0)
    await sql`
      INSERT INTO reference_value (table_name, id, position, trans_it, trans_en, trans_fr, trans_pt, extra)
      SELECT ${table}, id, row_number() OVER () + coalesce((SELECT max(position) FROM reference_value WHERE table_name = ${table}), 0), trans_it, trans_en, trans_fr, trans_pt, extra
      FROM ${recordset(sql, added)}`
  if (order.length > 0)
    await sql`
      UPDATE reference_value AS stored SET position = place.position FROM unnest(${[...order]}::text[]) WITH ORDINALITY AS place (id, position)
      WHERE stored.table_name = ${table} AND stored.id = place.id AND stored.position <> place.position`
}
