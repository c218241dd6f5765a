import type { Database } from './connect.ts'

/** A patient whose data a user or a centre's program used in a period. Days are those in Italy. */
export type AffectedPatient = {
  readonly centre: string
  /** The patient's id in the registry. */
  readonly patient: number
  readonly code: string
  /** The uses of the data: change, export, read. */
  readonly uses: string
  readonly times: number
  readonly first: string
  readonly last: string
}

export type UsePeriod = { readonly actor: string; readonly from: string; readonly to: string }

/**
 * Lists the patients whom an actor affected, for the notice of GDPR article 33. The sources are manifests, the log, histories and decisions
 * on candidates. Withdrawn patients no longer occur in them. The connection is the owner's, because no role of the server reads the log
 * (REQ-ADM-02).
 */
export const listAffectedPatients = (database: Database, { actor, from, to }: UsePeriod): Promise<AffectedPatient[]> => database<
  AffectedPatient[]
>`
  WITH period AS (
    SELECT ${from}::timestamp AT TIME ZONE 'Europe/Rome' AS first, (${to}::date + 1)::timestamp AT TIME ZONE 'Europe/Rome' AS last
  ), patient_use AS (
    SELECT e.patient_id, m.at, 'export' AS kind
    FROM export_manifest AS m JOIN export_patient AS e ON e.manifest_id = m.id WHERE m.actor = ${actor}
    UNION ALL
    SELECT unnest(r.patient_ids), l.at, CASE WHEN l.reads -> 'file' = 'true' THEN 'export' ELSE 'read' END
    FROM audit_log AS l JOIN audit_read AS r ON r.entry_id = l.id AND r.at = l.at WHERE l.username = ${actor}
    UNION ALL SELECT patient_id, at, 'change' FROM patient_identity_version WHERE actor = ${actor}
    UNION ALL SELECT patient_id, at, 'change' FROM patient_personal_version WHERE actor = ${actor}
    UNION ALL SELECT patient_id, at, 'change' FROM patient_medical_version WHERE actor = ${actor}
    UNION ALL SELECT patient_id, decided_at, 'change' FROM study_patient WHERE decided_by = ${actor}
    UNION ALL SELECT p.id, e.at, 'change' FROM consent_event AS e JOIN patient AS p ON p.consent_subject = e.subject WHERE e.actor = ${actor}
  )
  SELECT p.centre_code AS centre, p.id AS patient, i.centre_patient_code AS code,
    string_agg(DISTINCT u.kind, ' ' ORDER BY u.kind) AS uses, count(*)::integer AS times,
    to_char(min(u.at) AT TIME ZONE 'Europe/Rome', 'YYYY-MM-DD HH24:MI:SS') AS first,
    to_char(max(u.at) AT TIME ZONE 'Europe/Rome', 'YYYY-MM-DD HH24:MI:SS') AS last
  FROM period JOIN patient_use AS u ON u.at >= period.first AND u.at < period.last
    JOIN patient AS p ON p.id = u.patient_id JOIN patient_identity AS i ON i.patient_id = p.id
  GROUP BY p.centre_code, p.id, i.centre_patient_code ORDER BY p.centre_code, p.id`
