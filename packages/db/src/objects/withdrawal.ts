import { fieldsOf } from '../columns.ts'
import { asOwner, list, type Statement } from './sql.ts'

/** Free text may name a person and days identify one; both go from medical data that stay without identity (D8). */
const anonymous = list(
  fieldsOf('patient_medical').flatMap(({ kind, personal, column }) => {
    if (kind === 'string') return [`${column} = NULL`]
    return personal && kind === 'date' ? [`${column} = date_trunc('year', ${column})::date`] : []
  }),
)

/**
 * withdraw(patient, v1|v2|v3) writes the withdrawal to the ledger, then does what was chosen (D8), and answers the centre's code:
 * v1 closes the record; v2 destroys identity and the personal block with their history and keeps the medical data without them;
 * v3 deletes the medical data too. Always: no message waits any more, and nobody can sign in as this patient again.
 */
const withdraw = `CREATE OR REPLACE FUNCTION withdraw(of_patient integer, choice text, said_in text DEFAULT NULL, host text DEFAULT '')
  RETURNS text LANGUAGE plpgsql ${asOwner} AS $$
  DECLARE
    leaving patient;
    code_at_centre text;
  BEGIN
    IF nullif(current_setting('app.patient', true), '')::integer IS DISTINCT FROM of_patient THEN
      RAISE EXCEPTION 'only the patient withdraws' USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF choice NOT IN ('v1', 'v2', 'v3') OR choice IS NULL THEN
      RAISE EXCEPTION 'no such choice' USING ERRCODE = 'check_violation', CONSTRAINT = 'withdrawal_choice';
    END IF;
    SELECT * INTO leaving FROM patient WHERE id = of_patient FOR UPDATE;
    IF leaving.c_db_no_notification IS NOT NULL THEN
      RAISE EXCEPTION 'the patient has withdrawn' USING ERRCODE = 'check_violation', CONSTRAINT = 'consent_event_withdrawn';
    END IF;
    INSERT INTO consent_event (subject, field, answer, language, channel, actor, from_host)
    VALUES (leaving.consent_subject, 'C_DB_NO_NOTIFICATION', to_jsonb(choice), said_in, 'patient', 'patient', host);
    DELETE FROM message WHERE patient_id = of_patient AND (sent_at IS NULL OR choice <> 'v1');
    DELETE FROM account WHERE patient_id = of_patient;
    IF choice = 'v1' THEN RETURN leaving.center_code; END IF;

    PERFORM set_config('app.erasing', of_patient::text, true), set_config('app.closing_subject', leaving.consent_subject::text, true);
    UPDATE consent_event SET at = NULL, from_host = '', actor = channel WHERE subject = leaving.consent_subject;
    SELECT center_id INTO code_at_centre FROM patient_identity WHERE patient_id = of_patient;
    UPDATE load_run SET detail = (SELECT coalesce(jsonb_agg(line), '[]') FROM jsonb_array_elements(detail) AS line WHERE line ->> 'key' IS DISTINCT FROM code_at_centre)
    WHERE center_code = leaving.center_code AND detail @> jsonb_build_array(jsonb_build_object('key', code_at_centre));
    DELETE FROM patient_identity WHERE patient_id = of_patient;
    DELETE FROM patient_identity_version WHERE patient_id = of_patient;
    DELETE FROM patient_personal WHERE patient_id = of_patient;
    DELETE FROM patient_personal_version WHERE patient_id = of_patient;
    UPDATE patient SET consent_subject = NULL, c_db_p = false, c_s = false WHERE id = of_patient;
    IF choice = 'v2' THEN
      UPDATE patient_medical SET ${anonymous} WHERE patient_id = of_patient;
      UPDATE patient_medical_version SET ${anonymous} WHERE patient_id = of_patient;
    ELSE
      DELETE FROM patient_medical WHERE patient_id = of_patient;
      DELETE FROM patient_medical_version WHERE patient_id = of_patient;
      UPDATE patient SET c_db = false, c_db_m = false, c_extraeu = false, c_p_db = false, c_f = false, c_incidental = NULL WHERE id = of_patient;
    END IF;
    PERFORM set_config('app.erasing', '', true), set_config('app.closing_subject', '', true);
    RETURN leaving.center_code;
  END $$`

/** Tables whose rows withdrawal alone may touch, and only those of the patient who withdraws. */
const erasable = ['patient_identity_version', 'patient_personal_version', 'patient_medical_version']
const appendOnly = ['consent_document', 'saved_filter_version', 'export_manifest', 'export_outcome', 'activity_log']

/** Not even the owner changes what is evidence: the missing grants stop the server, these triggers everybody (D8, D11, D14). */
const refusals: readonly Statement[] = [
  `CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_LEVEL = 'ROW' AND to_jsonb(OLD) ->> 'patient_id' = current_setting('app.erasing', true) THEN
      RETURN coalesce(NEW, OLD);
    END IF;
    RAISE EXCEPTION '% is never changed', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END $$`,
  ...erasable.flatMap((table) => [
    `CREATE OR REPLACE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
    `CREATE OR REPLACE TRIGGER refuse_truncate BEFORE TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  ]),
  // The answers of a person who is anonymised or erased stay; what says when and where they were given goes (D8).
  `CREATE OR REPLACE FUNCTION refuse_consent_change() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    closed text[] := '{at, from_host, actor}';
  BEGIN
    IF TG_OP = 'UPDATE' AND OLD.subject::text = current_setting('app.closing_subject', true)
      AND to_jsonb(NEW) - closed = to_jsonb(OLD) - closed AND NEW.at IS NULL AND NEW.from_host = '' AND NEW.actor = NEW.channel THEN
      RETURN NEW;
    END IF;
    RAISE EXCEPTION '% is never changed', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END $$`,
  'CREATE OR REPLACE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON consent_event FOR EACH ROW EXECUTE FUNCTION refuse_consent_change()',
  'CREATE OR REPLACE TRIGGER refuse_truncate BEFORE TRUNCATE ON consent_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()',
  ...appendOnly.map(
    (table) =>
      `CREATE OR REPLACE TRIGGER refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  ),
]

export const withdrawalObjects: readonly Statement[] = [
  ...refusals,
  'DROP FUNCTION IF EXISTS withdraw(integer, text, text, text, text)',
  withdraw,
]
export const neverChanged: readonly string[] = [...erasable, 'consent_event', ...appendOnly]
