import { createOwnerFunction, formatSignature, returnWhetherChanged, type OwnerFunction } from './owner-function.ts'
import { selectOwnAreas } from './staff.ts'
import type { Statement } from './text.ts'

const functions: readonly OwnerFunction[] = [
  {
    name: 'administers_area',
    parameters: { in_area: 'text' },
    returns: 'boolean',
    body: `SELECT administers_role('CenterAdmin', in_area, NULL)`,
  },
  {
    // A UserAdmin reads no patient, so row security hides them. Each count covers a whole centre of the own area (REQ-ADM-06).
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
    // The server can neither read nor write the hashes. The former password stays valid during the overlap (REQ-IMP-12, REQ-ADM-20).
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
export const centreSignatures = functions.map(formatSignature)

/** Functions and triggers of centres (REQ-ADM-20, REQ-ADM-21). The trigger's function also counts the changes of users. */
export const centreStatements: readonly Statement[] = [
  ...functions.map(createOwnerFunction),
  'CREATE OR REPLACE TRIGGER record_centre_change BEFORE UPDATE OF name, geotreeid, address, city, ecrf, changed_fields ON centre FOR EACH ROW EXECUTE FUNCTION record_staff_change()',
]
