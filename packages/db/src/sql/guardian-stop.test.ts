import { beforeAll, expect, test } from 'vitest'
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

const createChild = async (centrePatientCode: string) => {
  const { id } = await makePatient(database.owner, { centre: 'RM01', centrePatientCode })
  return { id, one: await guardian(id), two: await guardian(id) }
}
beforeAll(() => makeStaff(database.owner, 'ca@example.org', [{ role: 'CenterAdmin', center: 'RM01' }]))

test('THREAT-73: the database erases a patient for an administrator of the centre, as all guardians asked 14 days ago', async () => {
  const { id, one, two } = await createChild('S1')
  await expect(carryOut(id)).rejects.toMatchObject({ constraint_name: 'withdrawal_request_open' })
  await ask(id, one.guardianId, 14)
  await ask(id, two.guardianId, 0)
  for (const [actor, centre] of [
    ['somebody@example.org', 'RM01'],
    ['ca@example.org', 'MI01'],
  ])
    await expect(carryOut(id, actor, centre)).rejects.toThrow('only an administrator of the centre')
  await carryOut(id)
  expect(await isKept(id)).toBe(false)
})

test('THREAT-73: the database keeps a patient while a guardian has not confirmed', async () => {
  const { id, one } = await createChild('S2')
  await ask(id, one.guardianId, 14)
  await expect(carryOut(id)).rejects.toMatchObject({ constraint_name: 'withdrawal_request_confirmed' })
  expect(await isKept(id)).toBe(true)
})

test('THREAT-73: the database keeps a patient for 14 days after the first request', async () => {
  const { id, one, two } = await createChild('S3')
  await ask(id, one.guardianId, 13)
  await ask(id, two.guardianId, 13)
  await expect(carryOut(id)).rejects.toMatchObject({ constraint_name: 'withdrawal_request_due' })
  expect(await isKept(id)).toBe(true)
})
