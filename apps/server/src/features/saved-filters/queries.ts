import { and, eq, sql as drizzleSql } from 'drizzle-orm'
import type { LeftOut } from '@registry/api-contract/saved-filters'
import { exportManifest, exportOutcome } from '@registry/db/schema/exports'
import { savedFilter } from '@registry/db/schema/saved-filters'
import { quotedLiterals } from '@registry/db/sql/expression'
import { withRole, type Transaction } from '@registry/db/transaction'
import type { Expression } from '@registry/domain/expression/expression'
import { ageBandYears } from '@registry/domain/filter/generalise'
import { maxSeconds } from '../../condition-failure.ts'
import { buildCountQuery, type Areas } from '../../filter-query.ts'

/** A row of `buildCountQuery`. */
export type FilterCounts = {
  readonly total: number
  readonly anonymous: number
  readonly no_consent: number
  readonly no_answer: number
  readonly no_value: number
}

/** Counts the visible patients that a filter leaves out, by reason: consent, missing answer or missing value (REQ-FIL-04). */
export const countLeftOut = async ({ sql }: Transaction, counted: FilterCounts | undefined): Promise<LeftOut> => {
  const [unregistered] = await sql<{ refused: number; unanswered: number }[]>`
    SELECT count(*) FILTER (WHERE NOT c_db)::int AS refused, count(*) FILTER (WHERE c_db IS NULL)::int AS unanswered FROM patient`
  return {
    noConsent: (unregistered?.refused ?? 0) + (counted?.no_consent ?? 0),
    noAnswer: (unregistered?.unanswered ?? 0) + (counted?.no_answer ?? 0),
    noValue: counted?.no_value ?? 0,
  }
}

/** Limits the duration of each statement on screen (REQ-FIL-07). */
export const limitStatements = async ({ sql }: Transaction): Promise<void> => {
  await sql`SELECT set_config('statement_timeout', ${`${maxSeconds}s`}, true)`
}

const ids = `, coalesce(string_agg(id::text, ',' ORDER BY id) FILTER (WHERE meets), '') AS ids`

/** Counts the patients of a condition and returns the ids of those found as one text, in the order of the ids. */
export const selectPatients = async (
  tx: Transaction,
  where: Expression,
  today: string,
): Promise<(FilterCounts & { readonly ids: string }) | undefined> => {
  const [found] = await withRole(tx, 'registry_filter', ({ sql }) =>
    sql.unsafe<(FilterCounts & { ids: string })[]>(buildCountQuery(where, quotedLiterals, today, ids)),
  )
  return found
}

/** Numbers of unique rows, and of rows in groups under five (unique rows included). */
export type SmallGroups = { readonly alone: number; readonly inSmallGroups: number }

/** A group of fewer rows is a small group (REQ-EXP-04). */
const minGroupSize = 5

/** The areas of the country by the ids of regions, areas and centres, for coarser values (REQ-EXP-06). */
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

/**
 * Counts the selected patients in small groups of the same age, sex, area, region of birth and genotype (REQ-EXP-04). Filters have no date
 * of birth, so the query reads the tables, with the row security of the caller. Areas count the groups of coarser values.
 */
export const countSmallGroups = async (
  { sql }: Transaction,
  patientIds: string,
  today: string,
  areas: Areas | undefined,
): Promise<SmallGroups> => {
  const years = areas ? ageBandYears : 1
  const known = JSON.stringify(areas ?? {})
  const [counted] = await sql<SmallGroups[]>`
    SELECT coalesce(sum(alike) FILTER (WHERE alike = 1), 0)::int AS alone,
      coalesce(sum(alike) FILTER (WHERE alike < ${minGroupSize}), 0)::int AS "inSmallGroups"
    FROM (
      SELECT count(*) AS alike
      FROM unnest(string_to_array(${patientIds}, ',')::integer[]) AS chosen (id)
      LEFT JOIN patient_personal AS personal ON personal.patient_id = chosen.id AND personal.consented
      LEFT JOIN patient_medical AS medical ON medical.patient_id = chosen.id AND medical.consented
      GROUP BY floor(extract(year FROM age(${today}::date, personal.dob)) / ${years}::integer), personal.sex,
        coalesce(${known}::text::jsonb ->> personal.address_area, personal.address_area),
        coalesce(${known}::text::jsonb ->> personal.lob_region, personal.lob_region), medical.genotype
    ) AS groups`
  return counted ?? { alone: 0, inSmallGroups: 0 }
}

/** Another export whose patients differ by few from these. */
export type SimilarExport = { readonly other: string; readonly count: number }

/** Finds the most similar earlier export, if it differs by few patients (THREAT-33). */
export const findSimilarExport = async ({ sql }: Transaction, patientIds: string, setHash: string): Promise<SimilarExport | undefined> => {
  const [closest] = await sql<SimilarExport[]>`
    SELECT export AS other, differs AS count FROM find_similar_exports(string_to_array(${patientIds}, ',')::integer[], ${setHash}) LIMIT 1`
  return closest
}

/** Locks an export until the transaction ends, so the nightly check does not mark it as interrupted. */
export const lockExport = async ({ sql }: Transaction, manifestId: string): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtext('export'), hashtext(${manifestId}))`
}

type NewManifest = Omit<typeof exportManifest.$inferInsert, 'patientIds'> & { readonly patientIds: string }

export const insertManifest = async ({ db }: Transaction, { patientIds, ...manifest }: NewManifest): Promise<void> => {
  await db.insert(exportManifest).values({ ...manifest, patientIds: drizzleSql`string_to_array(${patientIds}, ',')::integer[]` })
}

export type Outcome = {
  readonly outcome: 'complete' | 'partial' | 'failed'
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}

/** Stores the outcome of an export, unless it has one. */
export const insertOutcome = async ({ db }: Transaction, manifestId: string, outcome: Outcome): Promise<void> => {
  await db
    .insert(exportOutcome)
    .values({ manifestId, ...outcome })
    .onConflictDoNothing()
}

type NewFilterRow = typeof savedFilter.$inferInsert

/** Inserts a filter and returns its id. */
export const insertFilterRow = async ({ db }: Transaction, values: NewFilterRow): Promise<number> => {
  const [row] = await db.insert(savedFilter).values(values).returning({ id: savedFilter.id })
  if (!row) throw new Error('the new filter was not returned')
  return row.id
}

/** Updates a filter. It returns false if the filter has another version than the given one. */
export const updateFilterRow = async (
  { db }: Transaction,
  { id, version }: { readonly id: number; readonly version: number | undefined },
  values: Pick<NewFilterRow, 'name' | 'description' | 'fields' | 'condition'>,
): Promise<boolean> => {
  const unchanged = and(eq(savedFilter.id, id), version === undefined ? undefined : eq(savedFilter.version, version))
  const rows = await db.update(savedFilter).set(values).where(unchanged).returning({ id: savedFilter.id })
  return rows.length > 0
}
