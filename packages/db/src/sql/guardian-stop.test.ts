import { expect, test } from 'vitest'
import { makeGuardianship, makePatient, makeStaff } from '../testing/fixtures.ts'
import { useTestDatabase } from '../testing/use-test-database.ts'
import { withTransaction } from '../transaction.ts'

const database = useTestDatabase('RM01', 'MI01')
let made = 0
const guardian = (patientId: number) =>
  database.owner.begin((sql) =>
    makeGuardianship(sql, { patientId, centre: 'RM01', contact: `stop${(made += 1)}@example.org`, accepted: true }),
  )
const ask = (patientId: number, guardianId: number, days: number) =>
  database.owner`
    INSERT INTO withdrawal_request (patient_id, centre_code, guardian_id, choice, asked_at)
    VALUES (${patientId}, 'RM01', ${guardianId}, 'v3', now() - make_interval(days => ${days}))`
const carryOut = (patientId: number, actor = 'ca@example.org', centre = 'RM01') =>
  withTransaction(
    database.server,
    { actor, source: 'form', scope: { kind: 'centre', centre } },
    ({ sql }) => sql`SELECT carry_out_withdrawal_request(${patientId}, 'it', 'host', '{}')`,
  )
const isKept = async (patientId: number): Promise<boolean> =>
  (await database.owner`SELECT FROM patient WHERE id = ${patientId}`).length === 1

test('THREAT-73: the database erases a patient only for an administrator of the centre, with every confirmation, from the 14th day on', async () => {
  await makeStaff(database.owner, 'ca@example.org', [{ role: 'CenterAdmin', center: 'RM01' }])
  const { id } = await makePatient(database.owner, { centre: 'RM01', centrePatientCode: 'S1' })
  const [one, two] = [await guardian(id), await guardian(id)]
  await expect(carryOut(id)).rejects.toMatchObject({ constraint_name: 'withdrawal_request_open' })
  await ask(id, one.guardianId, 14)
  await expect(carryOut(id)).rejects.toMatchObject({ constraint_name: 'withdrawal_request_confirmed' })
  await ask(id, two.guardianId, 0)
  for (const [actor, centre] of [
    ['somebody@example.org', 'RM01'],
    ['ca@example.org', 'MI01'],
  ])
    await expect(carryOut(id, actor, centre)).rejects.toThrow('only an administrator of the centre')
  await database.owner`UPDATE withdrawal_request SET asked_at = now() - interval '13 days' WHERE guardian_id = ${one.guardianId}`
  await expect(carryOut(id)).rejects.toMatchObject({ constraint_name: 'withdrawal_request_due' })
  expect(await isKept(id)).toBe(true)
  await database.owner`UPDATE withdrawal_request SET asked_at = now() - interval '14 days' WHERE guardian_id = ${one.guardianId}`
  await carryOut(id)
  expect(await isKept(id)).toBe(false)
})
