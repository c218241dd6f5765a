import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { allConsents, makeCentre, makePatient } from '../testing/fixtures.ts'
import { withTransaction } from '../transaction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await makeCentre(database.owner, 'RM01')
})
afterAll(() => database.dispose())

const rome = { actor: 'ca@example.org', via: 'form', scope: { kind: 'centre', centre: 'RM01' } } as const
/** The error of a failed query, as far as a service may look at it. */
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { constraint_name?: string; column_name?: string; message: string }) => error,
  )

const set = async (centerId: string, values: Record<string, unknown>) => {
  const { id } = await makePatient(database.owner, { centre: 'RM01', centerId, consents: allConsents })
  return failure(
    withTransaction(database.server, rome, ({ sql }) => sql`UPDATE patient_medical SET ${sql(values)} WHERE patient_id = ${id}`),
  )
}

test('D12: an id of another table is refused, naming the column and not the value', async () => {
  const refused = await set('REFUSED', { status: 'DFO' })
  expect(refused).toMatchObject({
    constraint_name: 'patient_medical_status_reference_value',
    column_name: 'status',
    message: 'unknown id of a reference table',
  })
  expect(await set('ONE-OF-TWO', { hospedal_causes: ['V58.2', 'DFO'] })).toMatchObject({ column_name: 'hospedal_causes' })
})

test('D12: an id of its own table is stored', async () => {
  expect(await set('STORED', { ict_type: 'DFO', status: 'DEAD', hospedal_causes: ['V58.2', 'V42.81'] })).toBeUndefined()
})
