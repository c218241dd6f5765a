import { createOwnerFunction, formatSignature, type OwnerFunction } from './owner-function.ts'
import type { Statement } from './text.ts'

/**
 * Returns the moment to which this database was restored, until `registry after-restore` has repeated what came later. The restore writes
 * it into the configuration of the copy, because neither timeline nor system identifier distinguishes a restore from a failover (FAULT-25).
 */
const findOpenRestore: OwnerFunction = {
  name: 'find_open_restore',
  parameters: {},
  returns: 'text',
  body: `
    SELECT setting.restored FROM (SELECT nullif(current_setting('registry.restored', true), '') AS restored) AS setting
    WHERE setting.restored IS NOT NULL AND NOT EXISTS (SELECT FROM completed_restore AS completed WHERE completed.restored = setting.restored)`,
}

export const openRestoreSignature = formatSignature(findOpenRestore)
export const restoreStatements: readonly Statement[] = [createOwnerFunction(findOpenRestore)]
