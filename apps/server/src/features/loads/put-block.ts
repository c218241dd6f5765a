import { blockColumns, type BlockCommand } from '@registry/domain/loads/columns'
import { blockOf, partOf, questionsOf, recordsOf, writing } from './blocks.ts'
import { accepted, ask, countAccepted, failuresFound, makeFailures } from './checks.ts'
import { together } from './entries.ts'
import type { LoadPlan } from './plan.ts'
import { run } from './sql.ts'
import { consentFault, findTargets, makeTargets, targetsFound } from './targets.ts'

/** Brings a file into a block of the record: checked in sets, written in one statement (D4, D14; architecture, section 5). */
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
    store: async (tx, { lookups, today }, present) => {
      const part = partOf(command, present)
      await findTargets(tx, faults)
      const questions = questionsOf(part, lookups, today)
      await ask(tx, questions, recordsOf(part, lookups))
      const statement = writing(part, accepted)
      const changed = statement === '' ? 0 : (await run(tx, statement)).count
      return { ok: await countAccepted(tx), changed, found: together(await targetsFound(tx), await failuresFound(tx, questions)) }
    },
  }
}

export const putPersonalData = putBlock('putPersonalData')
export const putMedicalData = putBlock('putMedicalData')
