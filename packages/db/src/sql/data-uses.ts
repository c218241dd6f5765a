import { fields, type Field } from '@registry/domain/fields/dictionary'
import { list, literal, securityDefiner, type Statement } from './text.ts'

/** The kinds of data in the order of the page. */
const kindOrder = ['registration', 'identity', 'personal', 'medical', 'consents', 'studies', 'questionnaires'] as const
const kindByTable = {
  patient: 'registration',
  patient_identity: 'identity',
  patient_personal: 'personal',
  patient_medical: 'medical',
} as const

/** The centre, the patient code at the centre and the sign-in mode belong to the registration by the centre, and name nobody (REQ-PAT-09). */
const findKind = ({ name, table }: Field): string => {
  if (name === 'CENTER_ID') return 'registration'
  return table === 'patient' && name.startsWith('C_') ? 'consents' : kindByTable[table]
}

/** The columns of read traces that are not fields. */
const otherColumns = [
  ['study_patient_status', 'studies'],
  ['approved', 'studies'],
  ['SF36', 'questionnaires'],
] as const
const kindRows = list(
  [...fields.map((field) => [field.name, findKind(field)] as const), ...otherColumns].map(
    ([name, kind]) => `(${literal(name)}, ${literal(kind)})`,
  ),
)
const sortKinds = `array_position(ARRAY[${list(kindOrder.map(literal))}], kind)`

/**
 * Lists each time that another person read, exported or saved the data of the patient of this transaction: exports by their manifests, other
 * reads by their audit entries, saves by the history and the ledger. The server can read neither the log nor the patients of an export
 * (REQ-ADM-02). A withdrawal removes all of these rows, so nothing else is stored (REQ-CON-08). An entry without a role comes from a centre
 * path, used by the administrator or a program of the centre. They see only their own patients, so the centre is the patient's.
 * The kinds are those of the columns and of the condition of the filter, because the result reveals both, without a block whose consent
 * was not given at that time: its values were withheld (REQ-FIL-04).
 */
const listOwnDataUses = `CREATE OR REPLACE FUNCTION list_own_data_uses()
  RETURNS TABLE (used_at timestamptz, means text, reader_role text, centre text, purpose text, kinds text[]) LANGUAGE sql STABLE ${securityDefiner} AS $$
    WITH own_patient AS (
      SELECT p.id, p.consent_subject, c.name AS centre FROM patient AS p JOIN centre AS c ON c.code = p.centre_code
      WHERE p.id = nullif(current_setting('app.patient', true), '')::integer
    ), read_use AS MATERIALIZED (
      SELECT m.at, 'export' AS means, m.as_role AS reader_role, m.filter_id, m.filter_version, m.columns::text AS columns
      FROM own_patient JOIN export_manifest AS m ON m.patient_ids @> ARRAY[own_patient.id]
      UNION ALL
      SELECT l.at, CASE WHEN l.reads ->> 'file' = 'true' THEN 'export' WHEN l.command = 'inthem_query' THEN 'screen' ELSE 'reading' END,
        coalesce(l.reads ->> 'role', CASE WHEN l.username LIKE 'center %' THEN 'program' ELSE 'CenterAdmin' END),
        (l.reads -> 'filter' ->> 'id')::integer, (l.reads -> 'filter' ->> 'version')::integer, l.reads ->> 'columns'
      FROM own_patient JOIN audit_read AS a ON a.patient_ids @> ARRAY[own_patient.id] JOIN audit_log AS l ON l.id = a.entry_id
    ), consent_period AS MATERIALIZED (
      SELECT CASE field WHEN 'C_DB_P' THEN 'personal' ELSE 'medical' END AS kind, answer = 'true' AS given,
        at AS since, lead(at, 1, 'infinity') OVER (PARTITION BY field ORDER BY at, seq) AS until
      FROM consent_event WHERE subject = (SELECT consent_subject FROM own_patient) AND field IN ('C_DB_P', 'C_DB_M')
    ), column_list AS MATERIALIZED (
      -- Few lists of columns and few filters repeat in many entries, so each is compared with the dictionary once.
      SELECT listed.*, v.name AS purpose, ARRAY(SELECT kind FROM (VALUES ${kindRows}) AS known (name, kind)
        WHERE name = ANY (string_to_array(translate(listed.columns, '[]{}" ', ''), ','))
          OR name IN (SELECT used #>> '{}' FROM jsonb_path_query(v.condition, 'strict $.**.field') AS used)
        GROUP BY kind ORDER BY ${sortKinds}) AS kinds
      FROM (SELECT DISTINCT columns, filter_id, filter_version FROM read_use) AS listed
      LEFT JOIN saved_filter_version AS v ON v.filter_id = listed.filter_id AND v.version = listed.filter_version
    ), saved_block AS (
      SELECT at, actor, via, 'identity' AS kind FROM patient_identity_version WHERE patient_id = (SELECT id FROM own_patient)
      UNION ALL SELECT at, actor, via, 'personal' FROM patient_personal_version WHERE patient_id = (SELECT id FROM own_patient)
      UNION ALL SELECT at, actor, via, 'medical' FROM patient_medical_version WHERE patient_id = (SELECT id FROM own_patient)
      UNION ALL SELECT at, actor, CASE channel WHEN 'service' THEN 'service' ELSE 'file' END, 'consents' FROM consent_event
        WHERE subject = (SELECT consent_subject FROM own_patient) AND channel IN ('centre', 'service')
    ), save AS (
      -- One import or one save of the form is one transaction with one time.
      SELECT at, max(via) AS means,
        CASE WHEN actor LIKE 'center %' THEN 'program' ELSE 'CenterAdmin' END AS reader_role, array_agg(kind ORDER BY ${sortKinds}) AS kinds
      FROM saved_block WHERE via IN ('form', 'file', 'service') GROUP BY at, actor
    ), every_use AS (
      SELECT r.at, r.means, r.reader_role, l.purpose, ARRAY(
        SELECT kind FROM unnest(l.kinds) AS kind
        WHERE kind NOT IN ('personal', 'medical')
          OR EXISTS (SELECT FROM consent_period AS c WHERE c.kind = kind.kind AND c.given AND r.at >= c.since AND r.at < c.until)
        ORDER BY ${sortKinds}) AS kinds
      FROM read_use AS r JOIN column_list AS l
        ON (l.columns, coalesce(l.filter_id, 0), coalesce(l.filter_version, 0)) = (r.columns, coalesce(r.filter_id, 0), coalesce(r.filter_version, 0))
      UNION ALL SELECT at, means, reader_role, NULL, kinds FROM save
    )
    SELECT u.at, u.means, u.reader_role, CASE WHEN u.reader_role IN ('CenterAdmin', 'program') THEN own_patient.centre END, u.purpose, u.kinds
    FROM own_patient CROSS JOIN every_use AS u
  $$`

export const dataUseStatements: readonly Statement[] = [listOwnDataUses]
