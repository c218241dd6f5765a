import { returnWhetherChanged, type OwnerFunction } from '../owner-function.ts'

export const codeFunctions: readonly OwnerFunction[] = [
  {
    // Creates the one live code of the account for this purpose, within its limits (REQ-ACC-06, THREAT-14). Above a limit it returns the seconds
    // to wait. The lock serialises parallel requests.
    name: 'create_one_time_code',
    parameters: {
      in_account: 'integer',
      in_purpose: 'text',
      in_browser: 'bytea',
      in_code: 'bytea',
      in_salt: 'bytea',
      in_now: 'timestamptz',
      in_expires: 'timestamptz',
      in_since: 'timestamptz[]',
      in_most: 'integer[]',
    },
    returns: 'integer',
    language: 'plpgsql',
    body: `
      DECLARE wait integer;
      BEGIN
        PERFORM FROM account WHERE id = in_account FOR UPDATE;
        SELECT max(ceil(extract(epoch FROM earlier.created_at - code_limit.since))) INTO wait
        FROM unnest(in_since, in_most) AS code_limit (since, most) CROSS JOIN LATERAL (
          SELECT c.created_at FROM one_time_code AS c
          WHERE c.account_id = in_account AND c.purpose = in_purpose AND c.created_at > code_limit.since
          ORDER BY c.created_at DESC OFFSET code_limit.most - 1 LIMIT 1) AS earlier;
        IF wait IS NOT NULL THEN RETURN greatest(wait, 1); END IF;
        UPDATE one_time_code SET used_at = in_now WHERE account_id = in_account AND purpose = in_purpose AND used_at IS NULL;
        INSERT INTO one_time_code (account_id, purpose, browser_hash, code_hash, salt, expires_at, created_at)
        VALUES (in_account, in_purpose, in_browser, in_code, in_salt, in_expires, in_now);
        RETURN 0;
      END`,
  },
  {
    // Counts the attempt and returns the code in one statement, so parallel attempts cannot exceed the limit (THREAT-13).
    name: 'count_code_attempt',
    parameters: { in_contact: 'text', in_browser: 'bytea', in_now: 'timestamptz', in_most: 'integer' },
    returns: 'TABLE (id integer, code_hash bytea, salt bytea, account jsonb)',
    body: `
      UPDATE one_time_code AS c SET attempts = c.attempts + 1
      WHERE c.account_id = (SELECT (find_sign_in_account('patient', in_contact) ->> 'id')::integer) AND c.browser_hash = in_browser
        AND c.purpose = 'sign_in' AND c.used_at IS NULL AND c.expires_at > in_now AND c.attempts < in_most
      RETURNING c.id, c.code_hash, c.salt, find_sign_in_account('patient', in_contact)`,
  },
  {
    // Counts an attempt with the code of a new contact or of the patient's record. The code belongs to the session that requested it (THREAT-18).
    name: 'count_session_code_attempt',
    parameters: { in_session: 'bytea', in_purpose: 'text', in_now: 'timestamptz', in_most: 'integer' },
    returns: 'TABLE (id integer, code_hash bytea, salt bytea)',
    body: `
      UPDATE one_time_code AS c SET attempts = c.attempts + 1
      FROM session AS s
      WHERE s.token_hash = in_session AND s.ends_at > in_now AND c.account_id = s.account_id
        AND c.purpose = in_purpose AND c.browser_hash = in_session AND c.used_at IS NULL AND c.attempts < in_most AND c.expires_at > in_now
      RETURNING c.id, c.code_hash, c.salt`,
  },
  {
    // Servers of the last release call it (decision 0056).
    name: 'count_contact_code_attempt',
    parameters: { in_session: 'bytea', in_now: 'timestamptz', in_most: 'integer' },
    returns: 'TABLE (id integer, code_hash bytea, salt bytea)',
    body: "SELECT id, code_hash, salt FROM count_session_code_attempt(in_session, 'contact', in_now, in_most)",
  },
  {
    // Older codes of the same browser, so the error can mention that a newer code was sent. Their attempt was counted already.
    name: 'list_superseded_codes',
    parameters: { in_code: 'integer', in_browser: 'bytea' },
    returns: 'TABLE (code_hash bytea, salt bytea, replaced_at timestamptz)',
    body: `
      SELECT older.code_hash, older.salt, live.created_at
      FROM one_time_code AS live
      JOIN one_time_code AS older ON older.account_id = live.account_id AND older.purpose = live.purpose
        AND older.browser_hash = live.browser_hash AND older.id < live.id
      WHERE live.id = in_code AND live.browser_hash = in_browser
      ORDER BY older.id DESC LIMIT 10`,
  },
  {
    name: 'use_one_time_code',
    parameters: { in_code: 'integer', in_browser: 'bytea', in_now: 'timestamptz' },
    returns: 'boolean',
    body: returnWhetherChanged(
      'UPDATE one_time_code SET used_at = in_now WHERE id = in_code AND browser_hash = in_browser AND used_at IS NULL',
    ),
  },
]
