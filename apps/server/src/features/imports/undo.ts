import type { ImportRegistrations, ImportUndone } from '@registry/api-contract/imports'
import { listFields } from '@registry/db/columns'
import type { Transaction } from '@registry/db/transaction'
import { AppError, validationError } from '@registry/domain/error'
import type { Field } from '@registry/domain/fields/dictionary'
import type { ImportCommand } from '@registry/domain/imports/columns'
import { computedStatistics } from '@registry/domain/observations/analytes'
import { computeStatistics } from '../../shared/observations.ts'
import { lockCentre } from '../../shared/retry.ts'
import { dataDomains } from './record-sql.ts'
import { runStatement } from './staging-tables.ts'

type Undo = { readonly centre: string; readonly id: string; readonly reason?: string | undefined }
type Run = { readonly command: ImportCommand; readonly undone: boolean }

/** The versions that the import wrote: the first and the last one of each visible section. */
const createUndoTable = async ({ sql }: Transaction, table: string, { centre, id }: Undo): Promise<void> => {
  await sql`CREATE TEMP TABLE IF NOT EXISTS import_undo (patient_id integer PRIMARY KEY, first integer NOT NULL, last integer NOT NULL) ON COMMIT DROP`
  await sql`
    INSERT INTO import_undo
    SELECT saved.patient_id, min(saved.version), max(saved.version)
    FROM patient_identity AS identity JOIN ${sql(`${table}_version`)} AS saved USING (patient_id)
    WHERE identity.centre_code = ${centre} AND saved.import_id = ${id} GROUP BY saved.patient_id`
  await sql`ANALYZE import_undo`
}

/**
 * The patients whose section was saved after the import, or whose previous values are no longer kept. A section is created empty as version
 * 1. Computed statistics prevent no undo.
 */
const countChangedSince = async ({ sql }: Transaction, table: string): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM import_undo AS undo
    WHERE EXISTS (SELECT FROM ${sql(`${table}_version`)} AS later
        WHERE later.patient_id = undo.patient_id AND later.version > undo.last AND later.source <> 'computed')
      OR (undo.first > 2 AND NOT EXISTS (
        SELECT FROM ${sql(`${table}_version`)} AS before WHERE before.patient_id = undo.patient_id AND before.version = undo.first - 1))`
  return row?.count ?? 0
}

/** A statistic that was computed before the file is cleared, so that the database computes it from the present results (REQ-OBS-05). */
const restoredValue = (field: Field): string =>
  computedStatistics.includes(field)
    ? `CASE WHEN before.value_sources -> '${field.column}' ->> 'by' = 'computed' THEN NULL ELSE before."${field.column}" END`
    : `before."${field.column}"`

/**
 * Writes the previous values of what the file changed as a new version, so that the history shows both (REQ-CRF-03). Returns the patients.
 */
const restoreValues = async (tx: Transaction, table: 'patient_personal' | 'patient_medical'): Promise<readonly number[]> => {
  const restore = (column: string, value: string): string =>
    `${column} = CASE WHEN before.${column} IS DISTINCT FROM after.${column} THEN ${value} ELSE data_domain.${column} END`
  // The database derives the others (RULE-33).
  const columns = [
    restore('missing_reasons', 'before.missing_reasons'),
    ...listFields(table).flatMap((field) => (field.derived ? [] : [restore(`"${field.column}"`, restoredValue(field))])),
  ]
  const rows = await runStatement<{ id: number }>(
    tx,
    `UPDATE ${table} AS data_domain SET ${columns.join(', ')}, version = data_domain.version + 1
    FROM import_undo AS undo JOIN ${table}_version AS after ON after.patient_id = undo.patient_id AND after.version = undo.last
    LEFT JOIN ${table}_version AS before ON before.patient_id = undo.patient_id AND before.version = undo.first - 1
    WHERE data_domain.patient_id = undo.patient_id RETURNING data_domain.patient_id AS id`,
  )
  return rows.map(({ id }) => id)
}

/** The database then keeps the day of an earlier report, and the marks of statistics from before the file. */
const nameUndoneImport = ({ sql }: Transaction, id: string) => sql`SELECT set_config('app.undone_import', ${id}, true)`

/**
 * Restores the previous values in all records of the file, or changes nothing. Patients who no longer give their consent keep their values,
 * which nobody can see.
 */
const undoValues = async (tx: Transaction, table: 'patient_personal' | 'patient_medical', undo: Undo): Promise<number> => {
  await createUndoTable(tx, table, undo)
  const count = await countChangedSince(tx, table)
  if (count > 0) throw new AppError('import_changed_since', { count })
  await nameUndoneImport(tx, undo.id)
  const patients = await restoreValues(tx, table)
  if (patients.length === 0) return 0
  await tx.sql`UPDATE import_run SET undone_at = now() WHERE id = ${undo.id}`
  if (table === 'patient_medical') await computeStatistics(tx, patients)
  return patients.length
}

/** Counts the patients of a file that are still registered, and those who have answered or have a changed record (REQ-IMP-17). */
export const countRegistrations = async ({ sql }: Transaction, id: string): Promise<ImportRegistrations> => {
  const [found] = await sql<ImportRegistrations[]>`SELECT registered, changed FROM count_registrations(${id})`
  return found ?? { registered: 0, changed: 0 }
}

/** Deletes all registrations of the file, or none (docs/policies.md). */
const undoRegistrations = async (tx: Transaction, id: string): Promise<number> => {
  const { changed: count } = await countRegistrations(tx, id)
  if (count > 0) throw new AppError('import_registrations_changed', { count })
  const [undone] = await tx.sql<{ patients: number }[]>`SELECT undo_registrations(${id}) AS patients`
  return undone?.patients ?? 0
}

/** The most results that an undo lists. */
const maxKept = 1000

type Kept = NonNullable<ImportUndone['kept']>
/** The result of an undo: the number of patients, the results that stay, and their patients. */
export type Undone = { readonly patients: number; readonly kept?: Kept; readonly named: readonly number[] }

/** The present results that correct one of the file, by patient and day. */
const listKept = async ({ sql }: Transaction, id: string): Promise<Pick<Undone, 'kept' | 'named'>> => {
  const rows = await sql<{ patientId: number; key: string; analyte: string; takenOn: string }[]>`
    WITH RECURSIVE later AS (
      SELECT next.* FROM observation AS sent
      JOIN observation AS next ON next.patient_id = sent.patient_id AND next.analyte = sent.analyte AND next.corrects = sent.id
      WHERE sent.import_id = ${id} AND next.import_id IS DISTINCT FROM ${id}
      UNION ALL
      SELECT next.* FROM later JOIN observation AS next ON next.patient_id = later.patient_id AND next.analyte = later.analyte AND next.corrects = later.id)
    SELECT patient_id AS "patientId", identity.centre_patient_code AS key, analyte, taken_on AS "takenOn"
    FROM later JOIN patient_identity AS identity USING (patient_id) WHERE ended_at IS NULL ORDER BY key, taken_on, analyte, id`
  if (rows.length === 0) return { named: [] }
  const first = rows.slice(0, maxKept)
  const kept = { count: rows.length, first: first.map(({ patientId: _patient, ...result }) => result) }
  return { kept, named: [...new Set(first.map(({ patientId }) => patientId))] }
}

/** Ends the results of the file, and computes the statistics anew. Results that were corrected since stay, and are listed (REQ-OBS-06). */
const undoResults = async (tx: Transaction, { id, reason = '' }: Undo): Promise<Undone> => {
  const [undone] = await tx.sql<{ patients: number[] }[]>`SELECT undo_observations(${id}::uuid, ${reason}) AS patients`
  const patients = undone?.patients ?? []
  if (patients.length === 0) return { patients: 0, named: [] }
  await tx.sql`UPDATE import_run SET undone_at = now() WHERE id = ${id}`
  await nameUndoneImport(tx, id)
  await computeStatistics(tx, patients)
  return { patients: patients.length, ...(await listKept(tx, id)) }
}

const undoByCommand = async (tx: Transaction, command: ImportCommand, undo: Undo): Promise<Undone> => {
  if (command === 'putObservations') return undoResults(tx, undo)
  const patients = await (command === 'createPatients' ? undoRegistrations(tx, undo.id) : undoValues(tx, dataDomains[command].table, undo))
  return { patients, named: [] }
}

/**
 * Undoes an import: it restores all records, or deletes all registrations, or changes nothing (REQ-IMP-17). Values need a reason for their
 * history.
 * @throws AppError not_found, import_not_undoable, import_undone_already, import_changed_since, import_registrations_changed,
 * validation_failed
 */
export const undoImport = async (tx: Transaction, undo: Undo): Promise<Undone> => {
  await lockCentre(tx, undo.centre)
  const [run] = await tx.sql<Run[]>`
    SELECT command, undone_at IS NOT NULL AS undone FROM import_run WHERE id = ${undo.id} AND centre_code = ${undo.centre} FOR UPDATE`
  if (!run) throw new AppError('not_found')
  if (run.undone) throw new AppError('import_undone_already')
  if (run.command !== 'createPatients' && undo.reason === undefined) throw validationError({ reason: { code: 'field_required' } })
  const undone = await undoByCommand(tx, run.command, undo)
  if (undone.patients === 0) throw new AppError('import_not_undoable')
  return undone
}
