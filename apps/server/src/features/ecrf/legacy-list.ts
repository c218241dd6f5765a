import type { Caller } from '@registry/api-contract/caller'
import type { RecordChoices } from '@registry/api-contract/ecrf'
import { findCallerCentre } from '../../auth/caller-centre.ts'
import { readTransaction } from '../../audit/operation.ts'
import { buildReadTrace } from '../../audit/read-trace.ts'
import type { Deps } from '../../deps.ts'
import { listChoices } from './choices.ts'
import { listAllPatients, listedColumns } from './queries.ts'

/** Old programs know ids and names. */
const listNames = (lists: RecordChoices) =>
  Object.fromEntries(Object.entries(lists).map(([table, choices]) => [table, choices.map(({ id, name }) => ({ id, name }))]))

/** Lists all patients of the centre for an old program, with the lists of the choices unless it has them. */
export const listLegacyPatients = async (deps: Deps, caller: Caller, rowsOnly: boolean) => {
  const centre = findCallerCentre(caller, undefined)
  const { patients, lists } = await readTransaction(
    deps,
    caller,
    async (tx) => ({
      patients: await listAllPatients(tx, centre),
      lists: rowsOnly ? undefined : await listChoices(tx, caller.language),
    }),
    { centre },
  )
  const ids = patients.map(({ id }) => id)
  caller.recordRead(await buildReadTrace(deps.keyedHash, `centre ${centre}`, ids, listedColumns))
  const rows = patients.map(({ code, surname, name, personal, medical }) => ({
    CENTER_ID: code,
    SURNAME: surname,
    NAME: name,
    C_DB_P: personal,
    C_DB_M: medical,
  }))
  return { rows, ...(lists && { lists: listNames(lists) }) }
}
