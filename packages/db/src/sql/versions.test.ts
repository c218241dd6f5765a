import { expect, test } from 'vitest'
import { allConsents, giveConsents, makePatient } from '../testing/fixtures.ts'
import { withTransaction, type TransactionContext } from '../transaction.ts'
import { centreContext, useTestDatabase } from '../testing/use-test-database.ts'

const database = useTestDatabase('RM01')

const importId = '0198a000-0000-7000-8000-000000000001'
const fileContext: TransactionContext = { actor: 'center RM01', source: 'file', scope: { kind: 'centre', centre: 'RM01' }, importId }
const formContext = centreContext('RM01')
const newPatient = (centrePatientCode: string, medical?: Record<string, unknown>) =>
  makePatient(database.owner, { centre: 'RM01', centrePatientCode, consents: allConsents, ...(medical ? { medical } : {}) })

test('REQ-CRF-03: after one statement on many rows, the history shows old and new value, actor and way of each field', async () => {
  const patients = [await newPatient('A', { hb: 8 }), await newPatient('B', { hb: 9, alt: 30 }), await newPatient('C')]
  const ids = patients.map(({ id }) => id)
  await withTransaction(
    database.server,
    fileContext,
    ({ sql }) => sql`UPDATE patient_medical SET hb = 10, splenectomy = true WHERE patient_id = ANY (${ids})`,
  )
  const history = await withTransaction(
    database.server,
    formContext,
    ({ sql }) => sql`
    SELECT patient_id, field, old, new, actor, source, import_id FROM field_history
    WHERE patient_id = ANY (${ids}) AND import_id = ${importId} ORDER BY patient_id, field`,
  )
  const saved = { actor: 'center RM01', source: 'file', import_id: importId }
  expect(history).toEqual(
    [
      [ids[0], '8'],
      [ids[1], '9'],
      [ids[2], null],
    ].flatMap(([patient_id, old]) => [
      { patient_id, field: 'COMPLICATIONS_NUM', old: null, new: '1', ...saved },
      { patient_id, field: 'HB', old, new: '10', ...saved },
      { patient_id, field: 'SPLENECTOMY', old: null, new: 'true', ...saved },
    ]),
  )
})

test('REQ-CRF-03: a cleared value keeps its old value in the history', async () => {
  const { id } = await newPatient('CLEARED', { hb: 8 })
  await withTransaction(database.server, formContext, ({ sql }) => sql`UPDATE patient_medical SET hb = NULL WHERE patient_id = ${id}`)
  expect(
    await withTransaction(
      database.server,
      formContext,
      ({ sql }) => sql`SELECT old, new FROM field_history WHERE patient_id = ${id} AND field = 'HB' ORDER BY version`,
    ),
  ).toEqual([
    { old: null, new: '8' },
    { old: '8', new: null },
  ])
})

test('REQ-IMP-06: a save without a change makes no new version', async () => {
  const { id } = await newPatient('TWICE')
  const save = () =>
    withTransaction(
      database.server,
      fileContext,
      ({ sql }) => sql`UPDATE patient_medical SET hb = 11 WHERE patient_id = ${id} RETURNING version`,
    )
  const [first] = await save()
  expect(await save()).toEqual([first])
  expect(await database.owner`SELECT version FROM patient_medical_version WHERE patient_id = ${id}`).toEqual([first])
})

test('a change is recorded, even among or after unchanged rows in one transaction', async () => {
  const [same, other] = [await newPatient('SAME', { hb: 8 }), await newPatient('OTHER', { hb: 9 })]
  await withTransaction(database.server, formContext, async ({ sql }) => {
    await sql`UPDATE patient_medical SET hb = 8 WHERE patient_id IN (${same.id}, ${other.id})`
    await sql`UPDATE patient_medical SET hb = 8.5 WHERE patient_id = ${same.id}`
  })
  const listVersions = (id: number) =>
    database.owner`SELECT version, hb FROM patient_medical_version WHERE patient_id = ${id} ORDER BY version`
  expect(await listVersions(same.id)).toEqual([
    { version: 2, hb: 8 },
    { version: 3, hb: 8.5 },
  ])
  expect(await listVersions(other.id)).toEqual([
    { version: 2, hb: 9 },
    { version: 3, hb: 8 },
  ])
})

test('a change of consent makes no new version of the record', async () => {
  const { id, subject } = await newPatient('CONSENT', { hb: 8 })
  const version = () => database.owner`SELECT version, consented FROM patient_medical WHERE patient_id = ${id}`
  expect(await version()).toEqual([{ version: 2, consented: true }])
  await giveConsents(database.owner, subject, { C_DB_M: false })
  expect(await version()).toEqual([{ version: 2, consented: false }])
})

test('a save without an actor is rejected', async () => {
  const { id } = await newPatient('NAMELESS')
  const nameless = withTransaction(
    database.server,
    { ...formContext, actor: '' },
    ({ sql }) => sql`UPDATE patient_medical SET hb = 12 WHERE patient_id = ${id}`,
  )
  await expect(nameless).rejects.toThrow('null value in column "actor"')
})

test('RULE-33: the database counts the complications and rejects a number from a caller', async () => {
  const { id } = await newPatient('COMPLICATED', { diabetes: true, hcv: true, hbv: false })
  const number = () => database.owner`SELECT complications_num AS n FROM patient_medical WHERE patient_id = ${id}`
  expect(await number()).toEqual([{ n: 2 }])
  await expect(
    withTransaction(
      database.server,
      formContext,
      ({ sql }) => sql`UPDATE patient_medical SET complications_num = 33 WHERE patient_id = ${id}`,
    ),
  ).rejects.toThrow('permission denied')
  await withTransaction(
    database.server,
    formContext,
    ({ sql }) => sql`UPDATE patient_medical SET diabetes = NULL, hcv = false WHERE patient_id = ${id}`,
  )
  expect(await number()).toEqual([{ n: null }])
})

test('REQ-EXP-04: a trigger records every version of a saved filter', async () => {
  const [author] = await database.owner<
    { id: number }[]
  >`INSERT INTO staff_user (email, name, surname) VALUES ('dm@example.org', 'D', 'M') RETURNING id`
  const [filter] = await withTransaction(
    database.server,
    formContext,
    ({ sql }) => sql<{ id: number }[]>`
    INSERT INTO saved_filter (name, description, author_id, fields, condition) VALUES ('one', 'd', ${author?.id ?? 0}, '{}', '{}') RETURNING id`,
  )
  await withTransaction(
    database.server,
    { ...formContext, actor: 'ga@example.org' },
    ({ sql }) => sql`UPDATE saved_filter SET name = 'two' WHERE id = ${filter?.id ?? 0}`,
  )
  expect(await database.owner`SELECT version, name, changed_by FROM saved_filter_version ORDER BY version`).toEqual([
    { version: 1, name: 'one', changed_by: 'ca@example.org' },
    { version: 2, name: 'two', changed_by: 'ga@example.org' },
  ])
})
