import type { Caller } from '@registry/api-contract/caller'
import type { RecordChoices } from '@registry/api-contract/ecrf'
import type { Transaction } from '@registry/db/transaction'
import { medicalFields, patientFields } from '@registry/domain/fields/dictionary'
import { findCallerCentre } from '../../auth/caller-centre.ts'
import { readTransaction } from '../../audit/operation.ts'
import { buildListReadTraces } from '../../audit/read-trace.ts'
import type { Deps } from '../../app/deps.ts'
import { listChoices } from './choices.ts'
import { formatLegacyValues } from './legacy-values.ts'
import { listAllPatients, listAllRecords, listedColumns } from './queries.ts'

/** Old programs know ids and names. */
const listNames = (lists: RecordChoices) =>
  Object.fromEntries(Object.entries(lists).map(([table, choices]) => [table, choices.map(({ id, name }) => ({ id, name }))]))

const recordFields = [...patientFields, ...medicalFields]
const columns = { short: listedColumns, all: recordFields.map(({ name }) => name) }

const listShortRows = async (tx: Transaction, centre: string) =>
  (await listAllPatients(tx, centre)).map(({ id, code, surname, name, personal, medical }) => ({
    id,
    personal,
    medical,
    row: { CENTER_ID: code, SURNAME: surname, NAME: name, C_DB_P: personal, C_DB_M: medical },
  }))

const listWholeRows = async (tx: Transaction, centre: string) =>
  (await listAllRecords(tx, centre)).map(({ id, values }) => {
    const [personal, medical] = [values.C_DB_P === true, values.C_DB_M === true]
    return { id, personal, medical, row: { ...formatLegacyValues(recordFields, values), C_DB_P: personal, C_DB_M: medical } }
  })

type ListOptions = { readonly named: string | undefined; readonly allFields: boolean; readonly rowsOnly: boolean }

/** Lists all patients of the centre for an old program, with the lists of the choices unless it has them. */
export const listLegacyPatients = async (deps: Deps, caller: Caller, { named, allFields, rowsOnly }: ListOptions) => {
  const centre = findCallerCentre(caller, named)
  const { patients, lists } = await readTransaction(
    deps,
    caller,
    async (tx) => ({
      patients: await (allFields ? listWholeRows : listShortRows)(tx, centre),
      lists: rowsOnly ? undefined : await listChoices(tx, caller.language),
    }),
    { centre },
  )
  caller.recordRead(...(await buildListReadTraces(deps.keyedHash, `centre ${centre}`, patients, columns[allFields ? 'all' : 'short'])))
  return { rows: patients.map(({ row }) => row), ...(lists && { lists: listNames(lists) }) }
}
