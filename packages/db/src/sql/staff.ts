import { createOwnerFunction, formatSignature, type OwnerFunction } from './owner-function.ts'
import { serverRole } from '../roles.ts'
import { current, securityDefiner, type Statement } from './text.ts'

/** The areas in which the caller has a role now, with all areas below them. The actor of the transaction decides, not its scope. */
export const selectOwnAreas = (role: string): string => `SELECT area_subtree(ARRAY(
        SELECT r.areaid::text FROM staff_role AS r JOIN staff_user AS u ON u.id = r.user_id
        WHERE u.email = ${current.actor} AND u.disabled_at IS NULL AND r.role = ${role}))`

/** The rights to administer users (REQ-GEO-03). They are owner functions, because a policy cannot read its own table. */
const functions: readonly OwnerFunction[] = [
  {
    name: 'administers_some_area',
    parameters: {},
    returns: 'boolean',
    body: `SELECT EXISTS (${selectOwnAreas(`'UserAdmin'`)})`,
  },
  {
    // A GlobalAdmin is administered only by a UserAdmin who is also GlobalAdmin of the same area (THREAT-06).
    name: 'administers_role',
    parameters: { in_role: 'text', in_area: 'text', in_centre: 'text' },
    returns: 'boolean',
    body: `
      SELECT EXISTS (
        SELECT FROM (SELECT coalesce(in_area, (SELECT c.geotreeid FROM centre AS c WHERE c.code = in_centre))::text AS id) AS place
        WHERE place.id IN (${selectOwnAreas(`'UserAdmin'`)})
          AND (in_role <> 'GlobalAdmin' OR place.id IN (${selectOwnAreas(`'GlobalAdmin'`)})))`,
  },
  {
    // True for a user whose roles are all administered, and for a new one without a role.
    name: 'administers_user',
    parameters: { in_user: 'integer' },
    returns: 'boolean',
    body: `
      SELECT administers_some_area() AND NOT EXISTS (
        SELECT FROM staff_role AS r WHERE r.user_id = in_user AND NOT administers_role(r.role, r.areaid, r.center))`,
  },
  {
    // Creates an account without a password. The first password is chosen like a forgotten one, with a temporary password (REQ-ADM-11).
    name: 'create_staff_account',
    parameters: { in_user: 'integer' },
    returns: 'void',
    body: 'INSERT INTO account (staff_user_id) SELECT in_user WHERE administers_user(in_user) ON CONFLICT (staff_user_id) DO NOTHING',
  },
  {
    // The users with a role in the caller's area and those without roles, as the list of users has them (REQ-ADM-25). Credentials stay hidden.
    name: 'list_staff_sign_ins',
    parameters: {},
    returns: 'TABLE (user_id integer, last_sign_in_at timestamptz, second_factor_since timestamptz)',
    body: `
      SELECT a.staff_user_id, a.last_sign_in_at, f.confirmed_at
      FROM account AS a LEFT JOIN second_factor AS f ON f.account_id = a.id
      WHERE administers_some_area() AND a.staff_user_id IN (
        SELECT u.id FROM staff_user AS u LEFT JOIN staff_role AS r ON r.user_id = u.id LEFT JOIN centre AS c ON c.code = r.center
        WHERE r.id IS NULL OR coalesce(r.areaid, c.geotreeid) IN (${selectOwnAreas(`'UserAdmin'`)}))`,
  },
]
export const staffSignatures = functions.map(formatSignature)

/**
 * Records version, time and person of each change by an administrator. A user's choice of language does not count. An operator's change has
 * no person.
 */
const recordChange: Statement = `CREATE OR REPLACE FUNCTION record_staff_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.version := OLD.version + 1;
    NEW.changed_at := now();
    NEW.changed_by := ${current.actor};
    RETURN NEW;
  END $$`

/** Rights and suspensions apply immediately: all sessions of the user end (REQ-ACC-16, THREAT-06). */
const endSessions: Statement = `CREATE OR REPLACE FUNCTION end_staff_sessions() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    changed integer := CASE TG_TABLE_NAME WHEN 'staff_role' THEN (CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END ->> 'user_id')::integer ELSE (to_jsonb(NEW) ->> 'id')::integer END;
  BEGIN
    DELETE FROM session USING account WHERE account.id = session.account_id AND account.staff_user_id = changed;
    RETURN NULL;
  END $$`

/**
 * Keeps one active GlobalAdmin and one active UserAdmin, and prevents users from suspending themselves (REQ-ADM-13). It stops only the
 * server: an operator with the owner's rights can repair everything. The lock serialises parallel removals.
 */
const keepAdministrator: Statement = `CREATE OR REPLACE FUNCTION keep_administrator() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    removed record;
  BEGIN
    IF current_user <> '${serverRole}' THEN RETURN NULL; END IF;
    IF TG_TABLE_NAME = 'staff_user' AND to_jsonb(OLD) ->> 'email' = ${current.actor} THEN
      RAISE EXCEPTION 'users cannot suspend themselves' USING ERRCODE = 'check_violation', CONSTRAINT = 'staff_user_other';
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('staff_user'));
    FOR removed IN
      SELECT lost.role FROM (
        SELECT to_jsonb(OLD) ->> 'role' AS role WHERE TG_TABLE_NAME = 'staff_role'
        UNION SELECT r.role::text FROM staff_role AS r WHERE TG_TABLE_NAME = 'staff_user' AND r.user_id = (to_jsonb(OLD) ->> 'id')::integer
      ) AS lost WHERE lost.role IN ('GlobalAdmin', 'UserAdmin')
    LOOP
      IF NOT EXISTS (SELECT FROM staff_role AS r JOIN staff_user AS u ON u.id = r.user_id WHERE r.role = removed.role AND u.disabled_at IS NULL) THEN
        RAISE EXCEPTION 'the last active administrator cannot be removed' USING ERRCODE = 'check_violation', CONSTRAINT = 'staff_role_last_administrator';
      END IF;
    END LOOP;
    RETURN NULL;
  END $$`

/** Functions and triggers of users and roles, and the record of changes of the configuration (REQ-ADM-07, REQ-ADM-14, REQ-GEO-03). */
export const staffStatements: readonly Statement[] = [
  ...functions.map(createOwnerFunction),
  recordChange,
  endSessions,
  keepAdministrator,
  'CREATE OR REPLACE TRIGGER record_staff_change BEFORE UPDATE OF name, surname, disabled_at, deleted_at, changed_fields ON staff_user FOR EACH ROW EXECUTE FUNCTION record_staff_change()',
  'CREATE OR REPLACE TRIGGER record_setting_change BEFORE UPDATE ON setting FOR EACH ROW EXECUTE FUNCTION record_staff_change()',
  'CREATE OR REPLACE TRIGGER record_draft_change BEFORE UPDATE ON consent_document_draft FOR EACH ROW EXECUTE FUNCTION record_staff_change()',
  'CREATE OR REPLACE TRIGGER end_staff_sessions AFTER INSERT OR DELETE ON staff_role FOR EACH ROW EXECUTE FUNCTION end_staff_sessions()',
  `CREATE OR REPLACE TRIGGER end_staff_sessions AFTER UPDATE OF disabled_at ON staff_user
  FOR EACH ROW WHEN (NEW.disabled_at IS NOT NULL AND OLD.disabled_at IS NULL) EXECUTE FUNCTION end_staff_sessions()`,
  'CREATE OR REPLACE TRIGGER keep_administrator AFTER DELETE ON staff_role FOR EACH ROW EXECUTE FUNCTION keep_administrator()',
  `CREATE OR REPLACE TRIGGER keep_administrator AFTER UPDATE OF disabled_at ON staff_user
  FOR EACH ROW WHEN (NEW.disabled_at IS NOT NULL AND OLD.disabled_at IS NULL) EXECUTE FUNCTION keep_administrator()`,
]
