import type { Transaction } from '@registry/db/transaction'
import type { Field } from '@registry/domain/fields/dictionary'
import type { Block, FieldTable } from '@registry/domain/fields/field-definition'
import { findWriteError } from '@registry/domain/patient/writing'
import type { BlockChecks } from './block-checks.ts'
import { alias, buildJoins, storedValue } from '../../shared/record-checks/stored-record.ts'
import { accepted, anyCheckFails } from './checks.ts'
import { blocks, importedValue, type FileFields } from './record-sql.ts'
import { runStatement } from './staging-tables.ts'

/** True where the row changes the field, as SQL. */
const valueDiffers = (file: FileFields, field: Field): string =>
  file.cleared.has(field.column)
    ? `${importedValue(file, field)} IS DISTINCT FROM ${storedValue(field)}`
    : `(staged."${field.column}" IS NOT NULL AND staged."${field.column}" IS DISTINCT FROM ${storedValue(field)})`

/**
 * The reasons of missing values after the import, as SQL: a cleared value loses its reason, unless the row says a new one (REQ-CRF-16). A
 * trigger of the database drops those of columns that have a value.
 */
const importedReasons = (table: FieldTable): string =>
  `nullif((coalesce(${alias[table]}.missing_reasons, '{}') - coalesce(staged.cleared, '{}')) || coalesce(staged.reasons -> '${table}', '{}'), '{}')`

const consentAnswers = [true, false, null] as const
const withdrawals = [null, 'v1', 'v2', 'v3'] as const

const literal = (value: boolean | string | null): string => (typeof value === 'string' ? `'${value}'` : String(value))

/** RULE-36 as SQL over `patient`: the error code of each state of consent and withdrawal in which the block must not be written. */
export const consentErrorSql = (block: Block): string => {
  const states = withdrawals.flatMap((withdrawal) => consentAnswers.map((answer) => ({ withdrawal, answer })))
  const column = block === 'PATIENT' ? 'c_db_p' : 'c_db_m'
  const cases = states.flatMap(({ withdrawal, answer }) => {
    const code = findWriteError(block, { personal: answer, medical: answer, withdrawal })
    const state = `patient.${column} IS NOT DISTINCT FROM ${literal(answer)}
      AND patient.c_db_no_notification IS NOT DISTINCT FROM ${literal(withdrawal)}`
    return code ? [`WHEN ${state} THEN '${code}'`] : []
  })
  return `CASE ${cases.join(' ')} END`
}

/** The rows of an UPDATE: their source, the patient of each, and a condition. */
type UpdateSource = { readonly from: string; readonly patient: string; readonly where: string }

/** Updates the rows that change something. A trigger of the database writes the history (REQ-CRF-03). */
const buildUpdate = (file: FileFields, { from, patient, where }: UpdateSource): string => {
  const { table } = blocks[file.command]
  const values = file.stored.map((field) => `"${field.column}" = ${importedValue(file, field)}`)
  const differs = file.stored.map((field) => valueDiffers(file, field))
  if (file.cleared.size > 0) {
    values.push(`missing_reasons = ${importedReasons(table)}`)
    differs.push(`${importedReasons(table)} IS DISTINCT FROM ${alias[table]}.missing_reasons`)
  }
  return `UPDATE ${table} AS ${alias[table]} SET ${values.join(', ')}, version = ${alias[table]}.version + 1
    FROM ${from}
    WHERE ${alias[table]}.patient_id = ${patient} AND ${where} AND (${differs.join(' OR ')})`
}

/** The position of each row of the batch and its patient. The list of codes makes Postgres read the index once for all rows. */
const batchPatients = `SELECT staged.ctid AS position, identity.patient_id FROM import_row AS staged
  JOIN patient_identity AS identity ON identity.centre_patient_code = staged.key
  WHERE identity.centre_code = (SELECT current_setting('app.centre')) AND identity.centre_patient_code = ANY (ARRAY(SELECT key FROM import_row))`

/**
 * Writes the rows without findings and moves the others to `import_rest`, in one statement. Most rows of most files have none. Returns the
 * number of written rows. Row security refuses a block without consent (RULE-36): those rows are moved, and `writeAccepted` and the report
 * handle them. Postgres has no statistics of new rows and could read a table once per row. The list of patients makes it read each table by its key.
 */
export const writeRowsWithoutFindings = async (
  tx: Transaction,
  file: FileFields,
  { checks, tables }: BlockChecks,
  rows: number,
): Promise<number> => {
  if (file.stored.length === 0) {
    await runStatement(tx, 'INSERT INTO import_rest SELECT * FROM import_row')
    return 0
  }
  const { table } = blocks[file.command]
  const patients = 'ANY (ARRAY(SELECT patient_id FROM batch))'
  const otherTables = tables.filter((other) => other !== table)
  const update = buildUpdate(file, {
    from: `batch JOIN import_row AS staged ON staged.ctid = batch.position ${buildJoins(otherTables, 'batch.patient_id', patients)}`,
    patient: 'batch.patient_id',
    where: `${alias[table]}.patient_id = ${patients} AND (${anyCheckFails(checks)}) IS NOT TRUE`,
  })
  await runStatement(tx, 'SET LOCAL enable_nestloop = off')
  const { count } = await runStatement(
    tx,
    `WITH batch AS MATERIALIZED (${batchPatients}), written AS (${update} RETURNING batch.position)
    INSERT INTO import_rest SELECT staged.* FROM import_row AS staged LEFT JOIN written ON written.position = staged.ctid
    WHERE written.position IS NULL`,
  )
  await runStatement(tx, 'SET LOCAL enable_nestloop = on')
  return rows - count
}

/** Writes the accepted rows among those with findings. Returns their number. */
export const writeAccepted = async (tx: Transaction, file: FileFields): Promise<number> => {
  if (file.stored.length === 0) return 0
  const from = 'import_target AS target JOIN import_row AS staged ON staged.row_number = target.row_number'
  const { count } = await runStatement(tx, buildUpdate(file, { from, patient: 'target.patient_id', where: accepted }))
  return count
}
