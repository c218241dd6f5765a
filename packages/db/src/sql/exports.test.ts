import { expect, test } from 'vitest'
import { withRole, withTransaction } from '../transaction.ts'
import { useTestDatabase } from '../testing/use-test-database.ts'

const database = useTestDatabase('RM01')

test('thousands of interrupted exports are marked in several runs, the oldest first', async () => {
  const { owner } = database
  await owner.begin(async (sql) => {
    await sql`SELECT set_config('app.actor', 'dm', true)`
    await sql`INSERT INTO staff_user (email, name, surname) VALUES ('dm@example.org', 'D', 'M')`
    await sql`INSERT INTO saved_filter (name, description, author_id, fields, condition) SELECT 'f', 'f', id, '{}', '{}' FROM staff_user`
    await sql`
      INSERT INTO export_manifest (at, actor, as_role, filter_id, filter_version, format, columns, patient_ids, excluded_no_consent, set_hash)
      SELECT now(), 'dm', 'DataManager', id, 1, 'csv', '{}', '{}', 0, 'x' FROM saved_filter CROSS JOIN generate_series(1, 40000)`
  })
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
