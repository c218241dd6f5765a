import { expect, test } from 'vitest'
import { allConsents, makeResults } from '../testing/fixtures.ts'
import { centreContext, useTestDatabase } from '../testing/use-test-database.ts'
import { withTransaction } from '../transaction.ts'

const database = useTestDatabase('RM01', 'MI01')

const read = async (patientId: number, centre: 'RM01' | 'MI01' = 'RM01') => {
  const [seen] = await withTransaction(
    database.server,
    centreContext(centre),
    ({ sql }) => sql<{ day: string | null; dated: boolean }[]>`SELECT day::text, dated FROM last_seen WHERE patient_id = ${patientId}`,
  )
  return seen
}
const create = async (medical: Record<string, unknown> = {}): Promise<number> => {
  const { id } = await database.createPatient({ consents: allConsents, medical: { weight: 50, ...medical } })
  await database.owner.begin(async (sql) => {
    await sql`ALTER TABLE patient_medical_version DISABLE TRIGGER USER`
    await sql`UPDATE patient_medical_version SET at = '2018-05-06T10:00Z' WHERE patient_id = ${id}`
    await sql`ALTER TABLE patient_medical_version ENABLE TRIGGER USER`
  })
  return id
}

test('REQ-COH-09: a record without dated results was seen on the day of its last save, or a later date of the clinical data', async () => {
  expect(await read(await create())).toEqual({ day: '2018-05-06', dated: false })
  expect(await read(await create({ tt_start: '2001-02-03' }))).toEqual({ day: '2018-05-06', dated: false })
  expect(await read(await create({ dexa_date: '2019-02-03' }))).toEqual({ day: '2019-02-03', dated: false })
})

test('REQ-COH-09: with dated results the newest of them counts, and a save does not', async () => {
  const id = await create({ tt_start: '2001-02-03' })
  await makeResults(database.owner, id, [
    { takenOn: '2012-01-01', value: 900 },
    { takenOn: '2013-04-05', value: 30, analyte: 'ALT', unit: 'U/L' },
  ])
  expect(await read(id)).toEqual({ day: '2013-04-05', dated: true })
  await database.owner`UPDATE observation SET ended_at = now(), ended_by = 'x', ended_as = 'removed' WHERE patient_id = ${id} AND analyte = 'ALT'`
  expect(await read(id)).toEqual({ day: '2012-01-01', dated: true })
})

test('REQ-COH-09: a statistic that somebody reported counts as of that day', async () => {
  const id = await create()
  await makeResults(database.owner, id, [{ takenOn: '2012-01-01', value: 900 }])
  const compute = () =>
    withTransaction(database.server, centreContext('RM01'), ({ sql }) => sql`SELECT compute_statistics(${[id]}::integer[])`)
  await compute()
  expect(await read(id)).toEqual({ day: '2012-01-01', dated: true })
  await withTransaction(
    database.server,
    centreContext('RM01'),
    ({ sql }) => sql`UPDATE patient_medical SET ferritin_last = 700 WHERE patient_id = ${id}`,
  )
  const [{ today } = { today: '' }] = await database.owner<
    { today: string }[]
  >`SELECT (now() AT TIME ZONE 'Europe/Rome')::date::text AS today`
  expect(await read(id)).toEqual({ day: today, dated: true })
})

test('REQ-COH-09: another centre sees nobody', async () => {
  expect(await read(await create(), 'MI01')).toBeUndefined()
})
