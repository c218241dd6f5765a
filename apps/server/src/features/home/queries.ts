import type { PatientHome, StaffHome } from '@registry/api-contract/home'
import type { Transaction } from '@registry/db/transaction'

const maxListed = 5
/** Maximum number of data uses on a patient's page. */
const maxListedUses = 500

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

/** Lists each use of the patient's data by other people, from the manifests and the audit log (REQ-PAT-14). */
export const listOwnDataUses = async ({ sql }: Transaction): Promise<PatientHome> => {
  const uses = await sql<PatientHome['uses']>`
    SELECT used_at AS at, reader_role AS actor, centre, means, purpose FROM list_own_data_uses() ORDER BY used_at DESC LIMIT ${maxListedUses}`
  const [year] = await sql<{ uses: number }[]>`
    SELECT count(*)::int AS uses FROM list_own_data_uses() WHERE used_at >= date_trunc('year', now(), 'Europe/Rome')`
  return { uses, usesThisYear: year?.uses ?? 0 }
}
