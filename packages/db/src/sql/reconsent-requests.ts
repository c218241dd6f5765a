import { isInvited, signInContact } from './contacts.ts'
import { createOwnerFunction, formatSignature, type OwnerFunction } from './owner-function.ts'
import { isGlobalAdmin, securityDefiner, type Statement } from './text.ts'

/** A submission answers all questions, so its last answer shows which documents the patient read. */
const lastAnswer = `CROSS JOIN LATERAL (
      SELECT e.version, e.information_version, e.preliminary_version, e.at FROM consent_event AS e
      WHERE e.subject = p.consent_subject AND e.kind = 'consents' ORDER BY e.seq DESC LIMIT 1
    ) AS last`

/**
 * True if the last answers preceded the document. Old programs name no version of the information, and papers of another registry none at
 * all, so the time decides for them (docs/policies.md).
 */
const isOutdated = (kind: string, version: string, publishedAt: string): string => `CASE ${kind}
      WHEN 'consents' THEN coalesce(last.version < ${version}, last.at < ${publishedAt})
      WHEN 'information' THEN coalesce(last.information_version < ${version}, last.at < ${publishedAt})
      WHEN 'preliminary' THEN coalesce(last.preliminary_version < ${version}, last.at < ${publishedAt})
    END`

/**
 * The patients whom a material version concerns, and their questions (REQ-CON-20): they answered before it, and have not withdrawn. If the
 * version names questions, it concerns those who did not answer 'No' to one of them. A 'No' applies to any version, and a new question is
 * unanswered.
 */
const selectConcerned = (document: { kind: string; version: string; publishedAt: string; fields: string }): string => `
    SELECT p.id AS patient_id, coalesce(named.fields, '{}') AS fields
    FROM patient AS p ${lastAnswer}
    CROSS JOIN LATERAL (
      SELECT array_agg(question.field ORDER BY question.place) AS fields FROM unnest(${document.fields}::text[]) WITH ORDINALITY AS question (field, place)
      WHERE coalesce((
        SELECT e.answer FROM consent_event AS e
        WHERE e.subject = p.consent_subject AND e.kind = 'consents' AND e.field = question.field ORDER BY e.seq DESC LIMIT 1), 'true') <> 'false'
    ) AS named
    WHERE p.c_db_no_notification IS NULL AND ${isOutdated(document.kind, document.version, document.publishedAt)}
      AND (cardinality(${document.fields}::text[]) = 0 OR named.fields IS NOT NULL)`

/** Answering patients and a publishing administrator wait for each other, so that no patient is missed. */
const documentLock = `hashtext('consent_document')`

/** A material version requires re-consent immediately (REQ-CON-20). */
const ask = `CREATE OR REPLACE FUNCTION request_reconsents() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock(${documentLock});
    INSERT INTO reconsent_request (kind, version, patient_id, fields)
    SELECT NEW.kind, NEW.version, concerned.patient_id, concerned.fields
    FROM (${selectConcerned({ kind: 'NEW.kind', version: 'NEW.version', publishedAt: 'NEW.published_at', fields: 'NEW.concerned_fields' })}) AS concerned;
    RETURN NULL;
  END $$`

/**
 * Marks the requests that an answer fulfils and deletes their unsent messages. Patients who answered while a material version was published
 * are requested to answer again.
 */
const close = `CREATE OR REPLACE FUNCTION close_reconsent_requests() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    answered uuid[] := ARRAY(SELECT DISTINCT subject FROM inserted WHERE kind = 'consents');
  BEGIN
    IF cardinality(answered) = 0 THEN RETURN NULL; END IF;
    PERFORM pg_advisory_xact_lock_shared(${documentLock});
    IF NOT EXISTS (SELECT FROM consent_document WHERE needs_new_answer) THEN RETURN NULL; END IF;
    INSERT INTO reconsent_request (kind, version, patient_id, fields)
    SELECT d.kind, d.version, concerned.patient_id, concerned.fields
    FROM consent_document AS d CROSS JOIN LATERAL (
      ${selectConcerned({ kind: 'd.kind', version: 'd.version', publishedAt: 'd.published_at', fields: 'd.concerned_fields' })} AND p.consent_subject = ANY (answered)
    ) AS concerned
    WHERE d.needs_new_answer
    ON CONFLICT DO NOTHING;
    UPDATE reconsent_request AS r SET answered_at = now()
    FROM patient AS p ${lastAnswer}, consent_document AS d
    WHERE p.consent_subject = ANY (answered) AND r.patient_id = p.id AND r.answered_at IS NULL AND (d.kind, d.version) = (r.kind, r.version)
      AND NOT ${isOutdated('d.kind', 'd.version', 'd.published_at')};
    DELETE FROM notification AS n USING patient AS p
    WHERE p.consent_subject = ANY (answered) AND n.patient_id = p.id AND n.requires_reconsent AND n.sent_at IS NULL AND n.failed_at IS NULL AND n.attempts = 0
      AND NOT EXISTS (SELECT FROM reconsent_request AS r WHERE r.patient_id = p.id AND r.answered_at IS NULL);
    RETURN NULL;
  END $$`

const functions: readonly OwnerFunction[] = [
  {
    // Queues one message for each patient with an open request and no message, in one statement. `in_texts` has subject and body by
    // language and channel.
    name: 'notify_reconsent_requests',
    parameters: { in_kind: 'text', in_version: 'integer', in_texts: 'jsonb', in_days: 'integer' },
    returns: 'integer',
    body: `
      WITH chosen AS (
        UPDATE reconsent_request SET notified_at = now()
        WHERE kind = in_kind AND version = in_version AND notified_at IS NULL AND answered_at IS NULL AND ${isGlobalAdmin}
        RETURNING patient_id
      ), queued AS (
        INSERT INTO notification (channel, recipient, subject, body, patient_id, requires_reconsent, expires_at)
        SELECT text.channel, ${signInContact}, text.subject, text.body, patient.id, true, now() + make_interval(days => in_days)
        FROM chosen JOIN patient ON patient.id = chosen.patient_id JOIN patient_identity AS identity ON identity.patient_id = patient.id
        JOIN jsonb_to_recordset(in_texts) AS text (language text, channel text, subject text, body text)
          ON text.language = patient.lang AND text.channel = CASE patient.login_mode WHEN 'Email' THEN 'mail' ELSE 'sms' END
        WHERE ${signInContact} IS NOT NULL AND ${isInvited}
      )
      SELECT count(*)::integer FROM chosen`,
  },
  {
    // Counts the patients whom the next version of a document would concern.
    name: 'count_concerned_patients',
    parameters: { in_kind: 'text', in_fields: 'text[]' },
    returns: 'integer',
    body: `
      SELECT count(*)::integer FROM (${selectConcerned({ kind: 'in_kind', version: '2147483647', publishedAt: 'now()', fields: 'in_fields' })}) AS concerned
      WHERE ${isGlobalAdmin}`,
  },
  {
    // The progress of a material version by centre. It counts requests and answers, never their content.
    name: 'count_reconsent_requests',
    parameters: { in_kind: 'text', in_version: 'integer' },
    returns: 'TABLE (centre text, name text, asked integer, answered integer, withdrawn integer)',
    body: `
      SELECT c.code::text, c.name, count(*)::integer, count(r.answered_at)::integer,
        (count(*) FILTER (WHERE r.answered_at IS NULL AND p.c_db_no_notification IS NOT NULL))::integer
      FROM reconsent_request AS r JOIN patient AS p ON p.id = r.patient_id JOIN centre AS c ON c.code = p.centre_code
      WHERE r.kind = in_kind AND r.version = in_version AND ${isGlobalAdmin} GROUP BY c.code, c.name ORDER BY c.code`,
  },
]
export const reconsentRequestSignatures = functions.map(formatSignature)

export const reconsentRequestStatements: readonly Statement[] = [
  ask,
  close,
  ...functions.map(createOwnerFunction),
  `CREATE OR REPLACE TRIGGER request_reconsents AFTER INSERT ON consent_document
  FOR EACH ROW WHEN (NEW.needs_new_answer) EXECUTE FUNCTION request_reconsents()`,
  // Fires after update_consent_flags, by the order of the names.
  `CREATE OR REPLACE TRIGGER write_reconsent_requests AFTER INSERT ON consent_event
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION close_reconsent_requests()`,
]
