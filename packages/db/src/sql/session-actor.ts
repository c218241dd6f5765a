import { isActiveRole, securityDefiner, type Statement } from './text.ts'

/**
 * Finds the session with the token hash in `app.session`, and its account. Row security shows the sessions of this account. A caller cannot
 * name the token of another person (REQ-ACC-23).
 */
const findOwnSession = `CREATE OR REPLACE FUNCTION find_own_session() RETURNS TABLE (id integer, account_id integer) LANGUAGE sql STABLE ${securityDefiner} AS $$
    SELECT s.id, s.account_id FROM session AS s WHERE s.token_hash = decode(nullif(current_setting('app.session', true), ''), 'hex')
  $$`

/**
 * Finds the person of a session, by the clock of the database (REQ-ACC-16, REQ-ACC-17). Returns no row for an ended session, a disabled
 * user or a withdrawn patient. `aged`: the password is older than `password_day_duration`. `unenrolled`: the configuration requires a
 * second factor that the user does not have (REQ-ACC-02).
 */
const findSessionActor = `CREATE OR REPLACE FUNCTION find_session_actor(in_session bytea, in_site text) RETURNS TABLE (
    account_id integer, staff_user_id integer, patient_id integer, username text, language text, restricted boolean,
    authenticated_at timestamptz, created_at timestamptz, unenrolled boolean, aged boolean, centre text, roles jsonb
  ) LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    found_session session;
  BEGIN
    SELECT s.* INTO found_session FROM session AS s
    WHERE s.token_hash = in_session AND s.site = in_site AND s.ends_at > now() AND s.last_seen_at > now() - interval '8 hours'
      AND s.created_at > now() - CASE s.site WHEN 'staff' THEN interval '12 hours' ELSE interval '24 hours' END;
    IF NOT FOUND THEN RETURN; END IF;
    IF found_session.last_seen_at < now() - interval '1 minute' THEN
      UPDATE session SET last_seen_at = now() WHERE token_hash = in_session AND last_seen_at < now() - interval '1 minute';
    END IF;
    RETURN QUERY
    SELECT a.id, a.staff_user_id, a.patient_id, coalesce(u.email, 'patient ' || a.patient_id, 'guardian ' || a.guardian_id), coalesce(u.language, p.lang, g.lang)::text,
      found_session.restricted, found_session.authenticated_at, found_session.created_at,
      a.staff_user_id IS NOT NULL AND EXISTS (SELECT FROM setting WHERE key = 'staff_totp_required' AND value = 'true')
        AND NOT EXISTS (SELECT FROM second_factor AS f WHERE f.account_id = a.id),
      a.password_changed_at IS NOT NULL AND EXISTS (
        SELECT FROM setting WHERE key = 'password_day_duration'
          AND CASE WHEN value ~ '^[1-9][0-9]{0,4}$' THEN a.password_changed_at < now() - make_interval(days => value::integer) ELSE false END),
      (SELECT r.center FROM staff_role AS r WHERE r.user_id = u.id AND r.center = found_session.centre_code AND ${isActiveRole} LIMIT 1)::text,
      coalesce((
        SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object('role', r.role, 'areaid', r.areaid, 'center', r.center)) ORDER BY r.id)
        FROM staff_role AS r WHERE r.user_id = u.id AND ${isActiveRole}
      ), '[]')
    FROM account AS a
    LEFT JOIN staff_user AS u ON u.id = a.staff_user_id
    LEFT JOIN patient AS p ON p.id = a.patient_id
    LEFT JOIN guardian AS g ON g.id = a.guardian_id
    WHERE a.id = found_session.account_id AND u.disabled_at IS NULL AND p.c_db_no_notification IS NULL
      AND (found_session.site = 'staff') = (a.staff_user_id IS NOT NULL);
  END $$`

export const sessionStatements: readonly Statement[] = [findSessionActor, findOwnSession]
