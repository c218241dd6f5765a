import { securityDefiner, type Statement } from './text.ts'

/**
 * Registers an anonymised or erased person again, who confirms the centre's request by its link (REQ-PAT-06). The fingerprints are deleted,
 * and the link becomes an invitation to choose a password. Returns the new account and patient, or no row when the request has expired or
 * another patient has the code.
 */
const completeReregistrationRequest = `CREATE OR REPLACE FUNCTION complete_reregistration_request(in_secret bytea, in_now timestamptz, in_centre text, in_registration jsonb) RETURNS TABLE (account_id integer, patient_id integer)
  LANGUAGE plpgsql ${securityDefiner} AS $$
  #variable_conflict use_column
  DECLARE
    request reregistration_request;
    registration record;
  BEGIN
    SELECT * INTO registration FROM jsonb_to_record(in_registration) AS fields ("centrePatientCode" text, surname text, name text, "loginMode" text, lang text, email text, "mobilePrefix" text, mobile text);
    IF EXISTS (SELECT FROM patient_identity WHERE centre_code = in_centre AND centre_patient_code = registration."centrePatientCode") THEN RETURN; END IF;
    DELETE FROM reregistration_request WHERE secret_hash = in_secret AND expires_at > in_now RETURNING * INTO request;
    IF NOT FOUND THEN RETURN; END IF;
    DELETE FROM withdrawn_fingerprint WHERE person = request.person;
    INSERT INTO patient (centre_code, login_mode, lang) VALUES (in_centre, registration."loginMode", registration.lang) RETURNING id INTO patient_id;
    PERFORM set_config('app.actor', 'patient ' || patient_id, true), set_config('app.source', 'patient', true);
    INSERT INTO patient_identity (patient_id, centre_code, centre_patient_code, surname, name, email, mobile_prefix, mobile)
    VALUES (patient_id, in_centre, registration."centrePatientCode", registration.surname, registration.name, registration.email, registration."mobilePrefix",
      registration.mobile);
    INSERT INTO account (patient_id) VALUES (patient_id) RETURNING id INTO account_id;
    INSERT INTO sign_in_link (secret_hash, account_id, purpose, expires_at) VALUES (in_secret, account_id, 'invitation', request.expires_at);
    RETURN NEXT;
  END $$`

export const reregistrationRequestStatements: readonly Statement[] = [completeReregistrationRequest]
