import { isActiveRole, securityDefiner, type Statement } from '../text.ts'
import type { OwnerFunction } from '../owner-function.ts'

/**
 * Builds the account with its credentials. Null for a disabled user, suspended centres only (REQ-ADM-22), or a withdrawn patient
 * (REQ-CON-10). No role can execute it, because a caller could enumerate account ids. The functions below call it (THREAT-44).
 */
export const buildAccountJson: Statement = `CREATE OR REPLACE FUNCTION build_account_json(in_account integer) RETURNS jsonb LANGUAGE sql STABLE ${securityDefiner} AS $$
    SELECT jsonb_build_object(
      'id', a.id, 'staff_user_id', a.staff_user_id, 'patient_id', a.patient_id, 'guardian_id', a.guardian_id, 'language', coalesce(u.language::text, p.lang::text, g.lang::text),
      'password_hash', a.password_hash, 'password_changed_at', a.password_changed_at,
      'temporary_password_hash', a.temporary_password_hash, 'temporary_password_until', a.temporary_password_until,
      'second_factor', EXISTS (SELECT FROM second_factor AS f WHERE f.account_id = a.id),
      'channel', CASE WHEN coalesce(p.login_mode, g.login_mode) = 'Mobile' THEN 'sms' ELSE 'mail' END,
      'contact', CASE WHEN u.id IS NOT NULL THEN u.email WHEN p.login_mode = 'Mobile' THEN i.mobile_prefix || i.mobile WHEN p.id IS NOT NULL THEN i.email ELSE g.contact END,
      'roles', coalesce((
        SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object('role', r.role, 'areaid', r.areaid, 'center', r.center)) ORDER BY r.id)
        FROM staff_role AS r WHERE r.user_id = u.id AND ${isActiveRole}), '[]'),
      'personal_words', to_jsonb(array_remove(ARRAY[
        coalesce(u.name, i.name)::text, coalesce(u.surname, i.surname)::text, coalesce(u.email, i.email)::text, (i.mobile_prefix || i.mobile)::text, p.centre_code::text, g.contact], NULL)))
    FROM account AS a
    LEFT JOIN staff_user AS u ON u.id = a.staff_user_id
    LEFT JOIN patient AS p ON p.id = a.patient_id
    LEFT JOIN patient_identity AS i ON i.patient_id = p.id
    LEFT JOIN guardian AS g ON g.id = a.guardian_id
    WHERE a.id = in_account AND u.disabled_at IS NULL AND p.c_db_no_notification IS NULL AND (u.id IS NOT NULL OR i.patient_id IS NOT NULL OR g.id IS NOT NULL)
      AND NOT (EXISTS (SELECT FROM staff_role AS r WHERE r.user_id = u.id) AND NOT EXISTS (SELECT FROM staff_role AS r WHERE r.user_id = u.id AND ${isActiveRole}))
  $$`

export const accountFunctions: readonly OwnerFunction[] = [
  {
    // Finds the account that uses the contact, or else the newest invitation (REQ-PAT-03). The result contains no name.
    name: 'find_sign_in_account',
    parameters: { in_mode: 'text', in_contact: 'text' },
    returns: 'jsonb',
    body: `
      SELECT build_account_json(CASE in_mode
        WHEN 'user' THEN (SELECT a.id FROM account AS a JOIN staff_user AS u ON u.id = a.staff_user_id WHERE u.email = in_contact)
        WHEN 'patient' THEN (SELECT c.account_id FROM sign_in_contact AS c WHERE c.contact = in_contact ORDER BY c.in_use DESC, c.account_id DESC LIMIT 1)
      END) - 'personal_words'`,
  },
  {
    name: 'find_session_account',
    parameters: { in_session: 'bytea' },
    returns: 'jsonb',
    body: `
      SELECT build_account_json(s.account_id) || jsonb_build_object('authenticated_at', s.authenticated_at, 'code_checked_at', s.code_checked_at)
      FROM session AS s WHERE s.token_hash = in_session AND s.ends_at > now()`,
  },
]
