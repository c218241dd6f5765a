import type { Transaction } from '@registry/db/transaction'
import { blockColumns, type BlockCommand } from '@registry/domain/loads/columns'
import { questionsOf, rowsAsked, type Questions } from './block-questions.ts'
import { writeAccepted, writePlain } from './block-writing.ts'
import { blockOf, partOf, type FilePart } from './blocks.ts'
import { ask, countAccepted, failuresFound, makeFailures } from './checks.ts'
import { together } from './entries.ts'
import type { LoadPlan, Stored } from './plan.ts'
import { consentFault, findTargets, makeTargets, targetsFound, type TargetFaults } from './targets.ts'
import { takeOutWithdrawn } from './withdrawn-rows.ts'

/** Finds, asks, writes and tells the rows of a lot that were not plain. */
const storeOthers = async (tx: Transaction, part: FilePart, questions: Questions, faults: TargetFaults): Promise<Stored> => {
  await findTargets(tx, faults)
  await ask(tx, questions.checks, rowsAsked(questions))
  const changed = await writeAccepted(tx, part)
  const found = together(await targetsFound(tx), await failuresFound(tx, questions.checks))
  return { ok: await countAccepted(tx), changed, found }
}

/** Brings a file into a block of the record: checked and written in sets (D4, D14; architecture, section 5). */
const putBlock = (command: BlockCommand): LoadPlan => {
  const columns = blockColumns[command]
  const faults = { known: consentFault(blockOf[command].block), unknown: "'load_patient_unknown'" }
  const staged = columns.filter(({ use }) => use !== 'key' && use !== 'derived')
  return {
    command,
    columns: columns.map(({ field, use }) => ({ name: field.name, required: use === 'key' })),
    staging: staged.map(({ field }) => `${field.table}."${field.column}"`),
    tables: ['load_row', 'load_target', 'load_failure'],
    prepare: async (tx) => {
      await makeTargets(tx)
      await makeFailures(tx)
    },
    store: async (tx, load, present) => {
      const { lookups, today } = load
      const withdrawn = await takeOutWithdrawn(tx, load, present)
      const part = partOf(command, present)
      const questions = questionsOf(part, lookups, today)
      const plain = await writePlain(tx, part, questions)
      if (plain === present.rows - withdrawn.refusalCount) return { ok: plain, changed: plain, found: withdrawn }
      const others = await storeOthers(tx, part, questions, faults)
      return { found: together(withdrawn, others.found), ok: plain + others.ok, changed: plain + others.changed }
    },
  }
}

export const putPersonalData = putBlock('putPersonalData')
export const putMedicalData = putBlock('putMedicalData')
