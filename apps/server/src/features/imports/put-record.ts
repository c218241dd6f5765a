import type { Transaction } from '@registry/db/transaction'
import { recordColumns } from '@registry/domain/imports/columns'
import type { Cell } from '@registry/tabular/table'
import { buildBlockChecks, selectCheckedRows } from './block-checks.ts'
import { consentErrorSql, writeAccepted } from './block-queries.ts'
import { createFailureTable, listFailures, runChecks } from './checks.ts'
import { mergeFindings, type Findings } from './findings.ts'
import type { ImportContext } from './import-plan.ts'
import { BlockRows } from './reading/block-rows.ts'
import type { ReadingOptions } from './reading/options.ts'
import { listFileFields, type FileFields } from './record-sql.ts'
import { stageRow } from './stage-row.ts'
import { createStagingTable, createTargetTable, findTargets, listTargetErrors } from './staging-tables.ts'
import { removeWithdrawnRows } from './withdrawn-rows.ts'

const stagedColumns = recordColumns.filter(({ use }) => use !== 'key' && use !== 'derived')

/** The consents that the changed blocks need, as SQL (RULE-36). The registration is no part of a block. */
const buildConsentError = (columns: readonly string[]): string => {
  const isChanged = (block: string): boolean =>
    recordColumns.some(({ field, use }) => (use === 'store' || use === 'derived') && field.block === block && columns.includes(field.name))
  const errors = (['PATIENT', 'MEDICAL_DATA'] as const).filter(isChanged).map(consentErrorSql)
  return errors.length === 0 ? 'NULL' : `coalesce(${errors.join(', ')})`
}

/**
 * Saves values of both blocks of one record with the checks of files (REQ-CRF-04). `cells` has CENTER_ID and the changed fields. The rules
 * see both blocks as the save leaves them. With a refusal nothing is written.
 */
export const putRecord = async (
  tx: Transaction,
  context: ImportContext,
  reading: Omit<ReadingOptions, 'command'>,
  cells: ReadonlyMap<string, Cell>,
): Promise<Findings> => {
  await createStagingTable(
    tx,
    stagedColumns.map(({ field }) => `${field.table}."${field.column}"`),
  )
  await createTargetTable(tx)
  await createFailureTable(tx)
  const { batch, found } = await stageRow(tx, new BlockRows(reading, recordColumns), cells)
  if (found.refusalCount > 0) return found
  const withdrawn = await removeWithdrawnRows(tx, context, batch)
  const [personal, medical] = [listFileFields('putPersonalData', batch), listFileFields('putMedicalData', batch)]
  const both: FileFields = {
    ...medical,
    stored: [...personal.stored, ...medical.stored],
    compared: [...personal.compared, ...medical.compared],
    ignored: [...personal.ignored, ...medical.ignored],
  }
  const checks = buildBlockChecks(both, context.referenceValues, context.today)
  await findTargets(tx, { known: buildConsentError([...cells.keys()]), unknown: "'import_patient_unknown'" })
  await runChecks(tx, checks.checks, selectCheckedRows(checks))
  await writeAccepted(tx, personal)
  await writeAccepted(tx, medical)
  const targets = await listTargetErrors(tx)
  return [withdrawn, targets, await listFailures(tx, checks.checks)].reduce(mergeFindings, found)
}
