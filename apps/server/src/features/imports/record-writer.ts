import type { Transaction } from '@registry/db/transaction'
import { recordColumns, type RegistrationColumn } from '@registry/domain/imports/columns'
import type { Cell } from '@registry/tabular/table'
import type { Deps } from '../../app/deps.ts'
import type { RecordDiscrepancies, RecordWriter } from '../../shared/record-writer.ts'
import { buildFileChecks, selectCheckedRows } from './file-checks.ts'
import { createFailureTable, reportBatch, runChecks } from './checks.ts'
import { createPatients } from './create-patients.ts'
import { describeSender, readImportContext, type ImportContext } from './import-plan.ts'
import { consentErrorSql, writeAccepted } from './write-data-domain.ts'
import { DataDomainRows } from './reading/data-domain-rows.ts'
import { NewPatients } from './reading/new-patients.ts'
import type { ReadingOptions } from './reading/options.ts'
import { listFileFields, type FileFields } from './record-sql.ts'
import { retryOnConflict } from '../../shared/retry.ts'
import { stageRow } from './staging.ts'
import { createStagingTable, createTargetTable, findTargets } from './staging-tables.ts'
import { removeWithdrawnRows } from './withdrawn-rows.ts'

const stagedColumns = recordColumns.filter(({ use }) => use !== 'key' && use !== 'derived')

/** The consents that the changed sections need, as SQL (RULE-36). The registration belongs to no section. */
const buildConsentError = (columns: readonly string[]): string => {
  const isChanged = (dataDomain: string): boolean =>
    recordColumns.some(
      ({ field, use }) => (use === 'store' || use === 'derived') && field.dataDomain === dataDomain && columns.includes(field.name),
    )
  const errors = (['PATIENT', 'MEDICAL_DATA'] as const).filter(isChanged).map(consentErrorSql)
  return errors.length === 0 ? 'NULL' : `coalesce(${errors.join(', ')})`
}

/**
 * Saves values of both sections of one record with the checks of files (REQ-CRF-04). `cells` has CENTER_ID and the changed fields. The
 * rules see both sections as the save leaves them. An error prevents all writes.
 */
const saveRecord = async (
  tx: Transaction,
  context: ImportContext,
  reading: Omit<ReadingOptions, 'command'>,
  cells: ReadonlyMap<string, Cell>,
): Promise<RecordDiscrepancies> => {
  await createStagingTable(
    tx,
    stagedColumns.map(({ field }) => `${field.table}."${field.column}"`),
  )
  await createTargetTable(tx)
  await createFailureTable(tx)
  const { entries } = context
  const batch = await stageRow(tx, new DataDomainRows(reading, recordColumns), cells, entries)
  if (!batch) return entries
  await removeWithdrawnRows(tx, context, batch)
  const [personal, medical] = [listFileFields('putPersonalData', batch), listFileFields('putMedicalData', batch)]
  const both: FileFields = {
    ...medical,
    stored: [...personal.stored, ...medical.stored],
    compared: [...personal.compared, ...medical.compared],
    ignored: [...personal.ignored, ...medical.ignored],
  }
  const checks = buildFileChecks(both, context.referenceValues, context.today)
  await findTargets(tx, { known: buildConsentError([...cells.keys()]), unknown: "'import_patient_unknown'" })
  await runChecks(tx, checks.checks, selectCheckedRows(checks))
  await writeAccepted(tx, personal)
  await writeAccepted(tx, medical)
  await reportBatch(tx, entries, checks.checks)
  return entries
}

/** Registers and invites one patient with the checks of files (REQ-PAT-01). An error prevents all writes. */
const registerPatient = async (
  tx: Transaction,
  context: ImportContext,
  reading: Omit<ReadingOptions, 'command'>,
  cells: ReadonlyMap<RegistrationColumn, Cell>,
): Promise<{ readonly found: RecordDiscrepancies; readonly newInADay?: number }> => {
  await createStagingTable(tx, createPatients.stagingColumns)
  const { entries } = context
  const batch = await stageRow(tx, new NewPatients({ command: 'createPatients', ...reading }), cells, entries)
  const stored = batch && (await createPatients.store(tx, context, batch))
  return { found: entries, ...(stored?.newInADay !== undefined && { newInADay: stored.newInADay }) }
}

/** Writes single records with the checks of this feature. */
export const createRecordWriter = (deps: Deps): RecordWriter => ({
  save: async (tx, caller, centre, cells) => {
    const { context, reading } = await readImportContext(tx, deps, { sender: describeSender(caller), centre })
    return saveRecord(tx, context, reading, cells)
  },
  register: async (tx, caller, centre, cells) => {
    const { context, reading } = await readImportContext(tx, deps, { sender: describeSender(caller), centre })
    return registerPatient(tx, context, reading, cells)
  },
  retry: (work) => retryOnConflict(work),
})
