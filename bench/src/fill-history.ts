import type { Database } from '@registry/db/connect'

const days = 7300

/** Adds entries of the log and exports, six a day that contain the patient and six that do not. */
const addUses = async (owner: Database, patient: number): Promise<void> => {
  await owner`
    INSERT INTO audit_log (at, username, command, action, duration_milli, outcome, reads)
    SELECT now() - make_interval(days => day, hours => entry), 'ca.rm01@demo.example', command, action, 10, 'done', jsonb_build_object(
      'columns', columns, 'role', 'CenterAdmin', 'patients', CASE WHEN entry % 2 = 0 THEN listed.all_ids ELSE listed.other_ids END)
      || CASE WHEN command = 'inthem_query' THEN jsonb_build_object('filter', jsonb_build_object('id', f.filter_id, 'version', f.version)) ELSE '{}' END
    FROM generate_series(${days}::integer, 1, -1) AS day CROSS JOIN generate_series(0, 5) AS entry
      CROSS JOIN LATERAL (SELECT
        CASE entry / 2 WHEN 0 THEN 'getConsents' WHEN 1 THEN 'inthem_query' ELSE 'getStudyPatients' END AS command,
        CASE entry / 2 WHEN 1 THEN 'RUN' ELSE '' END AS action,
        CASE entry / 2 WHEN 0 THEN '["CENTER_ID", "C_DB_M", "C_DB_P"]'::jsonb WHEN 1 THEN '["SEX", "HB", "FERRITIN"]'::jsonb
          ELSE '["CENTER_ID", "NAME", "SURNAME", "study_patient_status"]'::jsonb END AS columns) AS kind
      CROSS JOIN (SELECT jsonb_agg(id) AS all_ids, jsonb_agg(id) FILTER (WHERE id <> ${patient}) AS other_ids
        FROM (SELECT id FROM patient ORDER BY id LIMIT 100) AS first_patients) AS listed
      CROSS JOIN (SELECT filter_id, version FROM saved_filter_version ORDER BY filter_id LIMIT 1) AS f`
  await owner.begin(async (sql) => {
    await sql`
      CREATE TEMPORARY TABLE new_export ON COMMIT DROP AS SELECT uuidv7() AS id, day, entry
      FROM generate_series(${days}::integer, 1, -1) AS day CROSS JOIN generate_series(0, 5) AS entry`
    await sql`
      ALTER TABLE new_export ADD patients integer[]`
    await sql`
      UPDATE new_export SET patients = ARRAY(SELECT id FROM patient WHERE entry % 2 = 0 OR id <> ${patient} ORDER BY id LIMIT 10)`
    await sql`
      INSERT INTO export_manifest (id, at, actor, as_role, filter_id, filter_version, format, columns, patients, excluded_no_consent, set_hash)
      SELECT new_export.id, now() - make_interval(days => day, hours => 6 + entry), 'dm@demo.example', 'DataManager', f.filter_id, f.version, 'csv',
        ARRAY['SEX', 'HB', 'FERRITIN', 'C_' || (day % 20)], cardinality(new_export.patients), 0, 'x'
      FROM new_export CROSS JOIN LATERAL (SELECT filter_id, version FROM saved_filter_version ORDER BY filter_id OFFSET day % 4 LIMIT 1) AS f`
    await sql`SELECT count(add_export_patients(id, patients)::text) FROM new_export`
  })
}

/** Repeats the answers of the patient twice a year, and adds four questionnaires and twenty saves of medical data a year. */
const addOwnHistory = async (owner: Database, patient: number): Promise<void> => {
  await owner.begin(async (sql) => {
    // The triggers refuse earlier times.
    await sql`ALTER TABLE consent_event DISABLE TRIGGER USER`
    await sql`
      INSERT INTO consent_event
      SELECT (jsonb_populate_record(e, jsonb_build_object('seq', e.seq + last.seq * half_year,
        'at', e.at - make_interval(months => 240 - 6 * half_year), 'year', extract(year FROM e.at - make_interval(months => 240 - 6 * half_year))))).*
      FROM patient AS p JOIN consent_event AS e ON e.subject = p.consent_subject
        CROSS JOIN LATERAL (SELECT max(seq) AS seq FROM consent_event WHERE subject = p.consent_subject) AS last
        CROSS JOIN generate_series(1, 40) AS half_year
      WHERE p.id = ${patient}`
    await sql`ALTER TABLE consent_event ENABLE TRIGGER USER`
    await sql`ALTER TABLE sf36_response DISABLE TRIGGER USER`
    await sql`
      INSERT INTO sf36_response
      SELECT (jsonb_populate_record(r, jsonb_build_object('patient_id', ${patient}::integer, 'key', gen_random_uuid(),
        'filled_at', now() - make_interval(days => quarter * 90)))).*
      FROM sf36_response AS r CROSS JOIN generate_series(1, 80) AS quarter
      WHERE (r.patient_id, r.key) = (SELECT patient_id, key FROM sf36_response ORDER BY filled_at LIMIT 1)`
    await sql`ALTER TABLE sf36_response ENABLE TRIGGER USER`
  })
  await owner`
    INSERT INTO patient_medical_version
    SELECT (jsonb_populate_record(m, jsonb_build_object('version', 1000 + save, 'at', now() - make_interval(days => save * 18), 'via', 'file', 'actor', 'center RM01'))).*
    FROM patient_medical_version AS m CROSS JOIN generate_series(1, 400) AS save
    WHERE m.patient_id = ${patient} AND m.version = (SELECT min(version) FROM patient_medical_version WHERE patient_id = ${patient})`
}

/** Gives a patient 20 years of history, once. Returns the number of uses of the data. */
export const fillHistory = async (owner: Database, contact: string): Promise<number> => {
  const [found] = await owner<{ id: number }[]>`SELECT patient_id AS id FROM patient_identity WHERE email = ${contact}`
  if (!found) throw new Error(`No patient signs in with ${contact}`)
  const count = async (): Promise<number> => {
    const [row] = await owner<{ uses: number }[]>`
      SELECT (SELECT count(*) FROM audit_read WHERE patient_ids @> ARRAY[${found.id}::integer])::int
        + (SELECT count(*) FROM export_patient WHERE patient_id = ${found.id})::int AS uses`
    return row?.uses ?? 0
  }
  if ((await count()) < days) {
    await addUses(owner, found.id)
    await addOwnHistory(owner, found.id)
    await owner`ANALYZE`
  }
  return count()
}
