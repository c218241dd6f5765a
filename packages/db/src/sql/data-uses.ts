import { readSources } from '@registry/domain/access/data-kinds'
import { communicationConsents } from '@registry/domain/communications/types'
import { fields, type Field } from '@registry/domain/fields/dictionary'
import { observationColumns } from '@registry/domain/imports/columns'
import { current, formatDayStart, list, literal, securityDefiner, type Statement } from './text.ts'

/** The kinds of data in the order of the page. */
const kindOrder = ['registration', 'identity', 'personal', 'medical', 'consents', 'studies', 'questionnaires'] as const
const kindByTable = {
  patient: 'registration',
  patient_identity: 'identity',
  patient_personal: 'personal',
  patient_medical: 'medical',
} as const

/** Centre, patient code and sign-in mode belong to the registration by the centre, and identify nobody (REQ-PAT-09). */
const findKind = ({ name, table }: Field): string => {
  if (name === 'CENTER_ID') return 'registration'
  return table === 'patient' && name.startsWith('C_') ? 'consents' : kindByTable[table]
}

/** The columns of read traces that are not fields. */
const otherColumns = [
  ['study_patient_status', 'studies'],
  ['approved', 'studies'],
  ['PSEUDONYM', 'studies'],
  ['SF36', 'questionnaires'],
  ...observationColumns.flatMap((name) => (name === 'CENTER_ID' ? [] : [[name, 'medical'] as const])),
  ['DAY', 'medical'],
  ...communicationConsents
    .filter((consent) => fields.every(({ name }) => name !== consent))
    .map((consent) => [consent, 'consents'] as const),
] as const
const kindRows = list(
  [...fields.map((field) => [field.name, findKind(field)] as const), ...otherColumns].map(
    ([name, kind]) => `(${literal(name)}, ${literal(kind)})`,
  ),
)
const sortKinds = `array_position(ARRAY[${list(kindOrder.map(literal))}], kind)`

/** The source of a read that is neither file nor filter nor message. */
const readSource = `CASE concat_ws(' ', l.command, nullif(l.action, '')) ${Object.entries(readSources)
  .map(([operation, source]) => `WHEN ${literal(operation)} THEN ${literal(source)}`)
  .join(' ')} ELSE 'reading' END`
/** One opening of a record or list makes several reads, with different columns. */
const mergesKinds = `u.source IN ('record', 'list')`

/** Uses are grouped by the day in Italy, where the patients are. */
const formatItalianDay = (moment: string): string => `(${moment} AT TIME ZONE 'Europe/Rome')::date`
const inPeriod = (moment: string): string => `${moment} >= ${formatDayStart('in_from')} AND ${moment} < ${formatDayStart('in_before')}`

/**
 * Lists who else used the data of the transaction's patient, from logs, manifests and history only, so that a withdrawal leaves nothing
 * (REQ-PAT-18, REQ-CON-08). The kinds are those of the columns and of the filter, because a result reveals both (REQ-FIL-07). Sections
 * without consent were withheld (REQ-FIL-04). Rows are grouped first: there may be tens of thousands.
 */
const listOwnDataUses = `CREATE OR REPLACE FUNCTION list_own_data_uses(in_from date, in_before date, in_language text)
  RETURNS TABLE (day date, used_at timestamptz, times integer, source text, reader_role text, centre text, purpose text, kinds text[])
  LANGUAGE sql STABLE ${securityDefiner} SET plan_cache_mode = force_custom_plan AS $$
    WITH own_patient AS (
      SELECT p.id, p.consent_subject, c.name AS centre FROM patient AS p JOIN centre AS c ON c.code = p.centre_code
      WHERE p.id = ${current.patientOrChild}
    ), consent_change AS (
      SELECT at, field, answer = 'true' AS given FROM consent_event
      WHERE subject = (SELECT consent_subject FROM own_patient) AND field IN ('C_DB_P', 'C_DB_M') AND at IS NOT NULL
    ), consent_times AS MATERIALIZED (
      SELECT array_agg(DISTINCT at ORDER BY at) AS list FROM consent_change
    ), own_export AS MATERIALIZED (
      SELECT m.id, m.at FROM own_patient JOIN export_patient ON export_patient.patient_id = own_patient.id JOIN export_manifest AS m ON m.id = manifest_id
    ), own_entry AS MATERIALIZED (
      SELECT a.entry_id AS id, a.at FROM own_patient JOIN audit_read AS a ON a.patient_ids @> ARRAY[own_patient.id] WHERE ${inPeriod('a.at')}
    ), own_read AS MATERIALIZED (
      SELECT m.at, 'export' AS source, m.as_role AS reader_role, m.filter_id, m.filter_version, m.study_id, to_jsonb(m.columns) AS columns
      FROM own_export AS own JOIN export_manifest AS m USING (id) WHERE ${inPeriod('own.at')}
      UNION ALL
      SELECT l.at, CASE WHEN l.reads -> 'message' = 'true' THEN 'message' WHEN l.reads -> 'file' = 'true' THEN 'export' WHEN l.reads -> 'filter' IS NOT NULL THEN 'screen' ELSE ${readSource} END,
        coalesce(l.reads ->> 'role', CASE WHEN l.username LIKE 'center %' THEN 'program' ELSE 'CenterAdmin' END),
        (l.reads -> 'filter' -> 'id')::integer, (l.reads -> 'filter' -> 'version')::integer, l.reads ->> 'study', l.reads -> 'columns'
      FROM own_entry JOIN audit_log AS l USING (id, at) WHERE ${inPeriod('at')}
    ), read_use AS MATERIALIZED (
      SELECT ${formatItalianDay('at')} AS day, max(at) AS at, count(*) AS times, source, reader_role, columns, filter_id, filter_version, study_id,
        coalesce(width_bucket(at, (SELECT list FROM consent_times)), 0) AS consent_period
      FROM own_read GROUP BY day, source, reader_role, columns, filter_id, filter_version, study_id, consent_period
    ), withheld AS MATERIALIZED (
      SELECT number AS consent_period, array_agg(kind) AS kinds
      FROM generate_series(0, coalesce(cardinality((SELECT list FROM consent_times)), 0)) AS number
        CROSS JOIN (VALUES ('C_DB_P', 'personal'), ('C_DB_M', 'medical')) AS data_domain (field, kind)
      WHERE NOT coalesce((SELECT given FROM consent_change WHERE field = data_domain.field AND at <= (SELECT list[number] FROM consent_times)
        ORDER BY at DESC LIMIT 1), false)
      GROUP BY number
    ), column_list AS MATERIALIZED (
      SELECT listed.*, v.name AS purpose, ARRAY(SELECT kind FROM (VALUES ${kindRows}) AS known (name, kind)
        WHERE listed.columns ? name OR name IN (SELECT used #>> '{}' FROM jsonb_path_query(v.condition, 'strict $.**.field') AS used)
          OR v.condition ->> 'text' ~* format('\\m%s\\M', name)
        GROUP BY kind ORDER BY ${sortKinds}) AS kinds
      FROM (SELECT DISTINCT columns, filter_id, filter_version FROM read_use) AS listed
      LEFT JOIN saved_filter_version AS v ON v.filter_id = listed.filter_id AND v.version = listed.filter_version
    ), shown_list AS MATERIALIZED (
      SELECT l.columns, coalesce(l.filter_id, 0) AS filter_id, coalesce(l.filter_version, 0) AS filter_version, l.purpose, c.consent_period,
        ARRAY(SELECT kind FROM unnest(l.kinds) AS kind WHERE kind <> ALL (coalesce(w.kinds, '{}')) ORDER BY ${sortKinds}) AS kinds
      FROM column_list AS l CROSS JOIN (SELECT DISTINCT consent_period FROM read_use) AS c LEFT JOIN withheld AS w USING (consent_period)
    ), saved_kind AS (
      SELECT at, actor, source, 'identity' AS kind FROM patient_identity_version WHERE patient_id = (SELECT id FROM own_patient)
      UNION SELECT at, actor, source, 'personal' FROM patient_personal_version WHERE patient_id = (SELECT id FROM own_patient)
      UNION SELECT at, actor, source, 'medical' FROM patient_medical_version WHERE patient_id = (SELECT id FROM own_patient)
      UNION SELECT recorded_at, recorded_by, CASE source WHEN 'fhir' THEN 'service' ELSE source END, 'medical' FROM observation
        WHERE patient_id = (SELECT id FROM own_patient)
      UNION SELECT ended_at, ended_by, 'form', 'medical' FROM observation
        WHERE patient_id = (SELECT id FROM own_patient) AND ended_as IN ('removed', 'undone')
      UNION SELECT at, actor, CASE channel WHEN 'service' THEN 'service' WHEN 'paper' THEN 'form' ELSE 'file' END, 'consents' FROM consent_event
        WHERE subject = (SELECT consent_subject FROM own_patient) AND channel IN ('centre', 'service', 'paper_import', 'paper')
      UNION SELECT decided_at, decided_by, decided_via, 'studies' FROM study_patient
        WHERE patient_id = (SELECT id FROM own_patient) AND decided_by IS NOT NULL
    ), save AS (
      SELECT at, max(source) AS source,
        CASE WHEN actor LIKE 'center %' THEN 'program' ELSE 'CenterAdmin' END AS reader_role, array_agg(kind ORDER BY ${sortKinds}) AS kinds
      FROM saved_kind WHERE source IN ('form', 'file', 'service') AND ${inPeriod('at')} GROUP BY at, actor
    ), every_use AS (
      SELECT r.day, r.at, r.times, r.source, r.reader_role, coalesce(CASE in_language WHEN 'en' THEN s.title_en END, s.title, l.purpose) AS purpose, l.kinds FROM read_use AS r JOIN shown_list AS l
        ON (l.columns, l.filter_id, l.filter_version, l.consent_period)
          = (r.columns, coalesce(r.filter_id, 0), coalesce(r.filter_version, 0), r.consent_period)
        LEFT JOIN clinical_study AS s ON s.id = r.study_id
      UNION ALL SELECT ${formatItalianDay('at')}, at, 1, source, reader_role, NULL, kinds FROM save
    )
    SELECT u.day, max(u.at), sum(u.times)::integer, u.source, u.reader_role,
      CASE WHEN u.reader_role IN ('CenterAdmin', 'program') THEN own_patient.centre END, u.purpose,
      ARRAY(SELECT kind FROM unnest(string_to_array(string_agg(array_to_string(u.kinds, ','), ','), ',')) AS kind
        WHERE kind <> '' GROUP BY kind ORDER BY ${sortKinds})
    FROM own_patient CROSS JOIN every_use AS u
    GROUP BY u.day, u.source, u.reader_role, own_patient.centre, u.purpose, CASE WHEN NOT ${mergesKinds} THEN u.kinds END
  $$`

export const dataUseStatements: readonly Statement[] = [listOwnDataUses]
