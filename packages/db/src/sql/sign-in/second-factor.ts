import { returnWhetherChanged, type OwnerFunction } from '../owner-function.ts'

const sessionAccount = '(SELECT s.account_id FROM session AS s WHERE s.token_hash = in_session AND s.ends_at > now())'
const namedAccount = '(SELECT a.id FROM account AS a JOIN staff_user AS u ON u.id = a.staff_user_id WHERE u.email = in_contact)'

const replaceCodes = (account: string): string => `
      DELETE FROM recovery_code WHERE account_id = ${account};
      INSERT INTO recovery_code (account_id, letter, code_hash)
      SELECT ${account}, letter, code_hash FROM unnest(in_letters, in_hashes) AS code (letter, code_hash)`

export const secondFactorFunctions: readonly OwnerFunction[] = [
  {
    name: 'find_session_second_factor',
    parameters: { in_session: 'bytea' },
    returns: 'TABLE (confirmed_at timestamptz, codes_left bigint)',
    body: `
      SELECT f.confirmed_at, (SELECT count(*) FROM recovery_code AS c WHERE c.account_id = f.account_id AND c.used_at IS NULL)
      FROM second_factor AS f WHERE f.account_id = ${sessionAccount}`,
  },
  {
    name: 'create_second_factor_enrolment',
    parameters: { in_session: 'bytea', in_secret: 'bytea', in_expires: 'timestamptz' },
    returns: 'void',
    body: `
      INSERT INTO second_factor_enrolment (account_id, encrypted_secret, expires_at) SELECT id, in_secret, in_expires FROM account WHERE id = ${sessionAccount}
      ON CONFLICT (account_id) DO UPDATE SET encrypted_secret = excluded.encrypted_secret, expires_at = excluded.expires_at`,
  },
  {
    name: 'find_second_factor_enrolment',
    parameters: { in_session: 'bytea', in_now: 'timestamptz' },
    returns: 'bytea',
    body: `SELECT e.encrypted_secret FROM second_factor_enrolment AS e WHERE e.account_id = ${sessionAccount} AND e.expires_at > in_now`,
  },
  {
    name: 'confirm_second_factor',
    parameters: {
      in_session: 'bytea',
      in_secret: 'bytea',
      in_step: 'integer',
      in_now: 'timestamptz',
      in_letters: 'text[]',
      in_hashes: 'text[]',
    },
    returns: 'boolean',
    language: 'plpgsql',
    body: `
      DECLARE
        confirming integer;
      BEGIN
        DELETE FROM second_factor_enrolment AS e WHERE e.account_id = ${sessionAccount} AND e.encrypted_secret = in_secret RETURNING e.account_id INTO confirming;
        IF NOT FOUND THEN RETURN false; END IF;
        INSERT INTO second_factor (account_id, encrypted_secret, last_step, confirmed_at) VALUES (confirming, in_secret, in_step, in_now)
        ON CONFLICT (account_id) DO UPDATE SET encrypted_secret = excluded.encrypted_secret, last_step = excluded.last_step, confirmed_at = excluded.confirmed_at;
        ${replaceCodes('confirming')};
        RETURN true;
      END`,
  },
  {
    name: 'renew_recovery_codes',
    parameters: { in_session: 'bytea', in_letters: 'text[]', in_hashes: 'text[]' },
    returns: 'void',
    body: replaceCodes(sessionAccount),
  },
  {
    name: 'remove_second_factor',
    parameters: { in_session: 'bytea' },
    returns: 'void',
    body: ['second_factor', 'recovery_code', 'sign_in_challenge']
      .map((table) => `DELETE FROM ${table} WHERE account_id = ${sessionAccount}`)
      .join('; '),
  },
  {
    // The key of the encrypted secret is not in the database (decision 0017).
    name: 'find_second_factor_secret',
    parameters: { in_contact: 'text' },
    returns: 'bytea',
    body: `SELECT f.encrypted_secret FROM second_factor AS f WHERE f.account_id = ${namedAccount}`,
  },
  {
    // Accepts only steps after the last accepted one, so a code is valid once (THREAT-15).
    name: 'use_second_factor_step',
    parameters: { in_account: 'integer', in_step: 'integer' },
    returns: 'boolean',
    body: returnWhetherChanged('UPDATE second_factor SET last_step = in_step WHERE account_id = in_account AND last_step < in_step'),
  },
  {
    name: 'find_recovery_code',
    parameters: { in_contact: 'text', in_letter: 'text' },
    returns: 'TABLE (id integer, code_hash text)',
    body: `
      SELECT c.id, c.code_hash FROM recovery_code AS c
      WHERE c.account_id = ${namedAccount} AND c.letter = in_letter AND c.used_at IS NULL`,
  },
  {
    name: 'use_recovery_code',
    parameters: { in_account: 'integer', in_code: 'integer', in_now: 'timestamptz' },
    returns: 'boolean',
    body: returnWhetherChanged(
      'UPDATE recovery_code SET used_at = in_now WHERE id = in_code AND account_id = in_account AND used_at IS NULL',
    ),
  },
  {
    name: 'count_recovery_codes',
    parameters: { in_account: 'integer' },
    returns: 'bigint',
    body: 'SELECT count(*) FROM recovery_code WHERE account_id = in_account AND used_at IS NULL',
  },
  {
    // Stores that the password was correct, for this browser, until the code arrives (THREAT-15).
    name: 'create_sign_in_challenge',
    parameters: {
      in_challenge: 'bytea',
      in_former: 'bytea',
      in_account: 'integer',
      in_temporary_hash: 'text',
      in_hash: 'text',
      in_failures: 'integer',
      in_now: 'timestamptz',
      in_expires: 'timestamptz',
    },
    returns: 'void',
    body: `
      DELETE FROM sign_in_challenge WHERE expires_at < in_now OR token_hash = in_former;
      INSERT INTO sign_in_challenge (token_hash, account_id, temporary_password_hash, password_hash_to_store, failures, expires_at)
      VALUES (in_challenge, in_account, in_temporary_hash, in_hash, in_failures, in_expires)`,
  },
  {
    // Counts the attempt and returns the account in one statement, so parallel attempts cannot exceed the limit (THREAT-13).
    name: 'count_challenge_attempt',
    parameters: { in_challenge: 'bytea', in_now: 'timestamptz', in_most: 'integer' },
    returns: 'TABLE (temporary_password_hash text, password_hash_to_store text, failures integer, account jsonb)',
    body: `
      UPDATE sign_in_challenge AS c SET attempts = c.attempts + 1
      WHERE c.token_hash = in_challenge AND c.expires_at > in_now AND c.attempts < in_most
      RETURNING c.temporary_password_hash, c.password_hash_to_store, c.failures, build_account_json(c.account_id) - 'personal_words'`,
  },
  {
    name: 'end_sign_in_challenge',
    parameters: { in_challenge: 'bytea' },
    returns: 'boolean',
    body: returnWhetherChanged('DELETE FROM sign_in_challenge WHERE token_hash = in_challenge'),
  },
]
