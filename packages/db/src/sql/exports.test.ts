import { beforeAll, expect, test } from 'vitest'
import { withRole, withTransaction } from '../transaction.ts'
import { patientContext, useTestDatabase } from '../testing/use-test-database.ts'

const database = useTestDatabase('RM01')

const addExport = async (patients: readonly (number | undefined)[]): Promise<string | undefined> => {
  const [added] = await database.owner<{ id: string }[]>`
    INSERT INTO export_manifest (actor, as_role, filter_id, filter_version, format, columns, patient_ids, excluded_no_consent, set_hash)
    SELECT 'dm', 'DataManager', id, 1, 'csv', '{}', ${[...patients]}, 0, 'x' FROM saved_filter RETURNING id`
  return added?.id
}

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
    INSERT INTO export_manifest (at, actor, as_role, filter_id, filter_version, format, columns, patient_ids, excluded_no_consent, set_hash)
    SELECT now(), 'dm', 'DataManager', id, 1, 'csv', '{}', '{}', 0, 'x' FROM saved_filter CROSS JOIN generate_series(1, 40000)`
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
  const [last, next, far] = ids
  const [unordered, alone] = [await addExport([far, last]), await addExport([next])]
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
  const id = await addExport([leaving.id, staying.id])
  await owner`SELECT erase_patient(${leaving.id})`
  const lists = await owner`
    SELECT patient_ids FROM export_manifest WHERE id = ${id ?? ''} UNION ALL SELECT patient_ids FROM export_patient_range WHERE manifest_id = ${id ?? ''}`
  expect([...lists]).toEqual([{ patient_ids: [staying.id] }, { patient_ids: [staying.id] }])
})
