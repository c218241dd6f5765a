import { securityDefiner, type Statement } from './text.ts'

/**
 * complete_return_request(link, …) registers somebody who was anonymised or erased, asked their centre to come back, and confirms it by the link that
 * was sent to the contact they had (D5). The fingerprints go, and the link becomes the invitation to choose a password. Answers the new
 * account and patient; no row where the link is of no request any more or the code was given to somebody else.
 */
const comeBack = `CREATE OR REPLACE FUNCTION complete_return_request(link bytea, at timestamptz, centre text, registration jsonb) RETURNS TABLE (account_id integer, patient_id integer)
  LANGUAGE plpgsql ${securityDefiner} AS $$
  #variable_conflict use_column
  DECLARE
    request return_request;
    given record;
  BEGIN
    SELECT * INTO given FROM jsonb_to_record(registration) AS r ("centerId" text, surname text, name text, "loginMode" text, lang text, email text, "mobilePrefix" text, mobile text);
    IF EXISTS (SELECT FROM patient_identity WHERE center_code = centre AND center_id = given."centerId") THEN RETURN; END IF;
    DELETE FROM return_request WHERE secret_hash = link AND expires_at > at RETURNING * INTO request;
    IF NOT FOUND THEN RETURN; END IF;
    DELETE FROM withdrawn_fingerprint WHERE person = request.person;
    INSERT INTO patient (center_code, login_mode, lang) VALUES (centre, given."loginMode", given.lang) RETURNING id INTO patient_id;
    PERFORM set_config('app.actor', 'patient ' || patient_id, true), set_config('app.via', 'patient', true);
    INSERT INTO patient_identity (patient_id, center_code, center_id, surname, name, email, mobile_prefix, mobile)
    VALUES (patient_id, centre, given."centerId", given.surname, given.name, given.email, given."mobilePrefix", given.mobile);
    INSERT INTO account (patient_id) VALUES (patient_id) RETURNING id INTO account_id;
    INSERT INTO sign_in_link (secret_hash, account_id, purpose, expires_at) VALUES (link, account_id, 'invitation', request.expires_at);
    RETURN NEXT;
  END $$`

export const returnRequestStatements: readonly Statement[] = [comeBack]
