import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCentre, makeStaff } from '@registry/db/testing/fixtures'
import { csv, createImportFixture, centrePassword, type Answer, type ImportFixture } from './testing/import-fixture.ts'

/**
 * Tables whose counts differ from import to import. The check of the centre's password, the turn of the import and the lapse of consents use
 * the last five in other transactions. Postgres adds these counts to those of the import if the same connection ran both within a second.
 */
const uncountedTables = [
  'rate_limit',
  'centre',
  'setting',
  'audit_log',
  'sign_in_attempt',
  'sign_in_origin',
  'work_turn',
  'work_progress',
  'guardianship',
]

let fixture: ImportFixture
beforeAll(async () => {
  fixture = await createImportFixture()
  await fixture.server.database.owner.unsafe(`
    CREATE TABLE import_work (import_id uuid, work jsonb);
    -- It runs before an import in a transaction of its own. Its counts would otherwise stay in the connection for up to a second.
    ALTER FUNCTION lapse_due_consents(boolean) RENAME TO lapse_counted;
    CREATE FUNCTION lapse_due_consents(in_all boolean) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    DECLARE lapsed integer := lapse_counted(in_all);
    BEGIN
      PERFORM pg_stat_force_next_flush();
      RETURN lapsed;
    END $$;
    GRANT EXECUTE ON FUNCTION lapse_due_consents(boolean) TO PUBLIC;
    CREATE FUNCTION record_import_work() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    BEGIN
      INSERT INTO import_work SELECT NEW.id, jsonb_object_agg(relname, jsonb_build_array(seq_scan, idx_scan, idx_tup_fetch, n_tup_ins, n_tup_upd, n_tup_del))
      FROM pg_stat_xact_user_tables WHERE relname NOT IN (${uncountedTables.map((table) => `'${table}'`).join(', ')}) AND seq_scan + coalesce(idx_scan, 0) + n_tup_ins + n_tup_upd + n_tup_del > 0;
      -- Counts of this connection start from zero at the next transaction.
      PERFORM pg_stat_force_next_flush();
      RETURN NULL;
    END $$;
    CREATE TRIGGER record_import_work AFTER INSERT ON import_run FOR EACH ROW EXECUTE FUNCTION record_import_work()`)
})
afterAll(() => fixture[Symbol.asyncDispose]())

const rows = 300
const file = (contact: (row: number) => string): string =>
  csv(
    'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,MOBILE',
    ...Array.from(
      { length: rows },
      (_, row) => `K${row},ROSSI,ADA,${row % 2 === 0 ? `Email,${contact(row)}@example.org,` : `Mobile,,${contact(row)}`}`,
    ),
  )
const knownContact = (row: number): string => (row % 2 === 0 ? `known${row}` : `33322${String(row).padStart(5, '0')}`)
const unknownContact = (row: number): string => (row % 2 === 0 ? `other${row}` : `33344${String(row).padStart(5, '0')}`)
const known = file(knownContact)
const unknown = file(unknownContact)

/** The work of the last import on each table: scans, index scans, rows found by index, rows written. Rows of a full scan depend on the table’s size alone. */
const work = async (): Promise<unknown> => {
  const [done] = await fixture.server.database.owner<{ work: unknown }[]>`SELECT work FROM import_work`
  await fixture.server.database.owner`DELETE FROM import_work`
  return done?.work
}

test('THREAT-12: contacts of another centre’s patients get the same bytes and cause the same work as unknown contacts', async () => {
  const { owner } = fixture.server.database
  for (let row = 0; row < rows; row += 1) {
    const contact = row % 2 === 0 ? { email: `known${row}@example.org` } : { mobile: `33322${String(row).padStart(5, '0')}` }
    await fixture.patient(`M${row}`, { centre: 'MI01', consents: {}, passwordHash: 'chosen', ...contact })
  }
  await owner`ANALYZE`
  const answers: Answer[] = []
  const works: unknown[] = []
  for (const [centre, content] of [
    ['CA01', unknown],
    ['TO01', known],
  ] as const) {
    await makeCentre(owner, centre)
    await owner`UPDATE centre SET password_hash = ${await fixture.server.deps.hashing.hashSecret(centrePassword(centre))} WHERE code = ${centre}`
    answers.push(await fixture.send('/createPatients', content, { centre }))
    works.push(await work())
  }
  for (const content of [unknown, known]) answers.push(await fixture.send('/createPatients', content, { more: { dry_run: 'true' } }))
  expect(answers[0]).toMatchObject({ success: true, ok: rows, ko: 0, detail: [] })
  expect(new Set(answers.map(({ dry_run: _dryRun, ...answer }) => JSON.stringify(answer))).size).toBe(1)
  expect(works[0]).toMatchObject({ patient: expect.anything(), sign_in_contact: expect.anything() })
  expect(works[1]).toEqual(works[0])
})

/** Enough imports of one row to see a difference in a quarter of them, alternately of both kinds. */
const singles = 20

test('THREAT-12: over many imports of one row, the distributions of bytes and work are the same for known and unknown contacts', async () => {
  const { owner } = fixture.server.database
  const kinds = [
    ['NA01', knownContact],
    ['BO01', unknownContact],
  ] as const
  for (const [centre] of kinds) {
    await makeCentre(owner, centre)
    await owner`UPDATE centre SET password_hash = ${await fixture.server.deps.hashing.hashSecret(centrePassword(centre))} WHERE code = ${centre}`
  }
  const seen = new Map<string, string[]>(kinds.map(([centre]) => [centre, []]))
  // The connections of the server take turns, and each has its plans: both kinds of contact, as mail and as mobile, meet each of them.
  for (let row = 0; row < singles; row += 1)
    for (const [centre, contact] of row % 4 < 2 ? kinds : kinds.toReversed()) {
      const single = `K${row},ROSSI,ADA,${row % 2 === 0 ? `Email,${contact(row)}@example.org,` : `Mobile,,${contact(row)}`}`
      const answer = await fixture.send('/createPatients', csv('CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,MOBILE', single), { centre })
      expect(answer).toMatchObject({ success: true, ok: 1, ko: 0 })
      seen.get(centre)?.push(`${JSON.stringify(answer).length} bytes, ${JSON.stringify(await work())}`)
    }
  const [ofKnown, ofUnknown] = kinds.map(([centre]) => seen.get(centre) ?? [])
  expect(ofKnown).toHaveLength(singles)
  // The first imports of each connection make plans and do more look-ups, whatever their contact.
  expect(ofKnown?.filter((one) => !ofUnknown?.includes(one)).length).toBeLessThanOrEqual(singles / 4)
  expect(ofUnknown?.filter((one) => !ofKnown?.includes(one)).length).toBeLessThanOrEqual(singles / 4)
})

test('the invitation is sent, and the person who uses the contact keeps it (REQ-PAT-03)', async () => {
  const { owner } = fixture.server.database
  await fixture.patient('HOLDER', { centre: 'MI01', email: 'holder@example.org', passwordHash: 'chosen' })
  expect(
    await fixture.send('/createPatients', csv('CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL', 'NEW,ROSSI,ADA,Email,holder@example.org')),
  ).toMatchObject({ success: true, ok: 1, ko: 0, detail: [] })
  expect(await owner`SELECT channel FROM notification WHERE recipient = 'holder@example.org'`).toHaveLength(1)
  const contacts = await owner`
    SELECT p.centre_code AS centre, c.in_use FROM sign_in_contact c JOIN account a ON a.id = c.account_id JOIN patient p ON p.id = a.patient_id
    WHERE c.contact = 'holder@example.org' ORDER BY c.account_id`
  expect(contacts.map((row) => ({ ...row }))).toEqual([
    { centre: 'MI01', in_use: true },
    { centre: 'RM01', in_use: false },
  ])
})

describe('THREAT-14: a file of new patients', () => {
  const header = 'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,MOBILE_PREFIX,MOBILE'
  const formatRows = (name: string, count: number, contact: (row: number) => string): string =>
    csv(header, ...Array.from({ length: count }, (_, row) => `${name}${row},ROSSI,ADA,${contact(row)}`))
  const addCentre = async (code: string): Promise<string> => {
    const { owner } = fixture.server.database
    await makeCentre(owner, code)
    await owner`UPDATE centre SET password_hash = ${await fixture.server.deps.hashing.hashSecret(centrePassword(code))} WHERE code = ${code}`
    return code
  }
  const limit = (key: string, value: number) =>
    fixture.server.database.owner`UPDATE setting SET value = ${String(value)} WHERE key = ${key}`
  const listCodes = ({ detail }: Answer) => detail?.map(({ row, field, code }) => [row, field, code])

  test('registers mobiles of allowed countries only and reports the reason for each other number', async () => {
    const numbers = [',06 12345678', ',899 123456', '+881,612345678', '+882,13300655', '+44,7911123456', ',3337654321']
    const answer = await fixture.send(
      '/createPatients',
      formatRows('TYPES', numbers.length, (row) => `Mobile,,${numbers[row]}`),
    )
    expect(answer).toMatchObject({ ok: 1, ko: 5 })
    expect(listCodes(answer)).toEqual([
      [1, 'MOBILE', 'mobile_not_mobile'],
      [2, 'MOBILE', 'mobile_not_mobile'],
      [3, 'MOBILE', 'mobile_prefix_not_allowed'],
      [4, 'MOBILE', 'mobile_prefix_not_allowed'],
      [5, 'MOBILE', 'mobile_prefix_not_allowed'],
    ])
    expect(answer.detail?.[4]?.message).toContain('solo ai numeri con questi prefissi: +39')
  })

  test('registers and invites up to the limits of 24 hours; the other rows are rejected and accepted when the limit allows it', async () => {
    const centre = await addCentre('FE01')
    await limit('sms_invitations_per_centre_day', 10)
    await limit('new_patients_per_centre_day', 25)
    const mobiles = formatRows('SMS', 15, (row) => `Mobile,,,33355${String(row).padStart(5, '0')}`)
    const dryRun = await fixture.send('/createPatients', mobiles, { centre, more: { dry_run: 'true' } })
    const first = await fixture.send('/createPatients', mobiles, { centre })
    expect(dryRun).toEqual({ ...first, dry_run: true })
    expect(first).toMatchObject({ ok: 10, ko: 5 })
    expect(new Set(listCodes(first)?.map(([, field, code]) => `${field} ${code}`))).toEqual(new Set(['LOGIN_MODE import_sms_limit']))
    const mails = formatRows('MAIL', 30, (row) => `Email,limit${row}@example.org,,`)
    const second = await fixture.send('/createPatients', mails, { centre })
    expect(second).toMatchObject({ ok: 15, ko: 15 })
    expect(listCodes(second)?.[0]).toEqual([16, 'CENTER_ID', 'import_day_limit'])
    expect(await fixture.send('/createPatients', mails, { centre })).toMatchObject({ ok: 15, ko: 15 })
    await fixture.server.database.owner`UPDATE patient SET created_at = created_at - interval '25 hours' WHERE centre_code = ${centre}`
    expect(await fixture.send('/createPatients', mails, { centre })).toMatchObject({ ok: 30, ko: 0 })
    await limit('sms_invitations_per_centre_day', 300)
    await limit('new_patients_per_centre_day', 2000)
  })

  test('THREAT-50: unusual numbers send one alert to the GlobalAdmins and to the UserAdmins of the area, even after a dry run', async () => {
    const { owner } = fixture.server.database
    const centre = await addCentre('PA01')
    await makeStaff(owner, 'ga.alarm@example.org', [{ role: 'GlobalAdmin', areaid: 'W' }])
    await makeStaff(owner, 'ua.alarm@example.org', [{ role: 'UserAdmin', areaid: 'ITI' }])
    await makeStaff(owner, 'ua.other@example.org', [{ role: 'UserAdmin', areaid: 'ITC' }])
    await limit('new_patients_alarm_per_centre_day', 20)
    const alarmed = async (): Promise<readonly string[]> =>
      (
        await owner<
          { recipient: string }[]
        >`SELECT recipient FROM notification WHERE subject LIKE 'Centro PA01: molti nuovi pazienti%' ORDER BY 1`
      ).map(({ recipient }) => recipient)
    const usual = formatRows('USUAL', 19, (row) => `Email,usual${row}@example.org,,`)
    for (const more of [{ dry_run: 'true' }, {}]) await fixture.send('/createPatients', usual, { centre, more })
    expect(await alarmed()).toEqual([])
    const many = formatRows('MANY', 20, (row) => `Email,many${row}@example.org,,`)
    for (const more of [{ dry_run: 'true' }, { dry_run: 'true' }, {}]) await fixture.send('/createPatients', many, { centre, more })
    expect(await alarmed()).toEqual(['ga.alarm@example.org', 'ua.alarm@example.org'])
    await limit('new_patients_alarm_per_centre_day', 200)
    const entries = (await fixture.server.readAuditLog()).filter(
      ({ command, username }) => command === 'createPatients' && username === 'center PA01',
    )
    expect(entries.map(({ detail }) => String(detail).replace(/[0-9a-f-]{36}/, 'id'))).toEqual([
      'dry run of createPatients csv, 19 ok, 0 ko',
      'import id: createPatients csv, 19 ok, 0 ko, 19 changed',
      'dry run of createPatients csv, 20 ok, 0 ko',
      'dry run of createPatients csv, 20 ok, 0 ko',
      'import id: createPatients csv, 20 ok, 0 ko, 20 changed',
    ])
  })
})
