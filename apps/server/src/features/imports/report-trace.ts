import type { Caller } from '@registry/api-contract/caller'
import type { Transaction } from '@registry/db/transaction'
import { buildReadTrace } from '../../audit/read-trace.ts'
import type { Deps } from '../../app/deps.ts'
import type { Report } from './report.ts'

const consentColumns = ['CENTER_ID', 'C_DB_P', 'C_DB_M']

/**
 * Records a report as a reading of the patients that it names: it says who is registered, who gave which consent, and which stored value
 * contradicts the file (REQ-ADM-01). A dry run says the same.
 */
export const recordReport = async (
  { keyedHash }: Pick<Deps, 'keyedHash'>,
  { sql }: Transaction,
  caller: Caller,
  centre: string,
  { entries }: Pick<Report, 'entries'>,
): Promise<void> => {
  const keys = [...new Set(entries.map(({ key }) => key))]
  const patients = await sql<{ id: number }[]>`
    SELECT patient_id AS id FROM patient_identity WHERE centre_code = ${centre} AND centre_patient_code = ANY (${keys})`
  const columns = [...new Set([...consentColumns, ...entries.flatMap(({ field }) => field ?? [])])]
  const ids = patients.map(({ id }) => id)
  caller.recordRead(await buildReadTrace(keyedHash, `report of an import, centre ${centre}`, ids, columns))
}
