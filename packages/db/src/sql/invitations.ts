import { unansweredDays } from '@registry/domain/access/sign-in-policy'
import { isAnsweredElsewhere, isInvitedOrHasGuardian, isOwnAnswer, isUntouched } from './imports.ts'
import { securityDefiner, type Statement } from './text.ts'

/**
 * Returns the name of the inviting centre for a session that an invitation opened, if another account uses the contact. Only the holder of
 * the link learns that there is a choice (REQ-PAT-04, THREAT-12).
 */
const findInvitingCentre = `CREATE OR REPLACE FUNCTION find_inviting_centre(in_session bytea) RETURNS text LANGUAGE sql STABLE ${securityDefiner} AS $$
    SELECT centre.name
    FROM session JOIN sign_in_contact AS invited ON invited.account_id = session.account_id JOIN account ON account.id = session.account_id
    JOIN patient ON patient.id = account.patient_id JOIN centre ON centre.code = patient.centre_code
    WHERE session.token_hash = in_session AND session.restricted AND session.ends_at > now() AND NOT invited.in_use
      AND EXISTS (
        SELECT FROM sign_in_contact AS other JOIN account AS used ON used.id = other.account_id
        WHERE other.contact = invited.contact AND other.in_use AND used.patient_id IS NOT NULL)
  $$`

/**
 * Returns the name of the centre that registered the person of a link's session, or first entered a guardian, before the first password. The
 * page of the first password shows it (REQ-PAT-08, REQ-GRD-01).
 */
const findRegisteringCentre = `CREATE OR REPLACE FUNCTION find_registering_centre(in_session bytea) RETURNS text LANGUAGE sql STABLE ${securityDefiner} AS $$
    SELECT centre.name
    FROM session JOIN account ON account.id = session.account_id LEFT JOIN patient ON patient.id = account.patient_id
    JOIN centre ON centre.code = coalesce(patient.centre_code,
      (SELECT held.centre_code FROM guardianship AS held WHERE held.guardian_id = account.guardian_id ORDER BY held.id LIMIT 1))
    WHERE session.token_hash = in_session AND session.restricted AND session.ends_at > now()
      AND account.password_hash IS NULL AND account.password_changed_at IS NULL
  $$`

/**
 * Moves the person of such a session to the inviting centre (REQ-PAT-04). The previous record closes as by withdrawal v1; its ledger and
 * history never name the new centre. Returns the previous centre with its code, and the contact, or no row without an invitation.
 */
const moveToInvitingCentre = `CREATE OR REPLACE FUNCTION move_to_inviting_centre(in_session bytea, in_language text, in_host text) RETURNS TABLE (centre text, code_at_centre text, contact text, patient_id integer, language text)
  LANGUAGE plpgsql ${securityDefiner} AS $$
  #variable_conflict use_column
  DECLARE
    invited sign_in_contact;
    former patient;
    caller text := current_setting('app.actor', true);
  BEGIN
    SELECT sign_in_contact.* INTO invited FROM session JOIN sign_in_contact ON sign_in_contact.account_id = session.account_id
    WHERE session.token_hash = in_session AND session.restricted AND session.ends_at > now() AND NOT sign_in_contact.in_use
    FOR UPDATE OF sign_in_contact;
    IF NOT FOUND THEN RETURN; END IF;
    SELECT patient.* INTO former
    FROM sign_in_contact JOIN account ON account.id = sign_in_contact.account_id JOIN patient ON patient.id = account.patient_id
    WHERE sign_in_contact.contact = invited.contact AND sign_in_contact.in_use FOR UPDATE OF patient;
    IF NOT FOUND THEN RETURN; END IF;

    PERFORM set_config('app.patient', former.id::text, true), set_config('app.actor', 'patient ' || former.id, true);
    PERFORM withdraw_patient(former.id, 'v1', in_language, in_host);
    UPDATE patient_identity AS identity SET
      email = CASE former.login_mode WHEN 'Email' THEN NULL ELSE identity.email END,
      mobile_prefix = CASE former.login_mode WHEN 'Mobile' THEN NULL ELSE identity.mobile_prefix END,
      mobile = CASE former.login_mode WHEN 'Mobile' THEN NULL ELSE identity.mobile END
    WHERE identity.patient_id = former.id;
    PERFORM set_config('app.patient', '', true), set_config('app.actor', caller, true);
    PERFORM adopt_guardian(invited.account_id);
    UPDATE sign_in_contact SET in_use = true WHERE account_id = invited.account_id;
    RETURN QUERY SELECT former.centre_code::text, identity.centre_patient_code::text, invited.contact, patient.id, patient.lang::text
    FROM patient_identity AS identity, account JOIN patient ON patient.id = account.patient_id
    WHERE identity.patient_id = former.id AND account.id = invited.account_id;
  END $$`

/**
 * Ends registrations without an answer for 90 days since the last invitation, of the patient or a guardian: no password, no answer to a consent, and no saved data (REQ-PAT-04). Their data are
 * deleted and the centre can reuse the code. It makes no difference whether another account uses the contact (REQ-PAT-03).
 */
const endUnanswered = `CREATE OR REPLACE FUNCTION end_unanswered_registrations() RETURNS TABLE (centre text, code_at_centre text)
  LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    registration record;
  BEGIN
    FOR registration IN
      SELECT patient.id, patient.centre_code, identity.centre_patient_code
      FROM patient JOIN patient_identity AS identity ON identity.patient_id = patient.id LEFT JOIN account ON account.patient_id = patient.id
      WHERE greatest(coalesce(account.invited_at, patient.created_at), (SELECT max(g.created_at) FROM guardianship AS g WHERE g.patient_id = patient.id))
          < now() - interval '${unansweredDays} days'
        AND ${isInvitedOrHasGuardian} AND ${isUntouched}
        AND NOT ${isAnsweredElsewhere}
        AND NOT EXISTS (SELECT FROM consent_event AS event WHERE event.subject = patient.consent_subject AND ${isOwnAnswer})
      ORDER BY patient.id FOR UPDATE OF patient SKIP LOCKED
    LOOP
      -- A first sign-in that runs meanwhile keeps the registration.
      PERFORM FROM account WHERE account.patient_id = registration.id FOR UPDATE;
      CONTINUE WHEN EXISTS (SELECT FROM account WHERE account.patient_id = registration.id AND account.password_hash IS NOT NULL);
      PERFORM erase_patient(registration.id);
      centre := registration.centre_code;
      code_at_centre := registration.centre_patient_code;
      RETURN NEXT;
    END LOOP;
  END $$`

export const invitationStatements: readonly Statement[] = [findInvitingCentre, findRegisteringCentre, moveToInvitingCentre, endUnanswered]
