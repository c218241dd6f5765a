import { asOwner, type Statement } from './text.ts'

/** Everything that names the person or their number, in the order that foreign keys ask for (D8). */
const erase = `UPDATE import_run SET detail = (SELECT coalesce(jsonb_agg(line), '[]') FROM jsonb_array_elements(detail) AS line WHERE line ->> 'key' IS DISTINCT FROM known.center_id)
    WHERE center_code = leaving.center_code AND detail @> jsonb_build_array(jsonb_build_object('key', known.center_id));
    UPDATE export_manifest SET patient_ids = array_remove(patient_ids, of_patient) WHERE patient_ids @> ARRAY[of_patient];
    UPDATE audit_read SET patient_ids = array_remove(patient_ids, of_patient) WHERE patient_ids @> ARRAY[of_patient];
    DELETE FROM identity_request WHERE lower(btrim(email)) = known.email
      OR regexp_replace(mobile, '\\D', '', 'g') LIKE '%' || known.mobile OR regexp_replace(telephone, '\\D', '', 'g') LIKE '%' || known.mobile;
    DELETE FROM patient_identity WHERE patient_id = of_patient;
    DELETE FROM patient_identity_version WHERE patient_id = of_patient;
    DELETE FROM patient_personal WHERE patient_id = of_patient;
    DELETE FROM patient_personal_version WHERE patient_id = of_patient;
    DELETE FROM patient_medical WHERE patient_id = of_patient;
    DELETE FROM patient_medical_version WHERE patient_id = of_patient;
    -- The answers that stay were checked against this record when they were given.
    DELETE FROM consent_text_sent WHERE subject = leaving.consent_subject;
    DELETE FROM notification WHERE patient_id = of_patient;
    DELETE FROM account AS a WHERE a.patient_id = of_patient;
    DELETE FROM patient WHERE id = of_patient;`

/**
 * erase_patient(patient) deletes everything of a patient but the answers in the ledger, of which the year stays, and takes the patient
 * off every list. Whoever ends a registration for good calls it (D5, D8).
 */
const erasePatient = `CREATE OR REPLACE FUNCTION erase_patient(of_patient integer) RETURNS void LANGUAGE plpgsql ${asOwner} AS $$
  DECLARE
    leaving patient;
    known patient_identity;
  BEGIN
    SELECT * INTO leaving FROM patient WHERE id = of_patient FOR UPDATE;
    SELECT * INTO known FROM patient_identity WHERE patient_id = of_patient;
    PERFORM set_config('app.erasing', of_patient::text, true), set_config('app.closing_subject', leaving.consent_subject::text, true);
    UPDATE consent_event SET at = NULL, from_host = '', actor = channel WHERE subject = leaving.consent_subject;
    ${erase}
    PERFORM set_config('app.erasing', '', true), set_config('app.closing_subject', '', true);
    INSERT INTO mixing_due (table_name) VALUES ('consent_event'), ('anonymous_record') ON CONFLICT DO NOTHING;
  END $$`

/**
 * withdraw(patient, v1|v2|v3) writes the withdrawal to the ledger, then does what was chosen (D8), and answers the centre's code:
 * v1 closes the record; v2 keeps the medical data in an anonymous record and deletes the patient; v3 deletes the patient with everything.
 * The fingerprints let the registry refuse the person's return in a file (D5). Always: no message waits any more, and nobody can sign in as this patient again.
 */
const withdraw = `CREATE OR REPLACE FUNCTION withdraw(of_patient integer, choice text, said_in text DEFAULT NULL, host text DEFAULT '', fingerprints text[] DEFAULT '{}')
  RETURNS text LANGUAGE plpgsql ${asOwner} AS $$
  DECLARE
    leaving patient;
  BEGIN
    IF nullif(current_setting('app.patient', true), '')::integer IS DISTINCT FROM of_patient THEN
      RAISE EXCEPTION 'only the patient withdraws' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF choice NOT IN ('v1', 'v2', 'v3') OR choice IS NULL THEN
      RAISE EXCEPTION 'no such choice' USING ERRCODE = 'check_violation', CONSTRAINT = 'withdrawal_choice';
    END IF;
    SELECT * INTO leaving FROM patient WHERE id = of_patient FOR UPDATE;
    IF NOT FOUND OR leaving.c_db_no_notification IS NOT NULL THEN
      RAISE EXCEPTION 'the patient has withdrawn' USING ERRCODE = 'check_violation', CONSTRAINT = 'consent_event_withdrawn';
    END IF;
    INSERT INTO consent_event (subject, field, answer, language, channel, actor, from_host)
    VALUES (leaving.consent_subject, 'C_DB_NO_NOTIFICATION', to_jsonb(choice), said_in, 'patient', 'patient', host);
    DELETE FROM notification WHERE patient_id = of_patient AND (sent_at IS NULL OR choice <> 'v1');
    DELETE FROM account WHERE patient_id = of_patient;
    IF choice = 'v1' THEN RETURN leaving.center_code; END IF;

    IF choice = 'v2' THEN PERFORM anonymise(of_patient); END IF;
    PERFORM erase_patient(of_patient);
    INSERT INTO withdrawn_fingerprint (person, hash) SELECT person, hash FROM (SELECT gen_random_uuid() AS person) AS left_now, unnest(fingerprints) AS hash
      ON CONFLICT DO NOTHING;
    RETURN leaving.center_code;
  END $$`

/** Rewrites the rows one at a time in random order. */
const rewrite = (
  table: string,
  closed: string,
  key: readonly string[],
  change: string,
): string => `FOR one IN SELECT ${key.join(', ')} FROM ${table} WHERE ${closed} ORDER BY random() LOOP
      UPDATE ${table} SET ${change} WHERE ${key.map((column) => `${column} = one.${column}`).join(' AND ')};
    END LOOP;`

/**
 * Rows written in one transaction carry its number, as the audit entry of the withdrawal does. Some time after a withdrawal all rows of
 * withdrawn people are written anew: by number and place they are then one crowd (D8). Ledger and records are written apart, in two
 * transactions, or the two would be linked.
 */
const mix = (what: string, table: string, closed: string, key: readonly string[], change: string): Statement =>
  `CREATE OR REPLACE FUNCTION mix_${what}() RETURNS void LANGUAGE plpgsql ${asOwner} AS $$
  DECLARE
    one record;
  BEGIN
    DELETE FROM mixing_due WHERE table_name = '${table}';
    IF NOT FOUND THEN RETURN; END IF;
    PERFORM set_config('app.mixing', 'true', true);
    ${rewrite(table, closed, key, change)}
    PERFORM set_config('app.mixing', '', true);
  END $$`

export const withdrawalObjects: readonly Statement[] = [
  'DROP FUNCTION IF EXISTS withdraw(integer, text, text, text, text), withdraw(integer, text, text, text)',
  erasePatient,
  withdraw,
  mix('closed_consents', 'consent_event', 'at IS NULL', ['subject', 'seq'], "from_host = ''"),
  mix('anonymous_records', 'anonymous_record', 'true', ['key'], 'key = gen_random_uuid()'),
]
