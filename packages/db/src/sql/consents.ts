import { createOwnerFunction, formatSignature, type OwnerFunction } from './owner-function.ts'
import { current, securityDefiner, type Statement } from './text.ts'

/**
 * Derives the flags of a subject from the answers of the ledger that meet a condition. The last answer to each question counts
 * (REQ-CON-04). An answer to any question implies the registration, unless the registration lapsed since (REQ-GRD-12). A withdrawal ends the contact for studies (REQ-CON-10). A minor's assent
 * opens nothing, and a lapsed answer is none (REQ-GRD-03, REQ-GRD-06).
 */
const createComputeFlags = (signature: string, condition = ''): Statement => `CREATE OR REPLACE FUNCTION ${signature} RETURNS TABLE (
    c_db boolean, c_db_p boolean, c_db_m boolean, c_s boolean, c_extraeu boolean, c_p_db boolean, c_f boolean, c_incidental smallint, withdrawn text
  ) LANGUAGE sql STABLE ${securityDefiner} AS $$
    WITH latest AS (
      SELECT DISTINCT ON (field) field, nullif(answer, '"lapsed"') AS answer, kind, seq FROM consent_event
      WHERE subject = in_subject AND channel <> 'assent'${condition} ORDER BY field, seq DESC
    ), flag AS (
      SELECT
        coalesce(bool_or(kind = 'consents' AND seq > coalesce((SELECT seq FROM latest WHERE field = 'C_DB' AND answer IS NULL), 0)), false) AS answered,
        bool_or(answer = 'true') FILTER (WHERE field = 'C_DB') AS db,
        bool_or(answer = 'true') FILTER (WHERE field = 'C_DB_P') AS db_p,
        bool_or(answer = 'true') FILTER (WHERE field = 'C_DB_M') AS db_m,
        bool_or(answer = 'true') FILTER (WHERE field = 'C_S') AS s,
        bool_or(answer = 'true') FILTER (WHERE field = 'C_EXTRAEU') AS extraeu,
        bool_or(answer = 'true') FILTER (WHERE field = 'C_P_DB') AS p_db,
        bool_or(answer = 'true') FILTER (WHERE field = 'C_F') AS f,
        max((answer #>> '{}')::numeric) FILTER (WHERE field = 'C_INCIDENTAL' AND answer BETWEEN '1' AND '32767') AS incidental,
        max(answer #>> '{}') FILTER (WHERE field = 'C_DB_NO_NOTIFICATION') AS withdrawn
      FROM latest
    )
    SELECT CASE WHEN answered THEN true ELSE db END, db_p, db_m, CASE WHEN withdrawn IS NULL THEN s ELSE false END, extraeu, p_db, f, incidental::smallint, withdrawn
    FROM flag
  $$`

const computeFlags = createComputeFlags('compute_consent_flags(in_subject uuid)')
const computePastFlags = createComputeFlags('compute_past_consent_flags(in_subject uuid, in_at timestamptz)', ' AND at <= in_at')

/** The flags of the patients in the visible centres at a past moment, for the repetition of an export (REQ-EXP-11). */
const listPastConsents = `CREATE OR REPLACE FUNCTION list_past_consents(in_at timestamptz) RETURNS TABLE (
    id integer, c_db boolean, c_db_p boolean, c_db_m boolean, c_s boolean, c_extraeu boolean, c_p_db boolean, c_f boolean, c_incidental smallint, c_db_no_notification text
  ) LANGUAGE sql STABLE ROWS 10000 ${securityDefiner} AS $$
    SELECT patient.id, flags.* FROM patient CROSS JOIN LATERAL compute_past_consent_flags(patient.consent_subject, in_at) AS flags
    WHERE ${current.seesCentre('patient.centre_code')}
  $$`

/** Updates the flags of patients from the ledger. A statement trigger handles a whole file of patients in one step. */
const updateFlags = `CREATE OR REPLACE FUNCTION update_consent_flags() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    IF EXISTS (SELECT FROM inserted WHERE NOT EXISTS (SELECT FROM patient WHERE consent_subject = inserted.subject)) THEN
      RAISE EXCEPTION 'no patient has this subject' USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'consent_event_subject';
    END IF;
    UPDATE patient SET c_db = flags.c_db, c_db_p = flags.c_db_p, c_db_m = flags.c_db_m, c_s = flags.c_s, c_extraeu = flags.c_extraeu,
      c_p_db = flags.c_p_db, c_f = flags.c_f, c_incidental = flags.c_incidental, c_db_no_notification = flags.withdrawn,
      consent_chain_hash = changed.chain_hash
    FROM (SELECT DISTINCT ON (subject) subject, chain_hash FROM inserted ORDER BY subject, seq DESC) AS changed CROSS JOIN LATERAL compute_consent_flags(changed.subject) AS flags
    WHERE consent_subject = changed.subject;
    UPDATE patient_personal AS data_domain SET consented = coalesce(p.c_db_p, false), closed = p.c_db_no_notification IS NOT NULL
    FROM patient AS p WHERE p.id = data_domain.patient_id AND p.consent_subject IN (SELECT subject FROM inserted)
      AND (data_domain.consented, data_domain.closed) IS DISTINCT FROM (coalesce(p.c_db_p, false), p.c_db_no_notification IS NOT NULL);
    UPDATE patient_medical AS data_domain SET consented = coalesce(p.c_db_m, false), closed = p.c_db_no_notification IS NOT NULL
    FROM patient AS p WHERE p.id = data_domain.patient_id AND p.consent_subject IN (SELECT subject FROM inserted)
      AND (data_domain.consented, data_domain.closed) IS DISTINCT FROM (coalesce(p.c_db_m, false), p.c_db_no_notification IS NOT NULL);
    RETURN NULL;
  END $$`

/**
 * Prevents answers after a withdrawal, and while guardians ask to anonymise or erase (REQ-GRD-12). A guardian's Yes waits for the other
 * signatures, and a minor's own Yes is assent (REQ-GRD-03). A newer answer ends the waiting signatures. The actor is stored as the channel:
 * an id would identify the patient after anonymisation (REQ-CON-08).
 */
const assignPosition = `CREATE OR REPLACE FUNCTION assign_consent_event_position() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    IF EXISTS (SELECT FROM patient WHERE consent_subject = NEW.subject AND c_db_no_notification IS NOT NULL) THEN
      RAISE EXCEPTION 'the patient has withdrawn' USING ERRCODE = 'check_violation', CONSTRAINT = 'consent_event_withdrawn';
    END IF;
    -- A join with the function would read all patients for each event, because the planner expects many rows of it.
    IF NEW.channel <> 'system' AND (NEW.kind = 'consents' OR NEW.channel = 'paper_import') AND EXISTS (
      SELECT FROM withdrawal_request AS asked WHERE asked.patient_id = (SELECT id FROM patient WHERE consent_subject = NEW.subject)
        AND EXISTS (SELECT FROM find_withdrawal_request(asked.patient_id))) THEN
      RAISE EXCEPTION 'guardians ask to anonymise or erase the patient' USING ERRCODE = 'check_violation', CONSTRAINT = 'consent_event_withdrawal_asked';
    END IF;
    IF NEW.kind = 'consents' THEN
      IF NEW.guardian_id IS NOT NULL AND NOT take_guardian_signature(NEW) THEN
        RETURN NULL;
      END IF;
      IF NEW.guardian_id IS NULL AND NEW.channel IN ('patient', 'desk') AND NEW.answer <> 'false' AND EXISTS (
        SELECT FROM patient WHERE consent_subject = NEW.subject AND needs_guardian(id)) AND NOT completes_signatures(NEW) THEN
        NEW.channel := 'assent';
      END IF;
      DELETE FROM consent_proposal AS signed USING patient AS p
      WHERE p.consent_subject = NEW.subject AND (signed.patient_id, signed.field) = (p.id, NEW.field) AND NEW.channel <> 'assent'
        AND (NEW.signed_on IS NULL OR (signed.signed_at AT TIME ZONE 'Europe/Rome')::date <= NEW.signed_on OR signed.answer = NEW.answer);
    END IF;
    IF NEW.channel IN ('patient', 'assent', 'guardian') THEN
      NEW.actor := NEW.channel;
    END IF;
    NEW.seq := coalesce((SELECT max(seq) FROM consent_event WHERE subject = NEW.subject), 0) + 1;
    NEW.year := extract(year FROM NEW.at AT TIME ZONE 'UTC');
    RETURN NEW;
  END $$`

/** The number and the version of a paper: of another registry, or of a form that this one printed. */
const describePaper = `coalesce(event.paper_reference, form.number) AS reference, coalesce(event.paper_version, event.version::text) AS version`
const joinForm =
  'LEFT JOIN paper_consent AS paper ON paper.id = event.paper_consent_id LEFT JOIN paper_form AS form ON form.number = paper.form_number'

/** The papers behind the two consents that open a record, for the centre of the patient (REQ-CON-21). Row security shows the ledger only to the patient. */
const findPaperConsents: OwnerFunction = {
  name: 'find_paper_consents',
  parameters: { in_patient: 'integer' },
  returns: 'TABLE (field text, signed_on date, reference text, version text)',
  body: `
    SELECT last.field, last.signed_on, last.reference, last.version
    FROM patient AS p CROSS JOIN LATERAL (
      SELECT DISTINCT ON (event.field) event.field::text, event.answer, event.channel, event.signed_on, ${describePaper}
      FROM consent_event AS event ${joinForm} WHERE event.subject = p.consent_subject AND event.field IN ('C_DB_P', 'C_DB_M') ORDER BY event.field, event.seq DESC
    ) AS last
    WHERE p.id = in_patient AND p.centre_code = ${current.centre} AND last.channel IN ('paper_import', 'paper') AND last.answer = 'true'`,
}

/** The papers of the patient of the transaction by their place in the ledger. Row security shows recorded forms only to the centre. */
const listOwnPapers: OwnerFunction = {
  name: 'list_own_papers',
  parameters: {},
  returns: 'TABLE (seq integer, reference text, version text)',
  body: `
    SELECT event.seq, ${describePaper}
    FROM patient AS p JOIN consent_event AS event ON event.subject = p.consent_subject ${joinForm}
    WHERE p.id = ${current.patientOrChild} AND event.signed_on IS NOT NULL`,
}

const functions = [findPaperConsents, listOwnPapers]

export const consentSignatures: readonly string[] = functions.map(formatSignature)

export const consentStatements: readonly Statement[] = [
  computeFlags,
  computePastFlags,
  listPastConsents,
  updateFlags,
  assignPosition,
  ...functions.map(createOwnerFunction),
  `CREATE OR REPLACE TRIGGER assign_consent_event_position BEFORE INSERT ON consent_event FOR EACH ROW EXECUTE FUNCTION assign_consent_event_position()`,
  `CREATE OR REPLACE TRIGGER update_consent_flags AFTER INSERT ON consent_event
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION update_consent_flags()`,
]
