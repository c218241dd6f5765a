import { randomUUID } from 'node:crypto'
import type { Queries } from '../connect.ts'

export type ExportFixture = {
  readonly id: string
  readonly at: string
  readonly actor: string
  readonly filterId: number
  readonly studyId: string | null
  readonly columns: readonly string[]
  readonly patients: readonly number[]
}

/** Adds an export as a server does: its patients, then the manifest. Without `filterId` it is that of the first filter. */
export const makeExport = async (owner: Queries, options: Partial<ExportFixture>): Promise<string> => {
  const {
    id = randomUUID(),
    at = null,
    actor = 'dm@example.org',
    filterId = null,
    studyId = null,
    columns = ['HB'],
    patients = [],
  } = options
  await owner`
    WITH listed AS MATERIALIZED (SELECT add_export_patients(${id}, 0, ${[...patients]}::integer[]))
    INSERT INTO export_manifest (id, at, actor, as_role, filter_id, filter_version, study_id, format, columns, excluded_no_consent, set_hash)
    SELECT ${id}::uuid, coalesce(${at}::timestamptz, now()), ${actor}, 'DataManager', coalesce(${filterId}, min(id)), 1, ${studyId}, 'csv', ${[...columns]}, 0, 'x'
    FROM saved_filter CROSS JOIN listed`
  return id
}

/** The ids of the patients of an export, ascending. */
export const listExported = async (owner: Queries, id: string): Promise<readonly number[]> => {
  const found = await owner<{ id: number }[]>`
    SELECT unnest(patient_ids) AS id FROM export_patient_range WHERE manifest_id = ${id} ORDER BY 1`
  return found.map((row) => row.id)
}
