import type { StaffHome } from '@registry/api-contract/home'
import { nameOwnCentre, type Transaction } from '@registry/db/transaction'

const maxListed = 5

export type PatientCounts = {
  readonly registered: number
  readonly invited: number
  readonly withMedicalConsent: number
  readonly withPersonalConsent: number
  readonly withdrawn: number
}

export const countPatients = async (tx: Transaction): Promise<PatientCounts | undefined> => {
  const [counts] = await tx.sql<PatientCounts[]>`
    SELECT count(*)::int AS registered,
      count(*) FILTER (WHERE c_db IS NULL)::int AS invited,
      count(*) FILTER (WHERE c_db_m)::int AS "withMedicalConsent",
      count(*) FILTER (WHERE c_db_p)::int AS "withPersonalConsent",
      count(*) FILTER (WHERE c_db_no_notification IS NOT NULL)::int AS withdrawn
    FROM patient WHERE ${nameOwnCentre(tx)}`
  return counts
}

export const listLastImports = async ({ sql }: Transaction): Promise<StaffHome['lastImports']> =>
  sql<StaffHome['lastImports']>`SELECT at, command, actor, ok, ko FROM import_run ORDER BY at DESC LIMIT ${maxListed}`

export const listLastFilters = async ({ sql }: Transaction): Promise<StaffHome['lastFilters']> =>
  sql<
    StaffHome['lastFilters']
  >`SELECT id, name, changed_at AS "changedAt" FROM saved_filter WHERE state <> 'deleted' ORDER BY changed_at DESC, id LIMIT ${maxListed}`

export const listLastExports = async ({ sql }: Transaction): Promise<StaffHome['lastExports']> =>
  sql<StaffHome['lastExports']>`
    SELECT m.at, m.filter_id AS "filterId", m.study_id AS "studyId", coalesce(s.title, v.name) AS name, m.format, coalesce(o.rows, 0) AS rows, coalesce(o.outcome, 'running') AS outcome
    FROM export_manifest m JOIN saved_filter_version v ON v.filter_id = m.filter_id AND v.version = m.filter_version
    LEFT JOIN clinical_study AS s ON s.id = m.study_id
    LEFT JOIN export_outcome o ON o.manifest_id = m.id
    ORDER BY m.at DESC LIMIT ${maxListed}`
