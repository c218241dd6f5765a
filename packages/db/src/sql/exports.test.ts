import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Queries } from '../connect.ts'
import { listExported, makeExport } from '../testing/exports.ts'
import { withTransaction } from '../transaction.ts'
import { patientContext, useTestDatabase } from '../testing/use-test-database.ts'

const database = useTestDatabase('RM01')

beforeAll(() =>
  database.owner.begin(async (sql) => {
    await sql`SELECT set_config('app.actor', 'dm', true)`
    await sql`INSERT INTO staff_user (email, name, surname) VALUES ('dm@example.org', 'D', 'M')`
    await sql`INSERT INTO saved_filter (name, description, author_id, fields, condition) SELECT 'f', 'f', id, '{}', '{}' FROM staff_user`
  }),
)

test('REQ-PAT-18: a patient finds the exports with own data', async () => {
  const { owner } = database
  const [both, first, none] = [await database.createPatient(), await database.createPatient(), await database.createPatient()]
  const [shared, alone] = [await makeExport(owner, { patients: [first.id, both.id] }), await makeExport(owner, { patients: [both.id] })]
  const listSeen = ({ id }: { readonly id: number }) =>
    withTransaction(database.server, patientContext(id), async ({ sql }) =>
      (await sql<{ id: string }[]>`SELECT id FROM export_manifest`).map((row) => row.id),
    )
  expect((await listSeen(both)).toSorted()).toEqual([shared, alone].toSorted())
  expect(await listSeen(first)).toEqual([shared])
  expect(await listSeen(none)).toEqual([])
})

test('REQ-CON-08: a patient who withdraws is in no list of an export, and the others stay', async () => {
  const { owner } = database
  const [leaving, staying] = [await database.createPatient(), await database.createPatient()]
  const id = await makeExport(owner, { patients: [leaving.id, staying.id] })
  await owner`SELECT erase_patient(${leaving.id})`
  expect(await listExported(owner, id)).toEqual([staying.id])
  expect([...(await owner`SELECT patients FROM export_manifest WHERE id = ${id}`)]).toEqual([{ patients: 1 }])
})

describe('the patients of an export', () => {
  const inTransaction = (work: (sql: Queries) => Promise<unknown>) =>
    withTransaction(database.server, { actor: 'dm', source: 'form', scope: { kind: 'areas', areas: ['IT'] } }, ({ sql }) => work(sql))
  const add = (sql: Queries, id: string, patients: readonly number[]) => sql`SELECT add_export_patients(${id}, ${[...patients]}::integer[])`
  const addManifest = (sql: Queries, id: string, patients: number) => sql`
    INSERT INTO export_manifest (id, actor, as_role, filter_id, filter_version, format, columns, patients, excluded_no_consent, set_hash)
    SELECT ${id}, 'dm', 'DataManager', id, 1, 'csv', '{}', ${patients}, 0, 'x' FROM saved_filter`
  const createPatients = async () => [(await database.createPatient()).id, (await database.createPatient()).id] as const

  test('are stored after its manifest, which counts them', async () => {
    const [id, patients] = [randomUUID(), await createPatients()]
    await inTransaction(async (sql) => {
      await addManifest(sql, id, 2)
      await add(sql, id, patients)
    })
    expect(await listExported(database.owner, id)).toEqual(patients)
  })

  test('are not stored without a manifest, and are as many as it counts', async () => {
    const [id, patients] = [randomUUID(), await createPatients()]
    await expect(inTransaction((sql) => add(sql, id, patients))).rejects.toThrow('its manifest counts')
    const addOne = async (sql: Queries) => {
      await addManifest(sql, id, 2)
      await add(sql, id, patients.slice(0, 1))
    }
    await expect(inTransaction(addOne)).rejects.toThrow('its manifest counts')
  })

  test('never become more or others afterwards', async () => {
    const [first, second] = await createPatients()
    const id = await makeExport(database.owner, { patients: [first] })
    await expect(inTransaction((sql) => add(sql, id, [second]))).rejects.toThrow('its manifest counts')
    const change = database.owner`UPDATE export_patient SET patient_id = ${second} WHERE manifest_id = ${id}`
    await expect(change).rejects.toThrow('never changed')
  })

  test('FAULT-14: are rejected if one of them was deleted', async () => {
    const [first, second] = await createPatients()
    await database.owner`SELECT erase_patient(${second})`
    await expect(makeExport(database.owner, { patients: [first, second] })).rejects.toThrow('a patient was deleted')
  })
})

describe('THREAT-33: exports with nearly the same patients', () => {
  const findSimilar = async (patients: readonly number[]) => {
    const id = await makeExport(database.owner, { patients, setHash: 'other' })
    return [...(await database.owner`SELECT export, differs FROM find_similar_exports(${id})`)]
  }

  test.each([
    ['the same patients', 0, 0, []],
    ['one patient more', 0, 1, [{ differs: 1 }]],
    ['one patient less', 1, 0, [{ differs: 1 }]],
    ['two others', 2, 2, [{ differs: 4 }]],
    ['five patients more', 0, 5, []],
    ['three others', 3, 3, []],
  ])('are found: %s', async (_name, less, more, expected) => {
    const { owner } = database
    const ids: number[] = []
    for (let count = 0; count < 20; count += 1) ids.push((await database.createPatient()).id)
    const first = await makeExport(owner, { patients: ids.slice(0, 12) })
    const similar = await findSimilar(ids.slice(less, 12 + more))
    expect(similar).toEqual(expected.map((one) => ({ ...one, export: first })))
  })
})
