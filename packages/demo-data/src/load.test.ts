import { findReferenceValueErrors } from '@registry/domain/filter/condition'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unansweredDays } from '@registry/domain/access/sign-in-policy'
import { withTransaction } from '@registry/db/transaction'
import { testDatabase, type TestDatabase } from '@registry/db/testing/database'
import { loadDemo } from './load.ts'
import { demoFilters } from './saved-filters.ts'

const today = '2026-11-21'
let salt = 0
const hashSecret = (secret: string) => Promise.resolve(`hash ${(salt += 1)} of ${secret}`)
const readSecret = (hash: unknown) => String(hash).replace(/^hash \d+ of /, '')

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await loadDemo(database.addresses.owner, { today, hashSecret })
})
afterAll(() => database.dispose())

describe('the demo registry', () => {
  test('has six centres, each in its region with its own password (REQ-OPS-07)', async () => {
    const centres =
      await database.owner`SELECT code, geotreeid, password_hash, (SELECT count(*) FROM patient WHERE centre_code = code) AS patients FROM centre ORDER BY code`
    expect(centres.map(({ code, geotreeid }) => [code, geotreeid])).toEqual([
      ['CA01', 'ITG2'],
      ['FE01', 'ITH5'],
      ['MI01', 'ITC4'],
      ['PA01', 'ITG1'],
      ['RM01', 'ITI4'],
      ['TO01', 'ITC1'],
    ])
    expect(centres.map(({ password_hash }) => readSecret(password_hash))).toEqual(centres.map(({ code }) => `Thal-Demo-2026-${code}`))
    expect(new Set(centres.map(({ password_hash }) => password_hash)).size).toBe(6)
    // Anonymised and erased patients have no centre.
    const withdrawn = [150, 45, 120, 90, 180, 15].map((made, place) => made - Number(centres[place]?.['patients']))
    expect(
      withdrawn.every((count) => count >= 0 && count < 8),
      withdrawn.join(),
    ).toBe(true)
  })

  test('has the published staff accounts (REQ-OPS-07)', async () => {
    const staff = await database.owner`
      SELECT email, role, areaid, center, password_hash FROM staff_user
      JOIN staff_role ON user_id = staff_user.id JOIN account ON staff_user_id = staff_user.id ORDER BY staff_user.id`
    expect(staff.map((row) => ({ ...row, password_hash: readSecret(row.password_hash) }))).toEqual(
      [
        { email: 'ga@demo.example', role: 'GlobalAdmin', areaid: 'W', center: null },
        { email: 'ua@demo.example', role: 'UserAdmin', areaid: 'IT', center: null },
        { email: 'dm@demo.example', role: 'DataManager', areaid: 'IT', center: null },
        { email: 'ca.rm01@demo.example', role: 'CenterAdmin', areaid: null, center: 'RM01' },
        { email: 'ca.mi01@demo.example', role: 'CenterAdmin', areaid: null, center: 'MI01' },
        { email: 'ca2.rm01@demo.example', role: 'CenterAdmin', areaid: null, center: 'RM01' },
      ].map((row) => ({ ...row, password_hash: 'Thal-Demo-2026-staff' })),
    )
  })

  test('has studies in three states, one of them after its last day, and an invitation for the patient with all consents (REQ-STU-01)', async () => {
    const studies = await database.owner`
      SELECT s.id, s.status, s.end_enrollment_date < ${today} AS over,
        EXISTS (SELECT FROM study_patient AS p WHERE p.study_id = s.id AND p.status = 'ConsensoSI') AS "hasYes"
      FROM clinical_study AS s ORDER BY s.id`
    expect(studies).toEqual([
      { id: 'CUORE-2026', status: 'AlreadySentToCenters', over: null, hasYes: false },
      { id: 'DOSE-2026', status: 'Active', over: false, hasYes: true },
      { id: 'FERRO-2025', status: 'Active', over: true, hasYes: true },
      { id: 'OSSA-2027', status: 'EthicsCommitteeWaiting', over: null, hasYes: false },
    ])
    const [own] = await database.owner`SELECT status, matches FROM study_patient WHERE study_id = 'DOSE-2026' AND patient_id = 2`
    expect(own).toEqual({ status: 'AttesaConsenso', matches: true })
    const [answers] = await database.owner`
      SELECT count(*) FILTER (WHERE status = 'ConsensoSI') AS yes, count(*) FILTER (WHERE status = 'ConsensoNO') AS no FROM study_patient`
    expect(Number(answers?.['yes'])).toBeGreaterThan(0)
    expect(Number(answers?.['no'])).toBeGreaterThan(0)
  })

  test('computes the statistics of the dated results, which have the saved last values, and finds nothing to compute again (REQ-OBS-04)', async () => {
    const marks = await database.owner`
      SELECT mark.value ->> 'by' AS by, count(*)::integer AS count,
        count(*) FILTER (WHERE mark.key LIKE '%\\_last' AND mark.value -> 'computed' <> coalesce(mark.value -> 'reported', 'null'))::integer AS other
      FROM patient_medical, jsonb_each(value_sources) AS mark GROUP BY 1 ORDER BY 1`
    expect(marks).toEqual([
      { by: 'computed', count: expect.any(Number), other: 0 },
      { by: 'reported', count: expect.any(Number), other: 0 },
    ])
    const again = await database.owner.begin(async (sql) => {
      await sql`SELECT set_config('app.centre', 'RM01', true), set_config('app.actor', 'demo', true)`
      const [row] = await sql`SELECT compute_statistics(array_agg(patient_id)) AS changed FROM patient_medical WHERE centre_code = 'RM01'`
      return row?.['changed']
    })
    expect(again).toEqual([])
    const [late] =
      await database.owner`SELECT count(*)::integer AS count FROM patient_medical_version WHERE source = 'computed' AND at > ${today}`
    expect(late).toEqual({ count: 0 })
  })

  test('has a guardian of two children in Rome and one in Milan, who accepted (REQ-OPS-07, REQ-GRD-01)', async () => {
    const children = await database.owner`
      SELECT g.centre_code AS centre, g.accepted_at IS NOT NULL AS accepted, is_guardianship_in_force(g) AS acts, a.password_hash
      FROM guardianship AS g JOIN account AS a ON a.guardian_id = g.guardian_id WHERE g.contact = 'tutore@demo.example' ORDER BY g.id`
    expect(children.map((row) => ({ ...row, password_hash: readSecret(row['password_hash']) }))).toEqual(
      ['RM01', 'RM01', 'MI01'].map((centre) => ({ centre, accepted: true, acts: true, password_hash: 'Thal-Demo-2026-patient' })),
    )
  })

  test('has five patients with published accounts, each with their consents (REQ-OPS-07)', async () => {
    const people = await database.owner`
      SELECT p.login_mode, i.email, i.mobile_prefix || ' ' || i.mobile AS mobile, p.c_db, p.c_db_p, p.c_db_m, p.c_s, p.c_f, a.password_hash
      FROM patient AS p JOIN patient_identity AS i ON i.patient_id = p.id JOIN account AS a ON a.patient_id = p.id WHERE p.id <= 5 ORDER BY p.id`
    expect(people.map(({ password_hash }) => readSecret(password_hash))).toEqual(Array.from({ length: 5 }, () => 'Thal-Demo-2026-patient'))
    expect(
      people.map(({ login_mode, email, mobile, c_db, c_db_p, c_db_m, c_s, c_f }) => [
        login_mode === 'Email' ? email : mobile,
        c_db,
        c_db_p,
        c_db_m,
        c_s,
        c_f,
      ]),
    ).toEqual([
      ['p1@demo.example', null, null, null, null, null],
      ['p2@demo.example', true, true, true, true, true],
      ['p3@demo.example', true, true, false, false, false],
      ['p4@demo.example', true, true, false, true, true],
      ['+39 3330000005', true, true, true, true, true],
    ])
  })

  test('has questionnaires of p2 and of p5 over more than a year, and none without consent to medical data (REQ-PAT-13)', async () => {
    const filled = await database.owner`
      SELECT patient_id AS id, count(*)::int AS filled, extract(day FROM max(filled_at) - min(filled_at)) > 365 AS years
      FROM sf36_response WHERE patient_id IN (2, 5) GROUP BY 1 ORDER BY 1`
    expect(filled).toEqual([
      { id: 2, filled: 5, years: true },
      { id: 5, filled: 5, years: true },
    ])
    const wrong = await database.owner`
      SELECT FROM sf36_response AS r JOIN patient AS p ON p.id = r.patient_id WHERE p.id IN (1, 3) OR r.filled_at > ${today}
        OR 'true' IS DISTINCT FROM (
          SELECT answer::text FROM consent_event AS e WHERE e.subject = p.consent_subject AND e.field = 'C_DB_M' AND e.at <= r.filled_at ORDER BY seq DESC LIMIT 1)`
    expect(wrong).toEqual([])
    const [all] = await database.owner`SELECT count(*)::int AS filled, count(pf)::int AS scored FROM sf36_response`
    expect(all?.['filled']).toBeGreaterThan(200)
    expect(all?.['scored']).toBe(all?.['filled'])
  })

  test('records in the ledger that p4 gave medical consent and withdrew it later', async () => {
    const answers = await database.owner`
      SELECT answer, at, channel FROM consent_event WHERE field = 'C_DB_M' AND subject = (SELECT consent_subject FROM patient WHERE id = 4) ORDER BY seq`
    expect(answers.map(({ answer, channel }) => [answer, channel])).toEqual([
      [true, 'patient'],
      [false, 'patient'],
    ])
    const [consentedAt = '', withdrawnAt = ''] = answers.map(({ at }) => String(at))
    expect(consentedAt < withdrawnAt).toBe(true)
  })
})

describe('600 patients', () => {
  test('cover every state of consent', async () => {
    const [states] = await database.owner`
      SELECT count(*) AS all, count(*) FILTER (WHERE c_db IS NULL) AS unanswered, count(*) FILTER (WHERE c_db_p AND c_db_m AND c_f AND c_extraeu) AS everything,
        count(*) FILTER (WHERE c_db_p AND c_db_m AND NOT (c_f AND c_extraeu)) AS some_refused, count(*) FILTER (WHERE c_db_p AND NOT c_db_m) AS personal,
        count(*) FILTER (WHERE NOT c_db_p AND c_db_m AND c_db_no_notification IS NULL) AS medical,
        count(*) FILTER (WHERE c_db AND NOT c_db_p AND NOT c_db_m) AS refused,
        count(*) FILTER (WHERE c_db_no_notification = 'v1') AS v1,
        (SELECT count(*) FROM consent_event WHERE answer = '"v2"') AS v2, (SELECT count(*) FROM consent_event WHERE answer = '"v3"') AS v3
      FROM patient`
    expect(Number(states?.['all']) + Number(states?.['v2']) + Number(states?.['v3'])).toBe(600)
    expect(states?.['unanswered']).toBeGreaterThan(20)
    expect(states?.['everything']).toBeGreaterThan(200)
    expect(states?.['some_refused']).toBeGreaterThan(100)
    for (const state of ['personal', 'medical', 'refused', 'v1']) expect(states?.[state], state).toBeGreaterThan(4)
    for (const state of ['v2', 'v3']) expect(states?.[state], state).toBeGreaterThan(0)
  })

  test('have the flags of their last answers in the ledger', async () => {
    const wrong = await database.owner`
      WITH answered AS (
        SELECT subject, field, (array_agg(answer ORDER BY at DESC))[1] = 'true' AS yes FROM consent_event WHERE kind = 'consents' GROUP BY subject, field
      )
      SELECT id, field FROM patient JOIN answered ON subject = consent_subject
      WHERE yes IS DISTINCT FROM CASE field WHEN 'C_DB_P' THEN c_db_p WHEN 'C_DB_M' THEN c_db_m WHEN 'C_EXTRAEU' THEN c_extraeu WHEN 'C_P_DB' THEN c_p_db WHEN 'C_F' THEN c_f
        WHEN 'C_S' THEN c_s OR (yes AND c_db_no_notification IS NOT NULL) ELSE yes END`
    expect(wrong).toEqual([])
  })

  test('have for every answer and withdrawal a text published before it, with its hash', async () => {
    const [ledger] = await database.owner`
      SELECT count(*) AS events, count(*) FILTER (WHERE e.field = 'C_DB_NO_NOTIFICATION') AS withdrawals,
        count(*) FILTER (WHERE d.kind IS NULL) AS strays, count(*) FILTER (WHERE e.at < d.published_at) AS early,
        count(*) FILTER (WHERE e.kind = 'consents' AND num_nulls(information_hash, preliminary_hash) > 0) AS unbound
      FROM consent_event AS e
      LEFT JOIN consent_document AS d ON d.kind = e.kind AND d.version = e.version AND e.shown_hash = CASE e.language WHEN 'it' THEN d.hash_it ELSE d.hash_en END`
    expect(ledger?.['events']).toBeGreaterThan(5000)
    expect(ledger?.['withdrawals']).toBeGreaterThan(4)
    expect(ledger).toMatchObject({ strays: 0, early: 0, unbound: 0 })
  })

  test('have a data domain only if its consent was ever given, saved at each visit since then (REQ-OPS-07)', async () => {
    const [dataDomains] = await database.owner`
      SELECT count(*) FILTER (WHERE m.fenotype IS NOT NULL) AS medical,
        count(*) FILTER (WHERE m.fenotype IS NOT NULL AND NOT EXISTS (SELECT FROM consent_event WHERE subject = consent_subject AND field = 'C_DB_M' AND answer = 'true')) AS unasked
      FROM patient JOIN patient_medical AS m ON m.patient_id = id WHERE consent_subject IS NOT NULL`
    expect(dataDomains?.['medical']).toBeGreaterThan(400)
    expect(dataDomains?.['unasked']).toBe(0)
    const versions = await database.owner`
      SELECT v.actor, v.source, count(*) > 2 * count(DISTINCT v.patient_id) AS often, max(v.at) < ${today} AS past,
        count(*) FILTER (WHERE v.at < (SELECT min(at) FROM consent_event WHERE subject = consent_subject AND field = 'C_DB_M' AND answer = 'true'))::int AS early,
        count(*) FILTER (WHERE m.version < v.version)::int AS later
      FROM patient_medical_version AS v JOIN patient AS p ON p.id = v.patient_id JOIN patient_medical AS m ON m.patient_id = v.patient_id
      WHERE consent_subject IS NOT NULL AND v.version > 1 GROUP BY v.actor, v.source ORDER BY v.source`
    expect(versions).toEqual([
      { actor: 'demo', source: 'computed', often: false, past: true, early: 0, later: 0 },
      { actor: 'demo', source: 'system', often: true, past: true, early: 0, later: 0 },
    ])
    const [orders] = await database.owner`
      SELECT count(*)::int AS wrong FROM patient_medical_version AS one JOIN patient_medical_version AS next
        ON next.patient_id = one.patient_id AND next.version = one.version + 1 WHERE next.at <= one.at`
    expect(orders).toEqual({ wrong: 0 })
    const [personal] = await database.owner`
      SELECT count(*)::int > 400 AS many, max(at) < ${today} AS past FROM patient_personal_version WHERE patient_id IN (SELECT id FROM patient WHERE consent_subject IS NOT NULL)`
    expect(personal).toEqual({ many: true, past: true })
    const [registered] = await database.owner`
      SELECT count(*)::int AS wrong FROM patient AS p JOIN patient_identity_version AS v ON v.patient_id = p.id
      WHERE consent_subject IS NOT NULL AND v.version = 1 AND v.at <> p.created_at`
    expect(registered).toEqual({ wrong: 0 })
  })

  test('include unanswered registrations that do not end when the demo starts (REQ-PAT-04)', async () => {
    const [unanswered] = await database.owner<{ count: number; old: number }[]>`
      SELECT count(*)::int AS count, count(*) FILTER (WHERE p.created_at < ${today}::date - ${unansweredDays}::int)::int AS old
      FROM account a JOIN patient p ON p.id = a.patient_id WHERE a.password_hash IS NULL`
    expect(unanswered?.count).toBeGreaterThan(20)
    expect(unanswered?.old).toBe(0)
  })

  test('have complication counts and, like the filters, dates before today', async () => {
    const [found] = await database.owner`
      SELECT max(complications_num) AS most, max(created_at) < ${today} AS registered, (SELECT max(at) < ${today} FROM consent_event WHERE answer <> '"v2"' AND answer <> '"v3"') AS answered,
        (SELECT max(changed_at) < ${today} FROM saved_filter) AS filtered
      FROM patient JOIN patient_medical ON patient_id = id`
    expect(found).toMatchObject({ registered: true, answered: true, filtered: true })
    expect(found?.['most']).toBeGreaterThan(4)
  })

  test('are visible to a CenterAdmin only with consent', async () => {
    const seen = await withTransaction(
      database.server,
      { actor: 'ca.rm01@demo.example', source: 'form', scope: { kind: 'centre', centre: 'RM01' } },
      ({ sql }) => sql`SELECT patient_id FROM patient_medical WHERE patient_id <= 5`,
    )
    expect(seen).toEqual([{ patient_id: 2 }])
  })
})

describe('the saved filters', () => {
  test('are nine, each with its first version', async () => {
    const filters = await database.owner`
      SELECT f.id, f.version, v.changed_by = u.email AS by_author FROM saved_filter AS f
      JOIN saved_filter_version AS v ON v.filter_id = f.id JOIN staff_user AS u ON u.id = f.author_id`
    expect(filters).toHaveLength(9)
    expect(filters.every(({ version, by_author }) => version === 1 && by_author)).toBe(true)
  })

  test('name only ids of their reference tables', async () => {
    const known = await database.owner<{ item: string }[]>`SELECT table_name || ' ' || id AS item FROM reference_value`
    const items = new Set(known.map(({ item }) => item))
    for (const { condition } of demoFilters)
      expect(findReferenceValueErrors(condition, (table, id) => items.has(`${table} ${id}`))).toEqual({})
  })
})

test('rejects a second load without changes', async () => {
  const people = () => database.owner`SELECT count(*) AS people, max(id) AS last FROM patient`
  const before = await people()
  await expect(loadDemo(database.addresses.owner, { today, hashSecret })).rejects.toThrow('empty registry')
  expect(await people()).toEqual(before)
})

test('loads any number of patients, and the first ones are always the same', async () => {
  await using small = await testDatabase()
  const loaded: number[] = []
  await loadDemo(small.addresses.owner, { today, hashSecret, patients: 25, onProgress: (count) => loaded.push(count) })
  expect(loaded).toEqual([25])
  const people = (owner: TestDatabase['owner']) =>
    owner`SELECT centre_code, centre_patient_code, surname, name FROM patient_identity WHERE patient_id <= 25 ORDER BY patient_id`
  expect(await people(small.owner)).toHaveLength(25)
  expect(await people(small.owner)).toEqual(await people(database.owner))
  await expect(loadDemo(small.addresses.owner, { today, hashSecret, patients: 0 })).rejects.toThrow('at least one patient')
})
