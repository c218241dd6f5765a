import { and, eq, gt, sql as rawSql } from 'drizzle-orm'
import type { Excluded } from '@registry/api-contract/saved-filters'
import { savedFilter } from '@registry/db/schema/saved-filters'
import { nameOwnCentre, type Transaction } from '@registry/db/transaction'
import type { Areas } from '../../filters/filter-query.ts'

/** A row of `buildCountQuery`. */
export type CountQueryRow = {
  readonly total: number
  readonly no_consent: number
  readonly no_answer: number
  readonly no_value: number
}

/** Counts the visible patients that a filter excludes, by reason: consent, missing answer or missing value (REQ-FIL-04). */
export const countExcluded = async (tx: Transaction, counted: CountQueryRow | undefined): Promise<Excluded> => {
  const [unregistered] = await tx.sql<{ refused: number; unanswered: number }[]>`
    SELECT count(*) FILTER (WHERE NOT c_db)::int AS refused, count(*) FILTER (WHERE c_db IS NULL)::int AS unanswered
    FROM patient WHERE c_db IS NOT TRUE AND ${nameOwnCentre(tx)}`
  return {
    noConsent: (unregistered?.refused ?? 0) + (counted?.no_consent ?? 0),
    noAnswer: (unregistered?.unanswered ?? 0) + (counted?.no_answer ?? 0),
    noValue: counted?.no_value ?? 0,
  }
}

/** The areas of the country by the ids of regions, areas and centres, for generalised values (REQ-EXP-06). */
export const findAreas = async ({ sql }: Transaction): Promise<Areas> => {
  const [found] = await sql<{ areas: Areas }[]>`
    WITH area AS (SELECT id, CASE WHEN level > 2 THEN parent ELSE id END AS coarser FROM geotree)
    SELECT coalesce(jsonb_object_agg(id, coarser), '{}') AS areas FROM (
      SELECT id, coarser FROM area
      UNION ALL SELECT r.id, a.coarser FROM reference_value AS r JOIN area AS a ON a.id = r.extra ->> 'areaid' WHERE r.table_name = 'svc_region'
      UNION ALL SELECT c.code, a.coarser FROM centre AS c JOIN area AS a ON a.id = c.geotreeid
    ) AS known`
  return found?.areas ?? {}
}

type NewFilterRow = typeof savedFilter.$inferInsert

export const insertFilterRow = async ({ db }: Transaction, values: NewFilterRow): Promise<number> => {
  const [row] = await db.insert(savedFilter).values(values).returning({ id: savedFilter.id })
  if (!row) throw new Error('the new filter was not returned')
  return row.id
}

const inLastMinute = rawSql`now() - interval '1 minute'`

/**
 * Finds the filter that the author added in the last minute with the same name and content: the request was sent again. Until the end of the
 * transaction the author can add no other one (FAULT-11). Later, an equal filter is a new one: the first can belong to a study.
 */
export const findSameFilter = async (
  { db, sql }: Transaction,
  { authorId, name, description, fields, condition }: NewFilterRow,
): Promise<number | undefined> => {
  await sql`SELECT pg_advisory_xact_lock(hashtext('saved_filter'), ${authorId})`
  const isSame = and(
    eq(savedFilter.authorId, authorId),
    eq(savedFilter.version, 1),
    eq(savedFilter.state, 'active'),
    gt(savedFilter.changedAt, inLastMinute),
    eq(savedFilter.name, name),
    eq(savedFilter.description, description),
    eq(savedFilter.fields, fields),
    eq(savedFilter.condition, condition),
  )
  const [row] = await db.select({ id: savedFilter.id }).from(savedFilter).where(isSame).limit(1)
  return row?.id
}

/** Updates content or state of a filter. It returns false if the filter's version differs from the given one. */
export const updateFilterRow = async (
  { db }: Transaction,
  { id, version }: { readonly id: number; readonly version: number | undefined },
  values: Partial<Pick<NewFilterRow, 'name' | 'description' | 'fields' | 'condition' | 'state'>>,
): Promise<boolean> => {
  const unchanged = and(eq(savedFilter.id, id), version === undefined ? undefined : eq(savedFilter.version, version))
  const rows = await db.update(savedFilter).set(values).where(unchanged).returning({ id: savedFilter.id })
  return rows.length > 0
}
