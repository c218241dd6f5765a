import { randomBytes } from 'node:crypto'
import { buildReceiptCode, receiptCodeLength } from '@registry/domain/consent/receipt-code'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeExport } from '../testing/exports.ts'
import { allConsents, fillSf36, makePatient } from '../testing/fixtures.ts'
import { withRole, withTransaction } from '../transaction.ts'
import { appendOnlyTables } from './append-only.ts'
import { centreContext, patientContext, useTestDatabase } from '../testing/use-test-database.ts'

const database = useTestDatabase('RM01')

const rome = centreContext('RM01')

/** Creates a patient with one mark in all texts. They are two saves, a questionnaire, a receipt, a pending notification, and an import. */
const createLeavingPatient = async (mark: string, born = '1980-01-01', died = '2020-01-02') => {
  const patient = await makePatient(database.owner, {
    centre: 'RM01',
    centrePatientCode: mark,
    surname: mark,
    name: mark,
    email: `${mark.toLowerCase()}@example.org`,
    personal: { address_town: mark, dob: born, sex: 'F' },
    medical: { hb: 9, gt_note: mark, status: 'DEAD', dead_date: died, dead_cause: mark },
    consents: allConsents,
  })
  await fillSf36(database.owner, patient.id)
  const code = buildReceiptCode(randomBytes(receiptCodeLength))
  await database.owner`INSERT INTO consent_receipt (subject, first_seq, seq, code, content)
    VALUES (${patient.subject}, 1, 2, ${code}, ${JSON.stringify({ receipt_metadata: { receipt_id: code }, mark })})`
  await withTransaction(database.server, rome, async ({ sql }) => {
    await sql`UPDATE patient_personal SET address_street = ${mark} WHERE patient_id = ${patient.id}`
    await sql`UPDATE patient_medical SET hb = 10, other_therapies = ${mark} WHERE patient_id = ${patient.id}`
    await sql`INSERT INTO notification (channel, recipient, body, patient_id) VALUES ('mail', ${`${mark}@example.org`}, ${mark}, ${patient.id})`
    await sql`INSERT INTO record_signature (patient_id, year, medical_version, signed_by) VALUES (${patient.id}, 2026, 1, current_setting('app.actor'))`
    await sql`SELECT FROM add_observations(${JSON.stringify([{ patient_id: patient.id, analyte: 'HB', taken_on: '2019-01-01', value: 9, unit: 'g/dL', standard_value: 9, sample: mark }])}::text::jsonb, 'form')`
    await sql`INSERT INTO import_run (actor, centre_code, command, format, file_hash, ok, ko, detail)
      VALUES ('x', 'RM01', 'putMedicalData', 'csv', 'x', 0, 2, ${sql.json([
        { row: 1, key: mark },
        { row: 2, key: 'somebody else' },
      ])})`
  })
  return patient
}

const withdraw = (id: number, choice: string) =>
  withTransaction(
    database.server,
    patientContext(id),
    ({ sql }) => sql`SELECT withdraw_patient(${id}::integer, ${choice}, 'it', 'host') AS centre`,
  )

const findTexts = async (texts: readonly string[]): Promise<string[]> => {
  const tables = await database.owner<
    { name: string }[]
  >`SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`
  const rows = JSON.stringify(await Promise.all(tables.map(({ name }) => database.owner.unsafe(`SELECT * FROM ${name}`)))).toLowerCase()
  return texts.filter((text) => rows.includes(text))
}

const readFilterView = () =>
  withTransaction(database.server, rome, (tx) => withRole(tx, 'registry_filter', ({ sql }) => sql`SELECT id, hb FROM filter_patient`))

test.each(['v1', 'v2', 'v3'])(
  'REQ-CON-10: %s records the answer, deletes pending notifications and the account, and returns the centre',
  async (choice) => {
    const { id, subject } = await createLeavingPatient(`COMMON-${choice}`)
    expect(await withdraw(id, choice)).toEqual([{ centre: 'RM01' }])
    const [last] =
      await database.owner`SELECT field, answer, ip_address FROM consent_event WHERE subject = ${subject} ORDER BY seq DESC LIMIT 1`
    expect(last).toEqual({ field: 'C_DB_NO_NOTIFICATION', answer: choice, ip_address: choice === 'v1' ? 'host' : '' })
    expect(await database.owner`SELECT FROM notification WHERE patient_id = ${id}`).toHaveLength(0)
    expect(await database.owner`SELECT FROM account WHERE patient_id = ${id}`).toHaveLength(0)
    expect(await database.owner`SELECT c_s, c_db_no_notification FROM patient WHERE id = ${id}`).toEqual(
      choice === 'v1' ? [{ c_s: false, c_db_no_notification: 'v1' }] : [],
    )
    // After each choice the answers remain in the ledger, and its flags allow no contact for studies.
    expect(await database.owner`SELECT c_db, c_db_p, c_db_m, c_s, withdrawn FROM compute_consent_flags(${subject})`).toEqual([
      { c_db: true, c_db_p: true, c_db_m: true, c_s: false, withdrawn: choice },
    ])
    await expect(withdraw(id, 'v3')).rejects.toMatchObject({ constraint_name: 'consent_event_withdrawn' })
  },
)

describe('REQ-CON-07: v1, stop', () => {
  test('collected data stay usable; neither centre nor patient can add data', async () => {
    const { id, subject } = await createLeavingPatient('STOPPED')
    await withdraw(id, 'v1')
    expect(await readFilterView()).toContainEqual({ id, hb: 10 })
    await withTransaction(database.server, rome, async ({ sql }) => {
      expect(await sql`SELECT hb FROM patient_medical WHERE patient_id = ${id}`).toEqual([{ hb: 10 }])
      expect((await sql`UPDATE patient_medical SET hb = 1 WHERE patient_id = ${id}`).count).toBe(0)
      expect((await sql`UPDATE patient_personal SET telephone = '1' WHERE patient_id = ${id}`).count).toBe(0)
      expect((await sql`UPDATE patient_identity SET surname = 'X' WHERE patient_id = ${id}`).count).toBe(0)
      expect((await sql`UPDATE patient SET lang = 'en' WHERE id = ${id}`).count).toBe(0)
    })
    await expect(
      withTransaction(
        database.server,
        patientContext(id),
        ({ sql }) => sql`
      INSERT INTO consent_event (subject, field, answer, kind, version, language, channel, actor) VALUES (${subject}, 'C_S', 'true', 'consents', 1, 'it', 'patient', 'x')`,
      ),
    ).rejects.toMatchObject({ constraint_name: 'consent_event_withdrawn' })
  })
})

describe('REQ-CON-08: v2, anonymise', () => {
  test('no table contains identity or exact days; a record of classes stays without history', async () => {
    const { id, subject } = await createLeavingPatient('NAMELESS', '1981-02-03', '2021-05-06')
    expect(await findTexts(['nameless', '1981-02-03', '2021-05-06'])).toEqual(['nameless', '1981-02-03', '2021-05-06'])
    await withdraw(id, 'v2')
    expect(await findTexts(['nameless', '1981-02-03', '2021-05-06'])).toEqual([])
    expect(await database.owner`SELECT sex, disease, vital_status FROM waiting_anonymous_record`).toContainEqual({
      sex: 'F',
      disease: 'UNKNOWN',
      vital_status: 'DEAD',
    })
    expect(await database.owner`SELECT FROM field_history WHERE patient_id = ${id}`).toHaveLength(0)
    expect(await database.owner`SELECT FROM sf36_response WHERE patient_id = ${id}`).toHaveLength(0)
    expect(await database.owner`SELECT FROM patient WHERE id = ${id} OR consent_subject = ${subject}`).toHaveLength(0)
    expect((await database.owner`SELECT FROM consent_event WHERE subject = ${subject}`).length).toBeGreaterThan(1)
    expect(await database.owner`SELECT FROM import_run WHERE detail @> '[{"key": "somebody else"}]'`).not.toHaveLength(0)
  })

  test('no record is made of medical data without consent, or without medical data', async () => {
    const records = async () => (await database.owner`SELECT FROM waiting_anonymous_record`).length
    const before = await records()
    for (const [centrePatientCode, consents, medical] of [
      ['CLOSED', { ...allConsents, C_DB_M: false }, { hb: 9 }],
      ['EMPTY', allConsents, {}],
    ] as const) {
      const { id } = await makePatient(database.owner, {
        centre: 'RM01',
        centrePatientCode,
        consents,
        ...(Object.keys(medical).length > 0 && { medical }),
      })
      await withdraw(id, 'v2')
    }
    expect(await records()).toBe(before)
  })
})

describe('REQ-CON-09: v3, erase', () => {
  test('personal and medical data are deleted with their history; the answers stay without a patient', async () => {
    const { id, subject } = await createLeavingPatient('WIPED-OUT')
    await withdraw(id, 'v3')
    expect(await findTexts(['wiped-out'])).toEqual([])
    for (const table of [
      'patient_identity',
      'patient_personal',
      'patient_medical',
      'patient_identity_version',
      'patient_personal_version',
      'patient_medical_version',
      'observation',
      'record_signature',
      'sf36_response',
    ]) {
      expect(await database.owner.unsafe(`SELECT FROM ${table} WHERE patient_id = ${id}`), table).toHaveLength(0)
    }
    expect((await readFilterView()).map((row) => row['id'])).not.toContain(id)
    expect((await database.owner`SELECT FROM consent_event WHERE subject = ${subject}`).length).toBeGreaterThan(1)
  })
})

test.each(['v2', 'v3'])(
  'REQ-CON-10: after %s the ledger keeps every answer, with its year but no time, address or name',
  async (choice) => {
    const { id, subject } = await createLeavingPatient(`LEDGER-${choice}`)
    await database.owner`
    INSERT INTO consent_event (subject, at, field, answer, channel, actor, ip_address)
    VALUES (${subject}, '2019-05-06T07:08:09Z', 'C_DB', 'true', 'service', 'center RM01', '192.0.2.7')`
    const answers = () =>
      database.owner`SELECT seq, year, field, answer, shown_hash FROM consent_event WHERE subject = ${subject} ORDER BY seq`
    const before = await answers()
    expect(before.map(({ seq }) => seq)).toEqual(before.map((_, place) => place + 1))
    await withdraw(id, choice)
    expect((await answers()).slice(0, -1)).toEqual(before)
    expect(
      await database.owner`SELECT DISTINCT at, ip_address, actor FROM consent_event WHERE subject = ${subject} ORDER BY actor`,
    ).toEqual([
      { at: null, ip_address: '', actor: 'patient' },
      { at: null, ip_address: '', actor: 'service' },
    ])
  },
)

test('REQ-CON-08: no column of the ledger counts over all subjects', async () => {
  const counters = await database.owner`
    SELECT attname FROM pg_attribute AS a LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attrelid = 'consent_event'::regclass AND (attidentity <> '' OR pg_get_expr(adbin, adrelid) LIKE '%nextval%')`
  expect(counters).toEqual([])
})

test('only the patient can withdraw, with a valid choice', async () => {
  const { id } = await createLeavingPatient('STAYING')
  const forced = withTransaction(database.server, rome, ({ sql }) => sql`SELECT withdraw_patient(${id}::integer, 'v3')`)
  await expect(forced).rejects.toThrow('only the patient withdraws')
  await expect(
    withTransaction(database.server, patientContext(id + 1000), ({ sql }) => sql`SELECT withdraw_patient(${id}::integer, 'v3')`),
  ).rejects.toThrow('only the patient withdraws')
  await expect(withdraw(id, 'v4')).rejects.toMatchObject({ constraint_name: 'withdrawal_choice' })
})

describe('REQ-CON-04, REQ-ADM-02: evidence', () => {
  const changes = (table: string, column: string) => [
    `UPDATE ${table} SET ${column} = ${column}`,
    `DELETE FROM ${table}`,
    `TRUNCATE ${table} CASCADE`,
  ]
  const roles = ['registry_server', 'registry_filter', 'registry_worker']

  beforeAll(async () => {
    await createLeavingPatient('EVIDENCE')
    await database.owner.begin(async (sql) => {
      await sql`SELECT set_config('app.actor', 'dm', true)`
      await sql`INSERT INTO audit_log (username, command, duration_milli, outcome, reads) VALUES ('x', 'x', 0, 'done', '{"patients": [1]}')`
      await sql`INSERT INTO audit_chain_link (position, entry_id, hash) SELECT 1, min(id), 'x' FROM audit_log`
      await sql`
        INSERT INTO communication (type, roles, areaid, texts) VALUES ('STAFF_MESSAGE', '{CenterAdmin}', 'IT', '{}')`
      await sql`INSERT INTO reference_change (actor, table_name, value_id) VALUES ('ga', 'svc_sex', 'F')`
      await sql`INSERT INTO receipt_key (kid, public_key, mac) VALUES ('k', 'x', 'x')`
      await sql`INSERT INTO staff_user (email, name, surname) VALUES ('dm@example.org', 'D', 'M')`
      await sql`INSERT INTO saved_filter (name, description, author_id, fields, condition) SELECT 'f', 'f', id, '{}', '{}' FROM staff_user`
      await sql`
        INSERT INTO paper_form (number, patient_id, centre_code, language, information_version, preliminary_version, consents_version, printed_by)
        SELECT '0000-0001', id, centre_code, 'it', 1, 1, 1, 'ca' FROM patient LIMIT 1`
      const exported = await sql<{ id: number }[]>`SELECT id FROM patient`
      await makeExport(sql, { patients: exported.map(({ id }) => id) })
      await sql`INSERT INTO export_outcome (manifest_id, outcome, rows, bytes, sha256) SELECT id, 'complete', 0, 0, 'x' FROM export_manifest`
      await sql`INSERT INTO clinical_study (id, title, description, main_centre, type, filter_id, sf36_version)
        SELECT 's', 's', 's', 'RM01', 'EA', (SELECT min(id) FROM saved_filter), max(version) FROM sf36_version`
      await sql`INSERT INTO clinical_study_centre (study_id, centre_code, approved, entered_by) VALUES ('s', 'RM01', true, 'dm')`
      await sql`INSERT INTO clinical_study_correction (study_id, centre_code, approved, entered_at, entered_by, reason, corrected_by)
        VALUES ('s', 'RM01', false, now(), 'ca', 'x', 'ca')`
      await sql`INSERT INTO clinical_study_document (study_id, centre_code, name, bytes, sha256, entered_by)
        VALUES ('s', 'RM01', 'x.pdf', '%PDF-', 'x', 'dm')`
      await sql`INSERT INTO clinical_study_sheet (study_id, language, name, bytes, sha256, entered_by)
        VALUES ('s', 'it', 'x.pdf', '%PDF-', 'x', 'ga')`
    })
  })

  test.each(appendOnlyTables)(
    'no role can change or empty %s: a trigger stops the owner, missing grants stop the other roles',
    async (table) => {
      const [first] = await database.owner<{ name: string }[]>`
      SELECT attname AS name FROM pg_attribute WHERE attrelid = ${table}::regclass AND attnum > 0 AND attidentity = '' AND attgenerated = '' ORDER BY attnum LIMIT 1`
      expect((await database.owner.unsafe(`SELECT FROM ${table}`)).length).toBeGreaterThan(0)
      for (const change of changes(table, first?.name ?? '')) {
        await expect(database.owner.unsafe(change), change).rejects.toThrow('never changed')
        for (const role of roles) {
          const attempt = withTransaction(database.server, rome, async ({ sql }) => {
            await sql.unsafe(`SET LOCAL ROLE ${role}`)
            await sql`SELECT 1`
            return sql.unsafe(change)
          })
          await expect(attempt, `${role}: ${change}`).rejects.toThrow('permission denied')
        }
      }
    },
  )

  test('the setting of a withdrawal that erases has no effect without the grant', async () => {
    const { id } = await createLeavingPatient('PROTECTED')
    const attempt = withTransaction(database.server, patientContext(id), async ({ sql }) => {
      await sql`SELECT set_config('app.erasing', ${String(id)}, true)`
      await sql`DELETE FROM patient_medical_version`
    })
    await expect(attempt).rejects.toThrow('permission denied')
  })

  test('the setting of a withdrawal removes no other patient from a list', async () => {
    const [leaving, staying] = [await createLeavingPatient('LISTED'), await createLeavingPatient('LISTED-TOO')]
    const id = await makeExport(database.owner, { patients: [leaving.id, staying.id] })
    const change = (values: Record<string, unknown>, erasing = leaving.id) =>
      database.owner.begin(async (sql) => {
        await sql`SELECT set_config('app.erasing', ${String(erasing)}, true)`
        return sql`UPDATE export_manifest SET ${sql(values)} WHERE id = ${id}`
      })
    const remove = (patient: number) =>
      database.owner.begin(async (sql) => {
        await sql`SELECT set_config('app.erasing', ${String(leaving.id)}, true)`
        return sql`DELETE FROM export_patient WHERE manifest_id = ${id} AND patient_id = ${patient}`
      })
    await expect(remove(staying.id)).rejects.toThrow('never changed')
    for (const patients of [0, 2, 3]) await expect(change({ patients })).rejects.toThrow('never changed')
    await expect(change({ patients: 1, format: 'xml' })).rejects.toThrow('never changed')
    await expect(change({ patients: 1 }, 0)).rejects.toThrow('never changed')
    expect((await change({ patients: 1 })).count).toBe(1)
    expect((await remove(leaving.id)).count).toBe(1)
  })

  test('the setting of a withdrawal that closes a ledger changes no answer', async () => {
    const { subject } = await createLeavingPatient('ANSWERED')
    const changes = ["answer = 'false'", "at = NULL, ip_address = '', actor = channel, answer = 'false'", 'at = now()', 'year = 1999']
    for (const change of changes) {
      const attempt = database.owner.begin(async (sql) => {
        await sql`SELECT set_config('app.closing_subject', ${subject}, true)`
        await sql.unsafe(`UPDATE consent_event SET ${change} WHERE subject = '${subject}'`)
      })
      await expect(attempt, change).rejects.toThrow('never changed')
    }
  })
})
