import type { OwnerFunction } from '../owner-function.ts'
import { current } from '../text.ts'

export const linkFunctions: readonly OwnerFunction[] = [
  {
    // Creates a reset link and ends the account's older ones (REQ-ACC-12). The lock serialises parallel requests.
    name: 'create_reset_link',
    parameters: { in_account: 'integer', in_secret: 'bytea', in_now: 'timestamptz', in_expires: 'timestamptz' },
    returns: 'void',
    body: `
      SELECT FROM account WHERE id = in_account FOR UPDATE;
      UPDATE sign_in_link SET used_at = in_now WHERE account_id = in_account AND purpose = 'reset' AND used_at IS NULL;
      INSERT INTO sign_in_link (secret_hash, account_id, purpose, expires_at) VALUES (in_secret, in_account, 'reset', in_expires)`,
  },
  {
    // A link belongs to one account, because several centres can invite the same contact (REQ-PAT-03).
    name: 'find_link_account',
    parameters: { in_contact: 'text', in_secret: 'bytea', in_now: 'timestamptz' },
    returns: 'jsonb',
    body: `
      SELECT build_account_json(l.account_id) - 'personal_words' FROM sign_in_link AS l JOIN sign_in_contact AS c ON c.account_id = l.account_id
      WHERE l.secret_hash = in_secret AND c.contact = in_contact AND l.used_at IS NULL AND l.expires_at > in_now`,
  },
  {
    name: 'session_has_contact',
    parameters: { in_session: 'bytea', in_contact: 'text' },
    returns: 'boolean',
    body: `
      SELECT EXISTS (
        SELECT FROM session AS s JOIN sign_in_contact AS c ON c.account_id = s.account_id
        WHERE s.token_hash = in_session AND s.ends_at > now() AND c.contact = in_contact)`,
  },
  {
    // Creates accounts and links only for patients of the transaction's centre (THREAT-44).
    name: 'invite_patients',
    parameters: { in_patients: 'integer[]', in_secrets: 'text[]', in_expires: 'timestamptz' },
    returns: 'void',
    body: `
      INSERT INTO account (patient_id, invited_at)
      SELECT p.id, CASE WHEN p.created_at < now() THEN now() END FROM patient AS p WHERE p.id = ANY (in_patients) AND p.centre_code = ${current.centre} ON CONFLICT (patient_id) DO NOTHING;
      INSERT INTO sign_in_link (secret_hash, account_id, purpose, expires_at)
      SELECT decode(link.secret, 'hex'), a.id, 'invitation', in_expires
      FROM unnest(in_patients, in_secrets) AS link (patient_id, secret)
      JOIN patient AS p ON p.id = link.patient_id AND p.centre_code = ${current.centre} JOIN account AS a ON a.patient_id = p.id`,
  },
]
