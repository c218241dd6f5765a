import type { Transaction } from '@registry/db/transaction'
import type { RegistrationColumn } from '@registry/domain/imports/columns'
import type { Cell } from '@registry/tabular/table'
import { createPatients } from './create-patients.ts'
import type { BatchResult, ImportContext } from './import-plan.ts'
import { NewPatients } from './reading/new-patients.ts'
import type { ReadingOptions } from './reading/options.ts'
import { stageRow } from './stage-row.ts'
import { createStagingTable } from './staging-tables.ts'

/** Registers and invites one patient with the checks of files (REQ-PAT-01). With a refusal nothing is written. */
export const registerPatient = async (
  tx: Transaction,
  context: ImportContext,
  reading: Omit<ReadingOptions, 'command'>,
  cells: ReadonlyMap<RegistrationColumn, Cell>,
): Promise<BatchResult> => {
  await createStagingTable(tx, createPatients.stagingColumns)
  const rows = createPatients.open(tx, context)
  const { batch, found } = await stageRow(tx, new NewPatients({ command: 'createPatients', ...reading }), cells)
  return found.refusalCount > 0 ? { ok: 0, changed: 0, found } : rows.store(batch)
}
