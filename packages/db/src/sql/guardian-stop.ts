import { createOwnerFunction, formatSignature, type OwnerFunction } from './owner-function.ts'
import type { Statement } from './text.ts'

/**
 * Answers No to every question that a guardian's patient has answered otherwise, and ends the messages (REQ-GRD-11). It is no withdrawal:
 * another guardian, or the patient as an adult, can answer again. An answer without the document of a screen is stopped by the system.
 * Returns false unless the guardian of the session acts for the patient.
 */
const stopChild: OwnerFunction = {
  name: 'stop_child',
  parameters: { in_session: 'bytea', in_child: 'uuid', in_host: 'text' },
  returns: 'boolean',
  language: 'plpgsql',
  body: `
  DECLARE
    stopped patient;
    stopping integer;
  BEGIN
    PERFORM set_config('app.session', encode(in_session, 'hex'), true),
      set_config('app.child', coalesce((SELECT patient_id::text FROM patient_identity WHERE record_id = in_child), ''), true);
    SELECT * INTO stopped FROM patient WHERE id = find_child() FOR UPDATE;
    IF NOT FOUND THEN RETURN false; END IF;
    stopping := find_own_guardian();
    INSERT INTO consent_event (subject, field, answer, kind, version, language, client, information_version, information_hash, preliminary_version,
      preliminary_hash, channel, actor, guardian_id, ip_address)
    SELECT stopped.consent_subject, e.field, 'false', 'consents', coalesce(e.version, newest.version), coalesce(e.language, stopped.lang), e.client,
      e.information_version, e.information_hash, e.preliminary_version, e.preliminary_hash,
      CASE WHEN e.client IS NULL THEN 'system' ELSE 'guardian' END, 'guardian', CASE WHEN e.client IS NOT NULL THEN stopping END, in_host
    FROM (
      SELECT DISTINCT ON (field) * FROM consent_event WHERE subject = stopped.consent_subject AND channel <> 'assent' ORDER BY field, seq DESC
    ) AS e CROSS JOIN (SELECT max(version) AS version FROM consent_document WHERE kind = 'consents') AS newest
    WHERE e.kind = 'consents' AND e.answer = 'true';
    DELETE FROM consent_proposal WHERE patient_id = stopped.id;
    DELETE FROM notification WHERE patient_id = stopped.id AND sent_at IS NULL;
    DELETE FROM communication_recipient WHERE patient_id = stopped.id AND state IN ('waiting', 'queued');
    DELETE FROM newsletter_subscription WHERE patient_id = stopped.id;
    RETURN true;
  END `,
}

export const guardianStopSignature = formatSignature(stopChild)
export const guardianStopStatements: readonly Statement[] = [createOwnerFunction(stopChild)]
