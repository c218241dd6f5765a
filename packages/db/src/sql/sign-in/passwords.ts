import type { OwnerFunction } from '../owner-function.ts'

export const passwordFunctions: readonly OwnerFunction[] = [
  {
    // Replaces the hash of an unchanged password after a change of hashing parameters, in the history too (REQ-ACC-07).
    name: 'renew_password_hash',
    parameters: { in_account: 'integer', in_former: 'text', in_hash: 'text' },
    returns: 'void',
    body: `
      UPDATE account SET password_hash = in_hash WHERE id = in_account AND password_hash = in_former;
      DELETE FROM password_history AS h WHERE h.account_id = in_account AND h.password_hash = in_former
        AND EXISTS (SELECT FROM account AS a WHERE a.id = in_account AND a.password_hash = in_hash)`,
  },
  {
    name: 'set_temporary_password',
    parameters: { in_account: 'integer', in_temporary_hash: 'text', in_until: 'timestamptz' },
    returns: 'void',
    body: `UPDATE account SET temporary_password_hash = in_temporary_hash, temporary_password_until = in_until WHERE id = in_account`,
  },
  {
    // Keeps the temporary and the replaced password in the history. Returns false when a parallel request used it first (REQ-ACC-11).
    name: 'use_temporary_password',
    parameters: { in_account: 'integer', in_temporary_hash: 'text', in_hash: 'text' },
    returns: 'boolean',
    body: `
      WITH used AS (
        UPDATE account SET temporary_password_hash = NULL, temporary_password_until = NULL, password_hash = NULL
        WHERE id = in_account AND temporary_password_hash = in_temporary_hash RETURNING id),
      recorded AS (INSERT INTO password_history (account_id, password_hash) SELECT id, in_hash FROM used)
      SELECT EXISTS (SELECT FROM used)`,
  },
  {
    name: 'list_former_passwords',
    parameters: { in_session: 'bytea', in_count: 'integer' },
    returns: 'SETOF text',
    body: `
      SELECT h.password_hash FROM password_history AS h JOIN session AS s ON s.account_id = h.account_id
      WHERE s.token_hash = in_session AND s.ends_at > now() ORDER BY h.id DESC LIMIT in_count`,
  },
  {
    // Ends all sessions of the account (REQ-ACC-18). Of two parallel changes the second fails, because the first ended its session.
    name: 'change_password',
    parameters: { in_session: 'bytea', in_hash: 'text', in_now: 'timestamptz' },
    returns: 'boolean',
    language: 'plpgsql',
    body: `
      DECLARE
        changing integer;
      BEGIN
        SELECT s.account_id INTO changing FROM session AS s WHERE s.token_hash = in_session AND s.ends_at > now();
        PERFORM FROM account WHERE id = changing FOR UPDATE;
        DELETE FROM session WHERE token_hash = in_session AND account_id = changing;
        IF NOT FOUND THEN RETURN false; END IF;
        UPDATE account SET password_hash = in_hash, password_changed_at = in_now, temporary_password_hash = NULL, temporary_password_until = NULL WHERE id = changing;
        UPDATE sign_in_link SET used_at = in_now WHERE account_id = changing AND used_at IS NULL;
        DELETE FROM session WHERE account_id = changing;
        RETURN true;
      END`,
  },
  {
    // Returns the e-CRF password of a centre, and the old one during an overlap (REQ-IMP-12). A deleted centre is unknown (REQ-ADM-22).
    name: 'find_centre_passwords',
    parameters: { in_code: 'text' },
    returns: 'TABLE (code text, password_hash text, previous text)',
    body: `
      SELECT c.code::text, c.password_hash, CASE WHEN c.previous_password_until > now() THEN c.previous_password_hash END
      FROM centre AS c WHERE c.code = in_code AND c.deleted_at IS NULL`,
  },
]
