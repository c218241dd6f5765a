import { createOwnerFunction, formatSignature, returnWhetherChanged, type OwnerFunction } from './owner-function.ts'
import type { Statement } from './text.ts'

const functions: readonly OwnerFunction[] = [
  {
    name: 'administers_area',
    parameters: { in_area: 'text' },
    returns: 'boolean',
    body: `SELECT administers_role('CenterAdmin', in_area, NULL)`,
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
