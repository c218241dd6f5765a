import type { RetrievalResult } from '@registry/api-contract/study-candidates'
import { numberedParameters } from '@registry/db/sql/expression'
import { withRole, type Transaction } from '@registry/db/transaction'
import { runCondition } from '../filters/condition-failure.ts'
import { compileCondition, formatPatientSource, oneStatement } from '../filters/filter-query.ts'
import { findStudyFilter, type StudyFilter, listConditions } from './study-filter.ts'

/**
 * Selects the patients of the transaction's centre whom the filter selects and who may be contacted for studies. It runs as the role that
 * sees consented values only (REQ-CON-11). The ids remain one text, because an array of many ids uses much memory.
 */
const selectMatching = async (tx: Transaction, { where }: StudyFilter, today: string): Promise<string> => {
  const { bind, values } = numberedParameters()
  const condition = compileCondition(where, bind, today)
  const statement = `SELECT coalesce(string_agg(id::text, ','), '') AS ids FROM ${formatPatientSource(tx)} WHERE ${condition} AND c_s`
  const [found] = await runCondition(() =>
    withRole(tx, 'registry_filter', ({ sql }) => sql.unsafe<{ ids: string }[]>(statement, values, oneStatement)),
  )
  return found?.ids ?? ''
}

type Target = { readonly id: string; readonly centre: string }

export const countCandidates = async ({ sql }: Transaction, { id, centre }: Target): Promise<number> => {
  const [counted] = await sql<{ total: number }[]>`
    SELECT count(*)::int AS total FROM study_patient WHERE study_id = ${id} AND centre_code = ${centre}`
  return counted?.total ?? 0
}

/**
 * Matches the candidates of a centre again, as three statements over sets. Undecided candidates who no longer match are removed, decided
 * ones are marked, and new ones are added (REQ-STU-06).
 */
export const matchCandidates = async (tx: Transaction, { id, centre }: Target, today: string): Promise<RetrievalResult> => {
  const ids = await selectMatching(tx, await findStudyFilter(tx, id), today)
  const { sql } = tx
  const { count: removed } = await sql`
    DELETE FROM study_patient WHERE study_id = ${id} AND centre_code = ${centre} AND approved IS NULL AND status IS NULL
      AND NOT EXISTS (SELECT FROM unnest(string_to_array(${ids}, ',')::integer[]) AS matching (patient_id) WHERE matching.patient_id = study_patient.patient_id)`
  await sql`
    UPDATE study_patient SET matches = NOT matches FROM (
      SELECT s.patient_id FROM study_patient AS s LEFT JOIN unnest(string_to_array(${ids}, ',')::integer[]) AS matching (patient_id) USING (patient_id)
      WHERE s.study_id = ${id} AND s.centre_code = ${centre} AND s.matches <> (matching.patient_id IS NOT NULL)) AS other
    WHERE study_patient.study_id = ${id} AND study_patient.patient_id = other.patient_id`
  const { count: added } = await sql`
    INSERT INTO study_patient (study_id, patient_id, centre_code)
    SELECT ${id}, matching.patient_id, ${centre} FROM unnest(string_to_array(${ids}, ',')::integer[]) AS matching (patient_id)
    WHERE NOT EXISTS (SELECT FROM study_patient AS known WHERE known.study_id = ${id} AND known.patient_id = matching.patient_id)`
  return { added, removed, total: await countCandidates(tx, { id, centre }) }
}

/** Whether each patient meets each condition of the filter today; null is unknown (REQ-STU-17). */
export const checkConditions = async (
  tx: Transaction,
  filter: StudyFilter,
  patientIds: readonly number[],
  today: string,
): Promise<ReadonlyMap<number, readonly (boolean | null)[]>> => {
  const conditions = listConditions(filter)
  if (conditions.length === 0 || patientIds.length === 0) return new Map()
  const { bind, values } = numberedParameters()
  const columns = conditions.map((condition) => compileCondition(condition, bind, today)).join(', ')
  const statement = `SELECT id, ${columns} FROM filter_patient WHERE id = ANY (string_to_array(${bind(patientIds.join(','), 'text')}, ',')::integer[])`
  const rows = await runCondition(() => withRole(tx, 'registry_filter', ({ sql }) => sql.unsafe(statement, values, oneStatement).values()))
  return new Map(rows.map(([id, ...met]) => [Number(id), met.map((one) => (typeof one === 'boolean' ? one : null))]))
}
