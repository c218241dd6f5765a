import type { DataUse, DataUsePage, DataUseSelection, StaffHome } from '@registry/api-contract/home'
import type { Transaction } from '@registry/db/transaction'

const maxListed = 5
/** A page of data uses has whole days, so it can be longer than this. */
const usesOnPage = 50

export type PatientCounts = {
  readonly registered: number
  readonly invited: number
  readonly withMedicalConsent: number
  readonly withPersonalConsent: number
  readonly withdrawn: number
}

export const countPatients = async ({ sql }: Transaction): Promise<PatientCounts | undefined> => {
  const [counts] = await sql<PatientCounts[]>`
    SELECT count(*)::int AS registered,
      count(*) FILTER (WHERE c_db IS NULL)::int AS invited,
      count(*) FILTER (WHERE c_db_m)::int AS "withMedicalConsent",
      count(*) FILTER (WHERE c_db_p)::int AS "withPersonalConsent",
      count(*) FILTER (WHERE c_db_no_notification IS NOT NULL)::int AS withdrawn
    FROM patient`
  return counts
}

export const listLastImports = async ({ sql }: Transaction): Promise<StaffHome['lastImports']> =>
  sql<StaffHome['lastImports']>`SELECT at, command, actor, ok, ko FROM import_run ORDER BY at DESC LIMIT ${maxListed}`

export const listLastFilters = async ({ sql }: Transaction): Promise<StaffHome['lastFilters']> =>
  sql<
    StaffHome['lastFilters']
  >`SELECT id, name, changed_at AS "changedAt" FROM saved_filter ORDER BY changed_at DESC, id LIMIT ${maxListed}`

export const listLastExports = async ({ sql }: Transaction): Promise<StaffHome['lastExports']> =>
  sql<StaffHome['lastExports']>`
    SELECT m.at, m.filter_id AS "filterId", v.name AS "filterName", m.format, coalesce(o.rows, 0) AS rows, coalesce(o.outcome, 'running') AS outcome
    FROM export_manifest m JOIN saved_filter_version v ON v.filter_id = m.filter_id AND v.version = m.filter_version
    LEFT JOIN export_outcome o ON o.manifest_id = m.id
    ORDER BY m.at DESC LIMIT ${maxListed}`

/** Lists the uses of the patient's data by other people: equal uses of one day are one entry (REQ-PAT-14, REQ-PAT-18). */
export const listOwnDataUses = async ({ sql }: Transaction, { cursor, kind, days }: DataUseSelection): Promise<DataUsePage> => {
  const found = await sql<(DataUse & { readonly groups: number })[]>`
    WITH page AS (
      SELECT (used_at AT TIME ZONE 'Europe/Rome')::date AS day, max(used_at) AS at, count(*)::int AS times, reader_role, centre, means, kinds, purpose,
        count(*) OVER ()::int AS groups
      FROM list_own_data_uses()
      WHERE (${kind ?? null}::text IS NULL OR ${kind ?? null} = ANY (kinds))
        AND (${days ?? null}::integer IS NULL OR used_at >= now() - make_interval(days => ${days ?? null}::integer))
        AND (${cursor ?? null}::date IS NULL OR (used_at AT TIME ZONE 'Europe/Rome')::date < ${cursor ?? null}::date)
      GROUP BY 1, reader_role, centre, means, kinds, purpose
      ORDER BY day DESC FETCH FIRST ${usesOnPage} ROWS WITH TIES
    )
    SELECT to_char(day, 'YYYY-MM-DD') AS day, at, times, reader_role AS actor, centre, means, kinds, purpose, groups FROM page ORDER BY page.at DESC`
  const hasMore = found.length < (found[0]?.groups ?? 0)
  return { uses: found.map(({ groups: _groups, ...use }) => use), next: hasMore ? (found.at(-1)?.day ?? null) : null }
}

/** A row without any value, because the patient has not given the consents, is listed but is no use of data. */
export const countOwnDataUsesThisYear = async ({ sql }: Transaction): Promise<number> => {
  const [year] = await sql<{ uses: number }[]>`
    SELECT count(*)::int AS uses FROM list_own_data_uses() WHERE kinds <> '{}' AND used_at >= date_trunc('year', now(), 'Europe/Rome')`
  return year?.uses ?? 0
}
