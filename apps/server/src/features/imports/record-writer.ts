import type { Deps } from '../../app/deps.ts'
import type { RecordWriter } from '../../shared/record-writer.ts'
import { readImportContext } from './import-context.ts'
import { putRecord } from './put-record.ts'
import { registerPatient } from './register-patient.ts'
import { retryOnConflict } from './retry.ts'

/** Writes single records with the checks of this feature. */
export const createRecordWriter = (deps: Deps): RecordWriter => ({
  save: async (tx, caller, centre, cells) => {
    const { context, reading } = await readImportContext(tx, deps, caller, centre)
    return putRecord(tx, context, reading, cells)
  },
  register: async (tx, caller, centre, cells) => {
    const { context, reading } = await readImportContext(tx, deps, caller, centre)
    return registerPatient(tx, context, reading, cells)
  },
  retry: (work) => retryOnConflict(work),
})
