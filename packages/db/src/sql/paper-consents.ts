import { createOwnerFunction, formatSignature, type OwnerFunction } from './owner-function.ts'
import { current, securityDefiner, today, type Statement } from './text.ts'

/** The hashes of the printed texts come from the published documents. An unknown version has none, so its form is refused. */
const fillPaperForm = `CREATE OR REPLACE FUNCTION fill_paper_form() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    NEW.information_hash := find_consent_document_hash('information', NEW.information_version, NEW.language, NULL);
    NEW.preliminary_hash := find_consent_document_hash('preliminary', NEW.preliminary_version, NEW.language, NULL);
    NEW.consents_hash := find_consent_document_hash('consents', NEW.consents_version, NEW.language, NULL);
    NEW.assent_hash := find_consent_document_hash(NEW.assent_kind, NEW.assent_version, NEW.language, NULL);
    RETURN NEW;
  END $$`

/**
 * Requires that the signers of a paper suffice. Any of them may say No. A Yes needs the patient, and of a minor or a patient with guardians who
 * must sign each of these guardians, unless the setting asks for one signature (D21). A support administrator who acts together with the
 * patient signs with the patient.
 */
const checkSigners = `CREATE OR REPLACE FUNCTION check_consent_signers(in_patient integer, in_signers text[], in_day date, in_answers jsonb) RETURNS void LANGUAGE plpgsql STABLE ${securityDefiner} AS $$
  DECLARE
    majority date := find_majority(in_patient);
    signing integer[] := ARRAY(SELECT signer::integer FROM unnest(in_signers) AS signer WHERE signer <> 'patient');
    required integer[] := ARRAY(
      SELECT g.id FROM guardianship AS g WHERE g.patient_id = in_patient AND g.must_sign AND is_guardianship_valid(g, in_day));
    suffices_for_yes boolean := CASE
      WHEN cardinality(required) > 0 THEN required <@ signing OR required && signing AND (SELECT value FROM setting WHERE key = 'guardian_signatures') = '1'
      WHEN cardinality(signing) > 0 THEN true
      ELSE 'patient' = ANY (in_signers) AND (in_day < majority) IS NOT TRUE END
      AND ('patient' = ANY (in_signers) OR NOT EXISTS (SELECT FROM guardianship AS g WHERE g.id = ANY (signing) AND g.kind = 'SUPPORT_TOGETHER'));
  BEGIN
    IF majority <= ${today} AND EXISTS (
      SELECT FROM guardianship AS g WHERE g.id = ANY (signing) AND g.kind IN ('PARENT', 'GUARDIAN')) THEN
      RAISE EXCEPTION 'the patient has come of age' USING ERRCODE = 'check_violation', CONSTRAINT = 'paper_consent_of_age';
    END IF;
    IF (SELECT count(*) FROM guardianship AS g WHERE g.id = ANY (signing) AND g.patient_id = in_patient AND is_guardianship_valid(g, in_day)) < cardinality(signing)
      OR NOT suffices_for_yes AND EXISTS (SELECT FROM jsonb_each(in_answers) AS given WHERE given.value <> 'false') THEN
      RAISE EXCEPTION 'the signatures do not suffice' USING ERRCODE = 'check_violation', CONSTRAINT = 'paper_consent_signed_by';
    END IF;
  END $$`

/** The paper of the caller's centre, for a caller who is one of its administrators now. Locked, so that it is decided once. */
const lockPaper = `SELECT * INTO paper FROM paper_consent WHERE id = in_id AND centre_code = ${current.centre} AND EXISTS (
      SELECT FROM staff_user AS u JOIN staff_role AS r ON r.user_id = u.id
      WHERE u.email = ${current.actor} AND u.disabled_at IS NULL AND r.role = 'CenterAdmin' AND r.center = centre_code) FOR UPDATE;
    IF NOT FOUND THEN RETURN; END IF;
    IF paper.state <> 'PENDING' THEN
      RAISE EXCEPTION 'the paper was decided' USING ERRCODE = 'check_violation', CONSTRAINT = 'paper_consent_open';
    END IF;`

/**
 * Confirms a paper and puts its answers in force (REQ-CON-32), if the log shows that the caller opened its scan (THREAT-71). An answer of
 * the day of the signature or later stays. A lapse is no answer: an adult may have signed within the days of grace. Returns the answers in
 * force, or no row.
 */
const verifyPaper: OwnerFunction = {
  name: 'verify_paper_consent',
  parameters: { in_id: 'uuid' },
  returns:
    'TABLE (patient_id integer, subject uuid, superseded text[], first_seq integer, last_seq integer, added_at timestamptz, last_hash text)',
  language: 'plpgsql',
  body: `
  #variable_conflict use_column
  DECLARE
    paper paper_consent;
    form paper_form;
    own patient;
  BEGIN
    ${lockPaper}
    IF NOT EXISTS (SELECT FROM audit_log AS entry WHERE entry.username = ${current.actor} AND (entry.command, entry.action) = ('paper_consent', 'SCAN')
      AND entry.at >= paper.recorded_at AND entry.outcome = 'done' AND entry.detail = 'paper consent ' || in_id) THEN
      RAISE EXCEPTION 'the caller did not open the scan' USING ERRCODE = 'check_violation', CONSTRAINT = 'paper_consent_scan_opened';
    END IF;
    SELECT * INTO own FROM patient WHERE id = paper.patient_id FOR UPDATE;
    IF own.c_db_no_notification IS NOT NULL THEN
      RAISE EXCEPTION 'the patient has withdrawn' USING ERRCODE = 'check_violation', CONSTRAINT = 'consent_event_withdrawn';
    END IF;
    SELECT * INTO form FROM paper_form WHERE number = paper.form_number;
    IF 'patient' <> ALL (paper.signers) THEN
      SELECT NULL, NULL, NULL INTO form.assent_kind, form.assent_version, form.assent_hash;
    END IF;
    PERFORM check_consent_signers(paper.patient_id, paper.signers, paper.signed_on, paper.answers);
    superseded := ARRAY(SELECT DISTINCT event.field::text FROM consent_event AS event
      WHERE event.subject = own.consent_subject AND event.channel NOT IN ('centre', 'service', 'assent') AND event.answer <> '"lapsed"'
        AND coalesce(event.signed_on, (event.at AT TIME ZONE 'Europe/Rome')::date) >= paper.signed_on);
    IF 'patient' <> ALL (paper.signers) AND coalesce((SELECT value FROM setting WHERE key = 'assent_blocks'), 'true') = 'true' AND EXISTS (
      SELECT FROM jsonb_each(paper.answers) AS given WHERE given.value <> 'false' AND given.key <> ALL (verify_paper_consent.superseded)
        AND find_own_answer(own.consent_subject, given.key) = 'false') THEN
      RAISE EXCEPTION 'the patient does not agree' USING ERRCODE = 'check_violation', CONSTRAINT = 'consent_event_assent';
    END IF;
    UPDATE paper_consent SET state = 'VERIFIED', decided_by = ${current.actor}, decided_at = now(),
      superseded = ARRAY(SELECT jsonb_object_keys(paper.answers) INTERSECT SELECT unnest(verify_paper_consent.superseded) ORDER BY 1)
    WHERE id = in_id RETURNING patient_id, superseded INTO patient_id, superseded;
    INSERT INTO consent_event (subject, field, answer, kind, version, language, channel, actor, signed_on, paper_consent_id)
    SELECT own.consent_subject, question.field, 'true', 'preliminary', form.preliminary_version, form.language, 'paper', ${current.actor}, paper.signed_on, in_id
    FROM consent_question AS question
    WHERE (question.kind, question.version, question.language) = ('preliminary', form.preliminary_version, form.language)
      AND NOT EXISTS (SELECT FROM consent_event AS event WHERE event.subject = own.consent_subject AND event.field = question.field
        AND coalesce(event.signed_on, (event.at AT TIME ZONE 'Europe/Rome')::date) >= paper.signed_on);
    WITH added AS (
      INSERT INTO consent_event (subject, field, answer, kind, version, language, information_version, information_hash, preliminary_version, preliminary_hash,
        assent_kind, assent_version, assent_hash, channel, actor, signed_on, paper_consent_id)
      SELECT own.consent_subject, given.key, given.value, 'consents', form.consents_version, form.language, form.information_version, form.information_hash,
        form.preliminary_version, form.preliminary_hash, form.assent_kind, form.assent_version, form.assent_hash, 'paper', ${current.actor}, paper.signed_on, in_id
      FROM jsonb_each(paper.answers) AS given WHERE given.key <> ALL (verify_paper_consent.superseded) ORDER BY given.key
      RETURNING seq
    ) SELECT min(seq), max(seq) INTO first_seq, last_seq FROM added;
    subject := own.consent_subject;
    SELECT event.at, event.chain_hash INTO added_at, last_hash FROM consent_event AS event WHERE (event.subject, event.seq) = (own.consent_subject, last_seq);
    RETURN NEXT;
  END `,
}

/** Refuses a paper with a reason. Returns the patient, or null for a paper that the caller may not refuse. */
const refusePaper: OwnerFunction = {
  name: 'refuse_paper_consent',
  parameters: { in_id: 'uuid', in_reason: 'text' },
  returns: 'TABLE (patient_id integer)',
  language: 'plpgsql',
  body: `
  #variable_conflict use_column
  DECLARE
    paper paper_consent;
  BEGIN
    ${lockPaper}
    UPDATE paper_consent SET state = 'REFUSED', decided_by = ${current.actor}, decided_at = now(), reason = in_reason WHERE id = in_id;
    patient_id := paper.patient_id;
    RETURN NEXT;
  END `,
}

const functions = [verifyPaper, refusePaper]

export const paperConsentStatements: readonly Statement[] = [
  fillPaperForm,
  'CREATE OR REPLACE TRIGGER fill_paper_form BEFORE INSERT ON paper_form FOR EACH ROW EXECUTE FUNCTION fill_paper_form()',
  checkSigners,
  ...functions.map(createOwnerFunction),
]
export const paperConsentSignatures: readonly string[] = functions.map(formatSignature)
