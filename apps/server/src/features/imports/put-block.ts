import type { Transaction } from '@registry/db/transaction'
import { blockColumns, refusalReasonColumn, type BlockCommand } from '@registry/domain/imports/columns'
import { buildBlockChecks, selectCheckedRows, type BlockChecks } from './block-checks.ts'
import { consentErrorSql, writeAccepted, writeRowsWithoutFindings } from './block-queries.ts'
import { countAccepted, createFailureTable, listFailures, runChecks } from './checks.ts'
import { mergeFindings } from './findings.ts'
import type { BatchResult, ImportPlan } from './import-plan.ts'
import { blocks, listFileFields, type FileFields } from './record-sql.ts'
import { createTargetTable, findTargets, listTargetErrors, type TargetErrors } from './staging-tables.ts'
import { removeWithdrawnRows } from './withdrawn-rows.ts'

/** Finds the patients, runs the checks, writes the accepted rows and lists the findings of the rows that are left in the batch. */
const storeRowsWithFindings = async (
  tx: Transaction,
  file: FileFields,
  blockChecks: BlockChecks,
  errors: TargetErrors,
): Promise<BatchResult> => {
  await findTargets(tx, errors)
  await runChecks(tx, blockChecks.checks, selectCheckedRows(blockChecks))
  const changed = await writeAccepted(tx, file)
  const found = mergeFindings(await listTargetErrors(tx), await listFailures(tx, blockChecks.checks))
  return { ok: await countAccepted(tx), changed, found }
}

/** Imports a file into one block of the record. Every step handles a set of rows (REQ-IMP-05, REQ-CRF-02). */
const putBlock = (command: BlockCommand): ImportPlan => {
  const columns = blockColumns[command]
  const errors = { known: consentErrorSql(blocks[command].block), unknown: "'import_patient_unknown'" }
  const stagedColumns = columns.filter(({ use }) => use !== 'key' && use !== 'derived')
  return {
    command,
    columns: [...columns.map(({ field, use }) => ({ name: field.name, required: use === 'key' })), { name: refusalReasonColumn }],
    stagingColumns: stagedColumns.map(({ field }) => `${field.table}."${field.column}"`),
    tables: ['import_row', 'import_target', 'import_failure'],
    prepare: async (tx) => {
      await createTargetTable(tx)
      await createFailureTable(tx)
    },
    store: async (tx, context, batch) => {
      const { referenceValues, today } = context
      const withdrawn = await removeWithdrawnRows(tx, context, batch)
      const file = listFileFields(command, batch)
      const blockChecks = buildBlockChecks(file, referenceValues, today)
      const written = await writeRowsWithoutFindings(tx, file, blockChecks)
      if (written === batch.rows - withdrawn.refusalCount) return { ok: written, changed: written, found: withdrawn }
      const others = await storeRowsWithFindings(tx, file, blockChecks, errors)
      return { found: mergeFindings(withdrawn, others.found), ok: written + others.ok, changed: written + others.changed }
    },
  }
}

export const putPersonalData = putBlock('putPersonalData')
export const putMedicalData = putBlock('putMedicalData')
