import { selectExportsWith } from './export-patients.ts'
import { openDeletionRequests } from './deletion-requests.ts'
import { securityDefiner, type Statement } from './text.ts'

/** Deletes all rows with the person or the patient id, in the order of the foreign keys (REQ-CON-09). */
const eraseRows = `UPDATE import_run SET detail = (SELECT coalesce(jsonb_agg(line), '[]') FROM jsonb_array_elements(detail) AS line WHERE (line ->> 'key' = ANY (codes)) IS NOT TRUE)
    WHERE centre_code = leaving.centre_code AND EXISTS (SELECT FROM jsonb_array_elements(detail) AS line WHERE line ->> 'key' = ANY (codes));
    ${openDeletionRequests}
    UPDATE export_manifest SET patients = patients - 1 WHERE id IN (${selectExportsWith('in_patient')});
    DELETE FROM export_patient WHERE patient_id = in_patient;
    UPDATE audit_read SET patient_ids = array_remove(patient_ids, in_patient) WHERE patient_ids @> ARRAY[in_patient];
    DELETE FROM enrolment_request AS request USING patient_identity_version AS former WHERE former.patient_id = in_patient AND (
      lower(btrim(request.email)) = former.email OR regexp_replace(request.mobile, '\\D', '', 'g') LIKE '%' || former.mobile
      OR regexp_replace(request.telephone, '\\D', '', 'g') LIKE '%' || former.mobile);
    DELETE FROM patient_identity WHERE patient_id = in_patient;
    DELETE FROM patient_identity_version WHERE patient_id = in_patient;
    DELETE FROM patient_personal WHERE patient_id = in_patient;
    DELETE FROM patient_personal_version WHERE patient_id = in_patient;
    DELETE FROM patient_medical WHERE patient_id = in_patient;
    DELETE FROM patient_medical_version WHERE patient_id = in_patient;
    DELETE FROM observation WHERE patient_id = in_patient;
    DELETE FROM record_discrepancy WHERE patient_id = in_patient;
    DELETE FROM centre_query WHERE patient_id = in_patient;
    DELETE FROM correction_request WHERE patient_id = in_patient;
    DELETE FROM record_signature WHERE patient_id = in_patient;
    DELETE FROM desk_link WHERE patient_id = in_patient;
    DELETE FROM paper_consent WHERE patient_id = in_patient;
    DELETE FROM paper_form WHERE patient_id = in_patient;
    DELETE FROM sf36_response WHERE patient_id = in_patient;
    DELETE FROM study_patient WHERE patient_id = in_patient;
    DELETE FROM sf36_text_sent WHERE patient_id = in_patient;
    DELETE FROM consent_document_sent WHERE subject = leaving.consent_subject;
    DELETE FROM consent_receipt WHERE subject = leaving.consent_subject;
    DELETE FROM notification WHERE patient_id = in_patient;
    DELETE FROM communication_recipient WHERE patient_id = in_patient;
    DELETE FROM newsletter_subscription WHERE patient_id = in_patient;
    DELETE FROM reconsent_request WHERE patient_id = in_patient;
    DELETE FROM consent_proposal WHERE patient_id = in_patient;
    DELETE FROM withdrawal_request WHERE patient_id = in_patient;
    DELETE FROM guardianship WHERE patient_id = in_patient;
    PERFORM end_patient_account(in_patient), remove_unused_guardians();
    DELETE FROM patient WHERE id = in_patient;`

/**
 * Deletes a patient with all data, and removes the patient from every list. Only the answers in the ledger remain, with their year. Every
 * function that ends a registration calls it (REQ-PAT-04, REQ-CON-10).
 */
const erasePatient = `CREATE OR REPLACE FUNCTION erase_patient(in_patient integer) RETURNS void LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    leaving patient;
    codes text[];
  BEGIN
    SELECT * INTO leaving FROM patient WHERE id = in_patient FOR UPDATE;
    SELECT array_agg(DISTINCT centre_patient_code) INTO codes FROM patient_identity_version WHERE patient_id = in_patient;
    PERFORM set_config('app.erasing', in_patient::text, true), set_config('app.closing_subject', leaving.consent_subject::text, true);
    UPDATE consent_event SET at = NULL, ip_address = '', actor = channel, guardian_id = NULL, paper_consent_id = NULL, signed_on = NULL, paper_reference = NULL,
      paper_version = NULL WHERE subject = leaving.consent_subject;
    ${eraseRows}
    PERFORM set_config('app.erasing', '', true), set_config('app.closing_subject', '', true);
    INSERT INTO pending_shuffle (table_name) VALUES ('consent_event'), ('waiting_anonymous_record'), ('deletion_request') ON CONFLICT DO NOTHING;
  END $$`

/**
 * Records the withdrawal in the ledger, applies the choice (REQ-CON-06), and returns the centre's code. Account and pending notifications
 * are always deleted. A centre may carry out what guardians asked (REQ-GRD-12). The fingerprints let an import reject the person later
 * (REQ-PAT-06). Only the owner can call it.
 */
const applyWithdrawal = `CREATE OR REPLACE FUNCTION apply_withdrawal(in_patient integer, in_choice text, in_language text, in_host text, in_at timestamptz,
  in_fingerprints text[], in_channel text DEFAULT 'patient')
  RETURNS text LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    leaving patient;
  BEGIN
    IF in_choice NOT IN ('v1', 'v2', 'v3') OR in_choice IS NULL THEN
      RAISE EXCEPTION 'no such choice' USING ERRCODE = 'check_violation', CONSTRAINT = 'withdrawal_choice';
    END IF;
    SELECT * INTO leaving FROM patient WHERE id = in_patient FOR UPDATE;
    IF NOT FOUND OR leaving.c_db_no_notification IS NOT NULL THEN
      RAISE EXCEPTION 'the patient has withdrawn' USING ERRCODE = 'check_violation', CONSTRAINT = 'consent_event_withdrawn';
    END IF;
    INSERT INTO consent_event (subject, at, field, answer, language, channel, actor, ip_address)
    VALUES (leaving.consent_subject, in_at, 'C_DB_NO_NOTIFICATION', to_jsonb(in_choice), in_language, in_channel, in_channel, in_host);
    DELETE FROM notification WHERE patient_id = in_patient AND (sent_at IS NULL OR in_choice <> 'v1');
    DELETE FROM communication_recipient WHERE patient_id = in_patient AND state IN ('waiting', 'queued');
    DELETE FROM newsletter_subscription WHERE patient_id = in_patient;
    PERFORM end_patient_account(in_patient);
    DELETE FROM record_discrepancy WHERE patient_id = in_patient;
    DELETE FROM centre_query WHERE patient_id = in_patient;
    UPDATE correction_request SET state = 'WITHDRAWN' WHERE patient_id = in_patient AND state = 'OPEN';
    IF in_choice = 'v1' THEN RETURN leaving.centre_code; END IF;

    IF in_choice = 'v2' THEN PERFORM anonymise_patient(in_patient); END IF;
    PERFORM erase_patient(in_patient);
    INSERT INTO withdrawn_fingerprint (person, hash) SELECT person, hash FROM (SELECT gen_random_uuid() AS person) AS withdrawn, unnest(in_fingerprints) AS hash
      ON CONFLICT DO NOTHING;
    RETURN leaving.centre_code;
  END $$`

const withdraw = `CREATE OR REPLACE FUNCTION withdraw_patient(in_patient integer, in_choice text, in_language text DEFAULT NULL, in_host text DEFAULT '',
  in_fingerprints text[] DEFAULT '{}')
  RETURNS text LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    IF nullif(current_setting('app.patient', true), '')::integer IS DISTINCT FROM in_patient THEN
      RAISE EXCEPTION 'only the patient withdraws' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN apply_withdrawal(in_patient, in_choice, in_language, in_host, now(), in_fingerprints);
  END $$`

const rewrite = (
  table: string,
  condition: string,
  key: readonly string[],
  change: string,
): string => `FOR old_row IN SELECT ${key.join(', ')} FROM ${table} WHERE ${condition} ORDER BY random() LOOP
      UPDATE ${table} SET ${change} WHERE ${key.map((column) => `${column} = old_row.${column}`).join(' AND ')};
    END LOOP;`

/**
 * All rows of one transaction share its transaction id, and so does the audit entry of the withdrawal. Rewriting all rows of withdrawn
 * people later removes that link (REQ-CON-08). The ledger and the waiting anonymous records use separate transactions, so that they are not
 * linked to each other.
 */
const createShuffle = (rows: string, table: string, condition: string, key: readonly string[], change: string): Statement =>
  `CREATE OR REPLACE FUNCTION shuffle_${rows}() RETURNS void LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    old_row record;
  BEGIN
    DELETE FROM pending_shuffle WHERE table_name = '${table}';
    IF NOT FOUND THEN RETURN; END IF;
    PERFORM set_config('app.shuffling', 'true', true);
    ${rewrite(table, condition, key, change)}
    PERFORM set_config('app.shuffling', '', true);
  END $$`

export const withdrawalStatements: readonly Statement[] = [
  erasePatient,
  applyWithdrawal,
  withdraw,
  createShuffle('withdrawn_consents', 'consent_event', 'at IS NULL', ['subject', 'seq'], "ip_address = ''"),
  createShuffle('anonymous_records', 'waiting_anonymous_record', 'true', ['key'], 'key = gen_random_uuid()'),
  createShuffle('deletion_requests', 'deletion_request', 'true', ['manifest_id'], 'mailed = mailed'),
]
