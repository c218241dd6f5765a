import { getPrincipals, type Caller } from '@registry/api-contract/caller'
import type { Home, StaffHome } from '@registry/api-contract/home'
import type { Transaction } from '@registry/db/transaction'
import { mayUse } from '@registry/domain/access/permissions'
import { AppError } from '@registry/domain/error'
import type { Deps } from '../../deps.ts'
import { readTransaction, formatScope } from '../../audit/operation.ts'
import { buildOwnReadTrace } from '../../audit/read-trace.ts'
import { countPatients, listLastExports, listLastFilters, listLastImports, listOwnDataUses } from './queries.ts'

const countedColumns = ['C_DB', 'C_DB_M', 'C_DB_P', 'C_DB_NO_NOTIFICATION']

const readStaffHome = async (tx: Transaction, caller: Caller): Promise<Omit<StaffHome, 'lastImports'>> => {
  const seesPatients = mayUse(getPrincipals(caller.actor), 'patients:count')
  const patients = seesPatients ? await countPatients(tx) : null
  if (patients) caller.recordRead({ whose: formatScope(caller), columns: countedColumns, count: patients.registered })
  return {
    patients,
    lastFilters: seesPatients ? await listLastFilters(tx) : [],
    lastExports: seesPatients ? await listLastExports(tx) : [],
  }
}

/** The home pages of staff and patients (REQ-UI-12). */
export const home = (deps: Pick<Deps, 'database'>): Home => ({
  staff: async (caller) => ({
    ...(await readTransaction(deps, caller, (tx) => readStaffHome(tx, caller))),
    // Imports belong to a centre, so the area of another role does not count.
    lastImports: mayUse(getPrincipals(caller.actor), 'imports:see')
      ? await readTransaction(deps, caller, listLastImports, { asRole: 'CenterAdmin' })
      : [],
  }),
  patient: async (caller) => {
    if (caller.actor.kind !== 'patient') throw new AppError('permission_denied')
    const found = await readTransaction(deps, caller, listOwnDataUses)
    caller.recordRead(buildOwnReadTrace(caller.actor.patientId, ['EXPORTS']))
    return found
  },
})
