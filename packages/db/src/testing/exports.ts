import { randomUUID } from 'node:crypto'
import type { Queries } from '../connect.ts'

export type ExportFixture = {
  readonly id: string
  readonly at: string
  readonly actor: string
  readonly filterId: number
  readonly studyId: string | null
  readonly columns: readonly string[]
  readonly setHash: string
  readonly patients: readonly number[]
}

/** Adds an export like a server: the manifest, then its patients. Without `filterId` it belongs to the first filter. */
export const makeExport = async (owner: Queries, options: Partial<ExportFixture>): Promise<string> => {
  const {
    id = randomUUID(),
    at = null,
    actor = 'dm@example.org',
    filterId = null,
    studyId = null,
    columns = ['HB'],
    setHash = 'x',
    patients = [],
  } = options
  await owner`
    INSERT INTO export_manifest (id, at, actor, as_role, filter_id, filter_version, study_id, format, columns, patients, excluded_no_consent, set_hash)
    SELECT ${id}::uuid, coalesce(${at}::timestamptz, now()), ${actor}, 'DataManager', coalesce(${filterId}, min(id)), 1, ${studyId}, 'csv', ${[...columns]}, ${patients.length}, 0, ${setHash}
    FROM saved_filter`
  await owner`SELECT add_export_patients(${id}, ${[...patients]}::integer[])`
  return id
}

export const listExported = async (owner: Queries, id: string): Promise<readonly number[]> => {
  const found = await owner<{ id: number }[]>`
    SELECT patient_id AS id FROM export_patient WHERE manifest_id = ${id} ORDER BY 1`
  return found.map((row) => row.id)
}
