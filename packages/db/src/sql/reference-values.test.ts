import { expect, test } from 'vitest'
import { allConsents } from '../testing/fixtures.ts'
import { withTransaction } from '../transaction.ts'
import { catchQueryError, centreContext, useTestDatabase } from '../testing/use-test-database.ts'

const database = useTestDatabase('RM01')

const saveMedical = async (values: Record<string, unknown>) => {
  const { id } = await database.createPatient({ consents: allConsents })
  return catchQueryError(
    withTransaction(
      database.server,
      centreContext('RM01'),
      ({ sql }) => sql`UPDATE patient_medical SET ${sql(values)} WHERE patient_id = ${id}`,
    ),
  )
}

test('REQ-CRF-01: an id of another reference table is rejected; the error names the column, not the value', async () => {
  const rejected = await saveMedical({ status: 'DFO' })
  expect(rejected).toMatchObject({
    constraint_name: 'patient_medical_status_reference_value',
    column_name: 'status',
    message: 'unknown id of a reference table',
  })
  expect(await saveMedical({ hospedal_causes: ['V58.2', 'DFO'] })).toMatchObject({ column_name: 'hospedal_causes' })
  expect(await saveMedical({ status: '' })).toMatchObject({ column_name: 'status' })
})

test('REQ-CRF-01: an id of the field’s reference table is stored', async () => {
  expect(await saveMedical({ ict_type: 'DFO', status: 'DEAD', hospedal_causes: ['V58.2', 'V42.81'] })).toBeUndefined()
})

test.each(['', 'X'.repeat(81)])('REQ-CRF-01: %j is no id of a reference table', async (id) => {
  const rejected = await catchQueryError(
    database.owner`INSERT INTO reference_value (table_name, id, position, trans_it, trans_en) VALUES ('svc_tt', ${id}, 99, 'Nuovo', 'New')`,
  )
  expect(rejected).toMatchObject({ constraint_name: 'reference_value_limits' })
})
