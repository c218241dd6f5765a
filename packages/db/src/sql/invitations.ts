import { unansweredDays } from '@registry/domain/access/sign-in-policy'
import { securityDefiner, type Statement } from './text.ts'

/**
 * Of a session that an invitation opened: the name of the centre that invites, where the contact is in use by another account. Whoever
 * holds the link learns that there is a choice, and nobody else (D5).
 */
const invitationToAnswer = `CREATE OR REPLACE FUNCTION find_inviting_centre(token bytea) RETURNS text LANGUAGE sql STABLE ${securityDefiner} AS $$
    SELECT c.name
    FROM session AS s JOIN sign_in_contact AS invited ON invited.account_id = s.account_id JOIN account AS a ON a.id = s.account_id
    JOIN patient AS p ON p.id = a.patient_id JOIN centre AS c ON c.code = p.center_code
    WHERE s.token_hash = token AND s.restricted AND s.ends_at > now() AND NOT invited.in_use
      AND EXISTS (SELECT FROM sign_in_contact AS other WHERE other.contact = invited.contact AND other.in_use)
  $$`

/**
 * The person behind such a session moves to the centre that invites. The former record closes as by withdrawal v1, and gives its contact
 * up; the new account has it at once. Answers the former centre with its code of the patient, and the contact with whose it is now; no row where there is nothing to answer.
 */
const moveToInvitation = `CREATE OR REPLACE FUNCTION move_to_inviting_centre(token bytea, said_in text, host text) RETURNS TABLE (centre text, code_at_centre text, contact text, patient_id integer, language text)
  LANGUAGE plpgsql ${securityDefiner} AS $$
  #variable_conflict use_column
  DECLARE
    invited sign_in_contact;
    former patient;
    caller text := current_setting('app.actor', true);
  BEGIN
    SELECT c.* INTO invited FROM session AS s JOIN sign_in_contact AS c ON c.account_id = s.account_id
    WHERE s.token_hash = token AND s.restricted AND s.ends_at > now() AND NOT c.in_use FOR UPDATE OF c;
    IF NOT FOUND THEN RETURN; END IF;
    SELECT p.* INTO former FROM sign_in_contact AS c JOIN account AS a ON a.id = c.account_id JOIN patient AS p ON p.id = a.patient_id
    WHERE c.contact = invited.contact AND c.in_use FOR UPDATE OF p;
    IF NOT FOUND THEN RETURN; END IF;

    -- The ledger and the history of the former record say what its own patient did, and not where to.
    PERFORM set_config('app.patient', former.id::text, true), set_config('app.actor', 'patient ' || former.id, true);
    PERFORM withdraw_patient(former.id, 'v1', said_in, host);
    UPDATE patient_identity AS i SET
      email = CASE former.login_mode WHEN 'Email' THEN NULL ELSE i.email END,
      mobile_prefix = CASE former.login_mode WHEN 'Mobile' THEN NULL ELSE i.mobile_prefix END,
      mobile = CASE former.login_mode WHEN 'Mobile' THEN NULL ELSE i.mobile END
    WHERE i.patient_id = former.id;
    PERFORM set_config('app.patient', '', true), set_config('app.actor', caller, true);
    UPDATE sign_in_contact SET in_use = true WHERE account_id = invited.account_id;
    RETURN QUERY SELECT former.center_code::text, i.center_id::text, invited.contact, p.id, p.lang::text
    FROM patient_identity AS i, account AS a JOIN patient AS p ON p.id = a.patient_id
    WHERE i.patient_id = former.id AND a.id = invited.account_id;
  END $$`

/**
 * Ends registrations that nobody answered for 90 days: no password was ever chosen, the patient said nothing, and no
 * data were ever saved (D5). They hold nothing
 * but what the centre wrote in its file; that goes, and the code is free again. Whether the contact is in use elsewhere makes no difference.
 */
const endUnanswered = `CREATE OR REPLACE FUNCTION end_unanswered_registrations() RETURNS TABLE (centre text, code_at_centre text)
  LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    ending record;
  BEGIN
    FOR ending IN
      SELECT p.id, p.center_code, i.center_id
      FROM account AS a JOIN patient AS p ON p.id = a.patient_id JOIN patient_identity AS i ON i.patient_id = p.id
      WHERE a.password_hash IS NULL AND a.password_changed_at IS NULL AND p.created_at < now() - interval '${unansweredDays} days' AND p.c_db_no_notification IS NULL
        AND NOT EXISTS (SELECT FROM sign_in_contact AS c WHERE c.account_id = a.id AND c.in_use)
        AND NOT EXISTS (SELECT FROM consent_event AS e WHERE e.subject = p.consent_subject AND e.channel = 'patient')
        AND NOT EXISTS (SELECT FROM patient_personal_version AS saved WHERE saved.patient_id = p.id)
        AND NOT EXISTS (SELECT FROM patient_medical_version AS saved WHERE saved.patient_id = p.id)
      ORDER BY p.id FOR UPDATE OF a, p SKIP LOCKED
    LOOP
      PERFORM erase_patient(ending.id);
      centre := ending.center_code;
      code_at_centre := ending.center_id;
      RETURN NEXT;
    END LOOP;
  END $$`

export const invitationStatements: readonly Statement[] = [invitationToAnswer, moveToInvitation, endUnanswered]
