import { returnWhetherChanged, type OwnerFunction } from '../owner-function.ts'
import { isActiveRole } from '../text.ts'

export const signInSessionFunctions: readonly OwnerFunction[] = [
  {
    // Ends the browser's previous session, and the oldest sessions above the account's limit (REQ-ACC-23). Administrators see the last sign-in
    // of a staff user (REQ-ADM-25). A guardian of one patient, who is no patient, acts for that patient (REQ-GRD-04).
    name: 'open_session',
    parameters: {
      in_account: 'integer',
      in_session: 'bytea',
      in_former: 'bytea',
      in_site: 'text',
      in_restricted: 'boolean',
      in_now: 'timestamptz',
      in_ends: 'timestamptz',
      in_user_agent: 'text',
      in_host: 'text',
      in_most: 'integer',
    },
    returns: 'void',
    body: `
      DELETE FROM session WHERE token_hash = in_former;
      INSERT INTO session (token_hash, account_id, site, restricted, created_at, last_seen_at, authenticated_at, ends_at, user_agent, ip_address, acting_for)
      VALUES (in_session, in_account, in_site, in_restricted, in_now, in_now, in_now, in_ends, in_user_agent, in_host,
        CASE WHEN NOT in_restricted THEN find_only_child(in_account) END);
      UPDATE account SET last_sign_in_at = in_now WHERE id = in_account AND staff_user_id IS NOT NULL AND NOT in_restricted;
      DELETE FROM session WHERE token_hash IN (
        SELECT s.token_hash FROM session AS s WHERE s.account_id = in_account ORDER BY s.created_at DESC, s.token_hash OFFSET in_most)`,
  },
  {
    name: 'end_session',
    parameters: { in_session: 'bytea' },
    returns: 'boolean',
    body: returnWhetherChanged('DELETE FROM session WHERE token_hash = in_session'),
  },
  {
    // Changes the token after a change of rights, and ends the person's other sessions (REQ-ACC-16, THREAT-08).
    name: 'renew_session',
    parameters: { in_session: 'bytea', in_renewed: 'bytea' },
    returns: 'boolean',
    language: 'plpgsql',
    body: `
      DECLARE
        renewing integer;
      BEGIN
        UPDATE session SET token_hash = in_renewed WHERE token_hash = in_session RETURNING account_id INTO renewing;
        IF NOT FOUND THEN RETURN false; END IF;
        DELETE FROM session WHERE account_id = renewing AND token_hash <> in_renewed;
        RETURN true;
      END`,
  },
  {
    // Chooses one of the centres of which the session's person is CenterAdmin.
    name: 'choose_session_centre',
    parameters: { in_session: 'bytea', in_centre: 'text' },
    returns: 'boolean',
    body: returnWhetherChanged(`
      UPDATE session SET centre_code = in_centre WHERE token_hash = in_session AND EXISTS (
        SELECT FROM account AS a JOIN staff_role AS r ON r.user_id = a.staff_user_id
        WHERE a.id = session.account_id AND r.center = in_centre AND ${isActiveRole})`),
  },
  {
    name: 'record_reauthentication',
    parameters: { in_session: 'bytea', in_now: 'timestamptz' },
    returns: 'void',
    body: 'UPDATE session SET authenticated_at = in_now WHERE token_hash = in_session',
  },
  {
    // The session entered a one-time code, which opens the patient's record for some minutes (REQ-PAT-26).
    name: 'record_code_check',
    parameters: { in_session: 'bytea', in_now: 'timestamptz' },
    returns: 'void',
    body: 'UPDATE session SET code_checked_at = in_now WHERE token_hash = in_session',
  },
  {
    name: 'store_own_language',
    parameters: { in_session: 'bytea', in_language: 'text' },
    returns: 'void',
    body: `
      UPDATE staff_user SET language = in_language
      WHERE id = (SELECT a.staff_user_id FROM session AS s JOIN account AS a ON a.id = s.account_id WHERE s.token_hash = in_session);
      UPDATE guardian SET lang = in_language
      WHERE id = (SELECT a.guardian_id FROM session AS s JOIN account AS a ON a.id = s.account_id WHERE s.token_hash = in_session);
      UPDATE patient SET lang = in_language
      WHERE id = (SELECT a.patient_id FROM session AS s JOIN account AS a ON a.id = s.account_id WHERE s.token_hash = in_session)`,
  },
]
