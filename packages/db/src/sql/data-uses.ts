import { securityDefiner, type Statement } from './text.ts'

/**
 * list_own_data_uses() gives each time that somebody else read the data of the patient at hand: exports by their manifests, every other
 * reading by its audit entry. The server may read neither the log nor whose rows an export had; the patient sees their own (D11).
 * A reading without a role was of a centre's path, by its administrator or its own program; a centre's readers see the centre's own
 * patients, so the centre is the patient's.
 */
const ownDataUses = `CREATE OR REPLACE FUNCTION list_own_data_uses()
  RETURNS TABLE (used_at timestamptz, means text, reader_role text, centre text, purpose text) LANGUAGE sql STABLE ${securityDefiner} AS $$
    WITH me AS (
      SELECT p.id, c.name AS centre FROM patient AS p JOIN centre AS c ON c.code = p.center_code
      WHERE p.id = nullif(current_setting('app.patient', true), '')::integer
    ), uses AS (
      SELECT m.at, 'export' AS means, m.as_role AS reader_role, m.filter_id, m.filter_version
      FROM me JOIN export_manifest AS m ON m.patient_ids @> ARRAY[me.id]
      UNION ALL
      SELECT l.at, CASE l.command WHEN 'inthem_query' THEN 'screen' WHEN 'getConsents' THEN 'consents' ELSE 'reading' END,
        coalesce(l.reads ->> 'role', CASE WHEN l.username LIKE 'center %' THEN 'program' ELSE 'CenterAdmin' END), (l.reads -> 'filter' ->> 'id')::integer, (l.reads -> 'filter' ->> 'version')::integer
      FROM me JOIN audit_read AS a ON a.patient_ids @> ARRAY[me.id] JOIN audit_log AS l ON l.id = a.entry_id
    )
    SELECT uses.at, uses.means, uses.reader_role,
      CASE WHEN uses.reader_role IN ('CenterAdmin', 'program') THEN me.centre END, v.name
    FROM me CROSS JOIN uses
    LEFT JOIN saved_filter_version AS v ON v.filter_id = uses.filter_id AND v.version = uses.filter_version
    ORDER BY uses.at DESC
  $$`

export const dataUseStatements: readonly Statement[] = [ownDataUses]
