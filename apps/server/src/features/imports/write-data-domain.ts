import type { Transaction } from '@registry/db/transaction'
import type { DataDomain, FieldTable } from '@registry/domain/fields/field-definition'
import { dataDomainColumns, type DataDomainCommand } from '@registry/domain/imports/columns'
import { findWriteError } from '@registry/domain/patient/writing'
import { alias } from '../../shared/record-checks/stored-record.ts'
import { buildFileChecks, selectCheckedRows } from './file-checks.ts'
import { accepted, createFailureTable, reportBatch, runChecks } from './checks.ts'
import { listIgnoredColumns, type BatchResult, type ImportContext, type ImportPlan, type StagedBatch } from './import-plan.ts'
import { dataDomains, importedValue, listFileFields, valueDiffers, type FileFields } from './record-sql.ts'
import { createTargetTable, findTargets, runStatement } from './staging-tables.ts'
import { addValueChanges } from './value-changes.ts'
import { removeWithdrawnRows } from './withdrawn-rows.ts'

/**
 * The reasons of missing values after the import, as SQL. A cleared value loses its reason, unless the row gives a new one (REQ-CRF-16). A
 * database trigger drops those of columns that have a value.
 */
const importedReasons = (table: FieldTable): string =>
  `nullif((coalesce(${alias[table]}.missing_reasons, '{}') - coalesce(staged.cleared, '{}')) || coalesce(staged.reasons -> '${table}', '{}'), '{}')`

const consentAnswers = [true, false, null] as const
const withdrawals = [null, 'v1', 'v2', 'v3'] as const

const literal = (value: boolean | string | null): string => (typeof value === 'string' ? `'${value}'` : String(value))

/** RULE-36 as SQL over `patient`: the error code of each state of consent that forbids writing the section. */
export const consentErrorSql = (dataDomain: DataDomain): string => {
  const states = withdrawals.flatMap((withdrawal) => consentAnswers.map((answer) => ({ withdrawal, answer })))
  const column = dataDomain === 'PATIENT' ? 'c_db_p' : 'c_db_m'
  const cases = states.flatMap(({ withdrawal, answer }) => {
    const code = findWriteError(dataDomain, { personal: answer, medical: answer, withdrawal })
    const state = `patient.${column} IS NOT DISTINCT FROM ${literal(answer)}
      AND patient.c_db_no_notification IS NOT DISTINCT FROM ${literal(withdrawal)}`
    return code ? [`WHEN ${state} THEN '${code}'`] : []
  })
  return `CASE ${cases.join(' ')} END`
}

/** Writes the accepted rows that change something, and returns their number. A database trigger writes the history (REQ-CRF-03). */
export const writeAccepted = async (tx: Transaction, file: FileFields): Promise<number> => {
  if (file.stored.length === 0) return 0
  const { table } = dataDomains[file.command]
  const values = file.stored.map((field) => `"${field.column}" = ${importedValue(file, field)}`)
  const differs = file.stored.map((field) => valueDiffers(file, field))
  if (file.cleared.size > 0) {
    values.push(`missing_reasons = ${importedReasons(table)}`)
    differs.push(`${importedReasons(table)} IS DISTINCT FROM ${alias[table]}.missing_reasons`)
  }
  const { count } = await runStatement(
    tx,
    `UPDATE ${table} AS ${alias[table]} SET ${values.join(', ')}, version = ${alias[table]}.version + 1
    FROM import_target AS target JOIN import_row AS staged ON staged.row_number = target.row_number
    WHERE ${alias[table]}.patient_id = target.patient_id AND ${accepted} AND (${differs.join(' OR ')})`,
  )
  return count
}

/** Finds the patients of the rows, runs the checks, writes the accepted rows and reports the others. */
const writeDataDomain = async (
  tx: Transaction,
  context: ImportContext,
  command: DataDomainCommand,
  batch: StagedBatch,
): Promise<BatchResult> => {
  await createTargetTable(tx)
  await createFailureTable(tx)
  await removeWithdrawnRows(tx, context, batch)
  const file = listFileFields(command, batch)
  const checks = buildFileChecks(file, context.referenceValues, context.today)
  await findTargets(tx, { known: consentErrorSql(dataDomains[command].dataDomain), unknown: "'import_patient_unknown'" })
  await runChecks(tx, checks.checks, selectCheckedRows(checks))
  if (context.changes) await addValueChanges(tx, file, context.changes)
  const changed = await writeAccepted(tx, file)
  return { ok: await reportBatch(tx, context.entries, checks.checks), changed }
}

/** Imports a file into one section of the record. Every step handles a set of rows (REQ-IMP-05, REQ-CRF-02). */
const buildDataDomainPlan = (command: DataDomainCommand): ImportPlan => {
  const columns = dataDomainColumns[command]
  const staged = columns.filter(({ use }) => use !== 'key' && use !== 'derived')
  return {
    command,
    columns: [
      ...columns.map(({ field, use }) => ({ name: field.name, required: use === 'key', key: use === 'key' })),
      ...listIgnoredColumns(command),
    ],
    stagingColumns: staged.map(({ field }) => `${field.table}."${field.column}"`),
    store: (tx, context, batch) => writeDataDomain(tx, context, command, batch),
  }
}

export const putPersonalData = buildDataDomainPlan('putPersonalData')
export const putMedicalData = buildDataDomainPlan('putMedicalData')
