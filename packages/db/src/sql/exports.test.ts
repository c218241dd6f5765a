import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Queries } from '../connect.ts'
import { listExported, makeExport } from '../testing/exports.ts'
import { withRole, withTransaction } from '../transaction.ts'
import { patientContext, useTestDatabase } from '../testing/use-test-database.ts'

const database = useTestDatabase('RM01')

beforeAll(() =>
  database.owner.begin(async (sql) => {
    await sql`SELECT set_config('app.actor', 'dm', true)`
    await sql`INSERT INTO staff_user (email, name, surname) VALUES ('dm@example.org', 'D', 'M')`
    await sql`INSERT INTO saved_filter (name, description, author_id, fields, condition) SELECT 'f', 'f', id, '{}', '{}' FROM staff_user`
  }),
)

test('thousands of interrupted exports are marked in several runs, the oldest first', async () => {
  const { owner } = database
  await owner`
    INSERT INTO export_manifest (at, actor, as_role, filter_id, filter_version, format, columns, excluded_no_consent, set_hash)
    SELECT now(), 'dm', 'DataManager', id, 1, 'csv', '{}', 0, 'x' FROM saved_filter CROSS JOIN generate_series(1, 40000)`
  const mark = () =>
    withTransaction(database.server, { actor: '', via: 'system', scope: { kind: 'none' } }, (tx) =>
      withRole(tx, 'registry_worker', ({ sql }) => sql`SELECT mark_interrupted_exports()`),
    )
  await mark()
  await mark()
  const [marked] = await owner`
    SELECT count(*)::int AS exports, bool_and(o.manifest_id <= ALL (SELECT id FROM export_manifest ORDER BY id OFFSET 1999 LIMIT 1)) AS oldest
    FROM export_outcome AS o WHERE outcome = 'interrupted'`
  expect(marked).toEqual({ exports: 2000, oldest: true })
})

test('REQ-PAT-18: a patient finds the exports with own data, whatever the other ids of the export are', async () => {
  const { owner } = database
  const ids: number[] = []
  // The last of a range of ids, the first of the next one, and one far from both.
  for (const first of [249, 250, 100_000]) {
    await owner`SELECT setval(pg_get_serial_sequence('patient', 'id'), ${first}, false)`
    ids.push((await database.createPatient()).id)
  }
  const [last = 0, next = 0, far = 0] = ids
  const [unordered, alone] = [await makeExport(owner, { patients: [far, last] }), await makeExport(owner, { patients: [next] })]
  const listSeen = (id: number) =>
    withTransaction(database.server, patientContext(id), async ({ sql }) =>
      (await sql<{ id: string }[]>`SELECT id FROM export_manifest`).map((row) => row.id),
    )
  expect(ids).toEqual([249, 250, 100_000])
  expect(await Promise.all(ids.map(listSeen))).toEqual([[unordered], [alone], [unordered]])
})

test('REQ-CON-08: a patient who leaves is in no list of an export, and the others stay', async () => {
  const { owner } = database
  const [leaving, staying] = [await database.createPatient(), await database.createPatient()]
  const id = await makeExport(owner, { patients: [leaving.id, staying.id] })
  await owner`SELECT erase_patient(${leaving.id})`
  expect(await listExported(owner, id)).toEqual([staying.id])
  expect([...(await owner`SELECT patients FROM export_manifest WHERE id = ${id}`)]).toEqual([{ patients: 1 }])
})

describe('the patients of an export', () => {
  const inTransaction = (work: (sql: Queries) => Promise<unknown>) =>
    withTransaction(database.server, { actor: 'dm', via: 'form', scope: { kind: 'areas', areas: ['IT'] } }, ({ sql }) => work(sql))
  const add = (sql: Queries, id: string, part: number, patients: readonly number[]) =>
    sql`SELECT add_export_patients(${id}, ${part}::integer, ${[...patients]}::integer[])`
  const addManifest = (sql: Queries, id: string) => sql`
    INSERT INTO export_manifest (id, actor, as_role, filter_id, filter_version, format, columns, patients, excluded_no_consent, set_hash)
    SELECT ${id}, 'dm', 'DataManager', id, 1, 'csv', '{}', 7, 0, 'x' FROM saved_filter`
  const createPatients = async () => [(await database.createPatient()).id, (await database.createPatient()).id] as const

  test('are those of all parts, and the database counts them', async () => {
    const [id, [first, second]] = [randomUUID(), await createPatients()]
    await inTransaction(async (sql) => {
      await add(sql, id, 0, [first])
      await add(sql, id, 1, [second])
      await addManifest(sql, id)
    })
    expect(await listExported(database.owner, id)).toEqual([first, second])
    expect([...(await database.owner`SELECT patients FROM export_manifest WHERE id = ${id}`)]).toEqual([{ patients: 2 }])
  })

  test('are not stored without a manifest', async () => {
    const [id, [first]] = [randomUUID(), await createPatients()]
    await expect(inTransaction((sql) => add(sql, id, 0, [first]))).rejects.toThrow('export_patient_range_manifest')
  })

  test('never become more after the manifest', async () => {
    const [first, second] = await createPatients()
    const id = await makeExport(database.owner, { patients: [first] })
    await expect(inTransaction((sql) => add(sql, id, 1, [second]))).rejects.toThrow('never changed')
  })
})

describe('THREAT-33: exports with nearly the same patients', () => {
  const findSimilar = async (patients: readonly number[]) => {
    const id = await makeExport(database.owner, { patients })
    return [...(await database.owner`SELECT export, differs FROM find_similar_exports(${id}, 'other', NULL)`)]
  }

  test.each([
    ['the same patients', 0, 0, []],
    ['one patient more', 0, 1, [{ differs: 1 }]],
    ['one patient less', 1, 0, [{ differs: 1 }]],
    ['two others', 2, 2, [{ differs: 4 }]],
    ['five patients more', 0, 5, []],
    ['three others', 3, 3, []],
  ])('are found by their ranges of ids: %s', async (_name, less, more, expected) => {
    const { owner } = database
    const start = 10_000 + less * 100_000 + more * 1_000_000
    await owner`SELECT setval(pg_get_serial_sequence('patient', 'id'), ${start}, false)`
    const ids: number[] = []
    for (let count = 0; count < 20; count += 1) ids.push((await database.createPatient()).id)
    // Two ranges of ids, and the second is the same in both exports.
    await owner`SELECT setval(pg_get_serial_sequence('patient', 'id'), ${start + 500}, false)`
    const same = [(await database.createPatient()).id, (await database.createPatient()).id]
    const first = await makeExport(owner, { patients: [...ids.slice(0, 12), ...same] })
    const similar = await findSimilar([...ids.slice(less, 12 + more), ...same])
    expect(similar).toEqual(expected.map((one) => ({ ...one, export: first })))
  })
})
