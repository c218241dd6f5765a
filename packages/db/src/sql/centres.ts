import { createOwnerFunction, formatSignature, returnWhetherChanged, type OwnerFunction } from './owner-function.ts'
import { selectOwnAreas } from './staff.ts'
import { securityDefiner, type Statement } from './text.ts'

const functions: readonly OwnerFunction[] = [
  {
    name: 'administers_area',
    parameters: { in_area: 'text' },
    returns: 'boolean',
    body: `SELECT administers_role('CenterAdmin', in_area, NULL)`,
  },
  {
    // A UserAdmin reads no patient, so row security hides them. Each count covers a whole centre of the caller's area (REQ-ADM-06).
    name: 'count_administered_centres',
    parameters: { in_code: 'text' },
    returns:
      'TABLE (centre_code text, patients integer, with_personal_consent integer, with_medical_consent integer, last_upload timestamptz)',
    body: `
      SELECT c.code::text, p.patients, p.personal, p.medical, (SELECT max(r.at) FROM import_run AS r WHERE r.centre_code = c.code)
      FROM centre AS c CROSS JOIN LATERAL (
        SELECT count(*)::integer AS patients, (count(*) FILTER (WHERE one.c_db_p))::integer AS personal,
          (count(*) FILTER (WHERE one.c_db_m))::integer AS medical
        FROM patient AS one WHERE one.centre_code = c.code AND one.c_db_no_notification IS NULL) AS p
      WHERE c.geotreeid IN (${selectOwnAreas(`'UserAdmin'`)}) AND (in_code IS NULL OR c.code = in_code)`,
  },
  {
    // The first page shows these numbers to everybody. Tens of people reveal nobody who comes or leaves (REQ-UI-01).
    name: 'count_participants',
    parameters: {},
    returns: 'TABLE (centres integer, people integer)',
    body: `
      SELECT (SELECT count(*)::integer FROM centre AS c WHERE c.disabled_at IS NULL),
        (SELECT (count(*) / 10 * 10)::integer FROM patient AS p WHERE p.c_db AND p.c_db_no_notification IS NULL)`,
  },
  {
    // The server can neither read nor write the hashes. The previous password stays valid during the overlap (REQ-IMP-12, REQ-ADM-20).
    name: 'set_centre_password',
    parameters: { in_code: 'text', in_hash: 'text', in_overlap: 'interval' },
    returns: 'boolean',
    body: returnWhetherChanged(`
      UPDATE centre AS c SET password_hash = in_hash,
        previous_password_hash = CASE WHEN in_overlap > '0' THEN c.password_hash END,
        previous_password_until = CASE WHEN in_overlap > '0' AND c.password_hash IS NOT NULL THEN now() + in_overlap END
      WHERE c.code = in_code AND in_hash LIKE '$argon2id$%' AND administers_area(c.geotreeid)`),
  },
]

/**
 * A suspension applies immediately: the sessions of the CenterAdmins end. They also end at a reactivation, because the rights change
 * (REQ-ACC-16).
 */
const endSessions: Statement = `CREATE OR REPLACE FUNCTION end_centre_sessions() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    DELETE FROM session USING account, staff_role AS r
    WHERE account.id = session.account_id AND account.staff_user_id = r.user_id AND r.center = NEW.code;
    RETURN NULL;
  END $$`

/** A deleted centre would leave its patients without anybody responsible for their data (REQ-ADM-22). */
const keepCentreWithPatients: Statement = `CREATE OR REPLACE FUNCTION keep_centre_with_patients() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    IF EXISTS (SELECT FROM patient AS p WHERE p.centre_code = NEW.code AND p.c_db_no_notification IS NULL) THEN
      RAISE EXCEPTION 'a centre with patients cannot be deleted' USING ERRCODE = 'check_violation', CONSTRAINT = 'centre_without_patients';
    END IF;
    RETURN NEW;
  END $$`

export const centreSignatures = functions.map(formatSignature)

/** Functions and triggers of centres (REQ-ADM-20, REQ-ADM-21). Users share the trigger function that counts changes. */
export const centreStatements: readonly Statement[] = [
  ...functions.map(createOwnerFunction),
  endSessions,
  keepCentreWithPatients,
  'CREATE OR REPLACE TRIGGER record_centre_change BEFORE UPDATE OF name, geotreeid, address, city, telephone, ecrf, disabled_at, deleted_at, changed_fields ON centre FOR EACH ROW EXECUTE FUNCTION record_staff_change()',
  `CREATE OR REPLACE TRIGGER end_centre_sessions AFTER UPDATE OF disabled_at ON centre
  FOR EACH ROW WHEN ((NEW.disabled_at IS NULL) <> (OLD.disabled_at IS NULL)) EXECUTE FUNCTION end_centre_sessions()`,
  `CREATE OR REPLACE TRIGGER keep_centre_with_patients BEFORE UPDATE OF deleted_at ON centre
  FOR EACH ROW WHEN (NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL) EXECUTE FUNCTION keep_centre_with_patients()`,
]
