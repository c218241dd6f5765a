import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCentre } from '@registry/db/testing/fixtures'
import { csv, loadKit, passwordOf, type Answer, type Kit } from './testing/kit.ts'

let kit: Kit
beforeAll(async () => {
  kit = await loadKit()
  await kit.server.database.owner.unsafe(`
    CREATE TABLE import_work (load_id uuid, work jsonb);
    CREATE FUNCTION record_import_work() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    BEGIN
      INSERT INTO import_work SELECT NEW.id, jsonb_object_agg(relname, jsonb_build_array(seq_scan, idx_scan, idx_tup_fetch, n_tup_ins, n_tup_upd, n_tup_del))
      FROM pg_stat_xact_user_tables WHERE relname NOT IN ('throttle', 'center', 'setting', 'activity_log') AND seq_scan + coalesce(idx_scan, 0) + n_tup_ins + n_tup_upd + n_tup_del > 0;
      -- Counts of this connection start from zero at the next transaction.
      PERFORM pg_stat_force_next_flush();
      RETURN NULL;
    END $$;
    CREATE TRIGGER record_import_work AFTER INSERT ON load_run FOR EACH ROW EXECUTE FUNCTION record_import_work()`)
})
afterAll(() => kit[Symbol.asyncDispose]())

const rows = 300
const file = (contact: (row: number) => string): string =>
  csv(
    'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,MOBILE',
    ...Array.from(
      { length: rows },
      (_, row) => `K${row},ROSSI,ADA,${row % 2 === 0 ? `Email,${contact(row)}@example.org,` : `Mobile,,${contact(row)}`}`,
    ),
  )
const known = file((row) => (row % 2 === 0 ? `known${row}` : `33322${String(row).padStart(5, '0')}`))
const unknown = file((row) => (row % 2 === 0 ? `other${row}` : `33344${String(row).padStart(5, '0')}`))

/** What the last import did to each table: scans of it and of its indexes, rows found by them, rows written. What a whole scan reads grows with the table alone. */
const work = async (): Promise<unknown> => {
  const [done] = await kit.server.database.owner<{ work: unknown }[]>`SELECT work FROM import_work`
  await kit.server.database.owner`DELETE FROM import_work`
  return done?.work
}

test('T12, D5: an import of contacts that are patients of another centre is answered byte for byte like one of unknown contacts, by the same work', async () => {
  const { owner } = kit.server.database
  for (let row = 0; row < rows; row += 1) {
    const contact = row % 2 === 0 ? { email: `known${row}@example.org` } : { mobile: `33322${String(row).padStart(5, '0')}` }
    await kit.patient(`M${row}`, { centre: 'MI01', consents: {}, passwordHash: 'chosen', ...contact })
  }
  await owner`ANALYZE`
  const answers: Answer[] = []
  const works: unknown[] = []
  for (const [centre, content] of [
    ['CA01', unknown],
    ['TO01', known],
  ] as const) {
    await makeCentre(owner, centre)
    await owner`UPDATE center SET password_hash = ${await kit.server.deps.hashing.hashSecret(passwordOf(centre))} WHERE code = ${centre}`
    answers.push(await kit.send('/createPatients', content, { centre }))
    works.push(await work())
  }
  for (const content of [unknown, known]) answers.push(await kit.send('/createPatients', content, { more: { dry_run: 'true' } }))
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ success: true, ok: rows, ko: 0, detail: [] })]),
  )
  expect(works[0]).toMatchObject({ patient: expect.anything(), sign_in_contact: expect.anything() })
  expect(works[1]).toEqual(works[0])
})

test('D5: the invitation goes out as always, and who uses the contact keeps it', async () => {
  const { owner } = kit.server.database
  await kit.patient('HOLDER', { centre: 'MI01', email: 'holder@example.org', passwordHash: 'chosen' })
  expect(
    await kit.send('/createPatients', csv('CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL', 'NEW,ROSSI,ADA,Email,holder@example.org')),
  ).toEqual({
    success: true,
    ok: 1,
    ko: 0,
    detail: [],
  })
  expect(await owner`SELECT channel FROM message WHERE recipient = 'holder@example.org'`).toHaveLength(1)
  const contacts = await owner`
    SELECT p.center_code AS centre, c.in_use FROM sign_in_contact c JOIN account a ON a.id = c.account_id JOIN patient p ON p.id = a.patient_id
    WHERE c.contact = 'holder@example.org' ORDER BY c.account_id`
  expect(contacts.map((row) => ({ ...row }))).toEqual([
    { centre: 'MI01', in_use: true },
    { centre: 'RM01', in_use: false },
  ])
})
