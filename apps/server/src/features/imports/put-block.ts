import type { Transaction } from '@registry/db/transaction'
import { blockColumns, type BlockCommand } from '@registry/domain/imports/columns'
import { buildBlockChecks, checkedRows, type BlockChecks } from './block-checks.ts'
import { writeAccepted, writePlain } from './block-writing.ts'
import { blocks, buildFilePart, type FilePart } from './blocks.ts'
import { runChecks, countAccepted, listFailures, createFailureTable } from './checks.ts'
import { mergeFindings } from './entries.ts'
import type { ImportPlan, BatchResult } from './import-plan.ts'
import { consentErrorSql, findTargets, createTargetTable, listTargetErrors, type TargetFaults } from './targets.ts'
import { removeWithdrawnRows } from './withdrawn-rows.ts'

/** Finds, asks, writes and tells the rows of a lot that were not plain. */
const storeOthers = async (tx: Transaction, part: FilePart, questions: BlockChecks, errors: TargetFaults): Promise<BatchResult> => {
  await findTargets(tx, errors)
  await runChecks(tx, questions.checks, checkedRows(questions))
  const changed = await writeAccepted(tx, part)
  const found = mergeFindings(await listTargetErrors(tx), await listFailures(tx, questions.checks))
  return { ok: await countAccepted(tx), changed, found }
}

/** Brings a file into a block of the record: checked and written in sets (D4, D14; architecture, section 5). */
const putBlock = (command: BlockCommand): ImportPlan => {
  const columns = blockColumns[command]
  const errors = { known: consentErrorSql(blocks[command].block), unknown: "'import_patient_unknown'" }
  const staged = columns.filter(({ use }) => use !== 'key' && use !== 'derived')
  return {
    command,
    columns: columns.map(({ field, use }) => ({ name: field.name, required: use === 'key' })),
    staging: staged.map(({ field }) => `${field.table}."${field.column}"`),
    tables: ['import_row', 'import_target', 'import_failure'],
    prepare: async (tx) => {
      await createTargetTable(tx)
      await createFailureTable(tx)
    },
    store: async (tx, context, present) => {
      const { referenceValues, today } = context
      const withdrawn = await removeWithdrawnRows(tx, context, present)
      const part = buildFilePart(command, present)
      const questions = buildBlockChecks(part, referenceValues, today)
      const plain = await writePlain(tx, part, questions)
      if (plain === present.rows - withdrawn.refusalCount) return { ok: plain, changed: plain, found: withdrawn }
      const others = await storeOthers(tx, part, questions, errors)
      return { found: mergeFindings(withdrawn, others.found), ok: plain + others.ok, changed: plain + others.changed }
    },
  }
}

export const putPersonalData = putBlock('putPersonalData')
export const putMedicalData = putBlock('putMedicalData')
