import type { Database } from '@registry/db/connect'
import { makeGuardianship } from '@registry/db/testing/fixtures'

/** Runs a call while a guardian of the patient asks to erase. The guardian is removed afterwards, because one who must sign changes what the patient may do. */
export const withWithdrawalRequest = async (owner: Database, patientId: number, call: () => Promise<unknown>): Promise<void> => {
  const contact = 'asking.guardian@example.org'
  const { id, guardianId } = await owner.begin((sql) => makeGuardianship(sql, { patientId, centre: 'RM01', contact, accepted: true }))
  await owner`INSERT INTO withdrawal_request (patient_id, centre_code, guardian_id, choice) VALUES (${patientId}, 'RM01', ${guardianId}, 'v3')`
  await call()
  await owner`DELETE FROM withdrawal_request WHERE guardian_id = ${guardianId}`
  await owner`DELETE FROM guardianship WHERE id = ${id}`
  await owner`SELECT remove_unused_guardians()`
}
