import { securityDefiner, type Statement } from './text.ts'

/**
 * Lists each time that another person read the data of the patient of this transaction: exports by their manifests, other reads by their
 * audit entries. The server can read neither the log nor the patients of an export (REQ-ADM-02). An entry without a role comes from a
 * centre path, used by the administrator or a program of the centre. They see only their own patients, so the centre is the patient's.
 */
const listOwnDataUses = `CREATE OR REPLACE FUNCTION list_own_data_uses()
  RETURNS TABLE (used_at timestamptz, means text, reader_role text, centre text, purpose text) LANGUAGE sql STABLE ${securityDefiner} AS $$
    WITH own_patient AS (
      SELECT p.id, c.name AS centre FROM patient AS p JOIN centre AS c ON c.code = p.centre_code
      WHERE p.id = nullif(current_setting('app.patient', true), '')::integer
    ), uses AS (
      SELECT m.at, 'export' AS means, m.as_role AS reader_role, m.filter_id, m.filter_version
      FROM own_patient JOIN export_manifest AS m ON m.patient_ids @> ARRAY[own_patient.id]
      UNION ALL
      SELECT l.at, CASE l.command WHEN 'inthem_query' THEN 'screen' WHEN 'getConsents' THEN 'consents' ELSE 'reading' END,
        coalesce(l.reads ->> 'role', CASE WHEN l.username LIKE 'center %' THEN 'program' ELSE 'CenterAdmin' END), (l.reads -> 'filter' ->> 'id')::integer, (l.reads -> 'filter' ->> 'version')::integer
      FROM own_patient JOIN audit_read AS a ON a.patient_ids @> ARRAY[own_patient.id] JOIN audit_log AS l ON l.id = a.entry_id
    )
    SELECT uses.at, uses.means, uses.reader_role,
      CASE WHEN uses.reader_role IN ('CenterAdmin', 'program') THEN own_patient.centre END, v.name
    FROM own_patient CROSS JOIN uses
    LEFT JOIN saved_filter_version AS v ON v.filter_id = uses.filter_id AND v.version = uses.filter_version
    ORDER BY uses.at DESC
  $$`

export const dataUseStatements: readonly Statement[] = [listOwnDataUses]
