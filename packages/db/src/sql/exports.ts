import { deletionRequestLock, isExported, selectExportsWith } from './export-patients.ts'
import { givesStudyConsents } from './studies.ts'
import { current, securityDefiner, type Statement } from './text.ts'

/**
 * Stores the patients of an export, once, in the transaction of its manifest (REQ-EXP-04). An export selects its patients before. It fails
 * if one of them was deleted since (FAULT-14) or withdrew a consent after the moment of the data. It also fails if one is not in the
 * exported study with all its consents (REQ-STU-18, THREAT-32).
 */
const addExportPatients = `CREATE OR REPLACE FUNCTION add_export_patients(in_export uuid, in_patients integer[]) RETURNS void LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    manifest export_manifest;
    stored integer;
  BEGIN
    PERFORM pg_advisory_xact_lock_shared(${deletionRequestLock});
    SELECT * INTO manifest FROM export_manifest WHERE id = in_export;
    IF manifest.id IS NULL OR cardinality(in_patients) <> manifest.patients OR EXISTS (SELECT FROM export_patient WHERE manifest_id = in_export) THEN
      RAISE EXCEPTION 'the patients of an export are those that its manifest counts' USING ERRCODE = 'insufficient_privilege';
    END IF;
    INSERT INTO export_patient (manifest_id, patient_id) SELECT in_export, p.id FROM unnest(in_patients) AS exported (id) JOIN patient AS p ON p.id = exported.id;
    GET DIAGNOSTICS stored = ROW_COUNT;
    IF stored <> manifest.patients THEN
      RAISE EXCEPTION 'a patient was deleted' USING ERRCODE = 'check_violation', CONSTRAINT = 'export_patient_registered';
    END IF;
    IF manifest.study_id IS NOT NULL AND EXISTS (
      SELECT FROM export_patient AS e WHERE e.manifest_id = in_export AND NOT EXISTS (
        SELECT FROM study_patient AS s JOIN clinical_study AS study ON study.id = s.study_id JOIN patient AS p ON p.id = s.patient_id
        WHERE s.study_id = manifest.study_id AND s.patient_id = e.patient_id AND s.status IN ('ConsensoSI', 'Esportato') AND s.left_at IS NULL
          AND ${givesStudyConsents('p', 'study')})) THEN
      RAISE EXCEPTION 'a patient does not take part in the study' USING ERRCODE = 'check_violation', CONSTRAINT = 'export_patient_participates';
    END IF;
    IF manifest.study_id IS NULL AND manifest.repeats IS NULL AND EXISTS (
      SELECT FROM consent_event AS taken JOIN patient AS p ON p.consent_subject = taken.subject
      WHERE taken.at > manifest.as_of AND taken.field IN ('C_DB_P', 'C_DB_M') AND taken.answer IN ('false', '"lapsed"')
        AND (p.c_db AND p.c_db_p AND p.c_db_m) IS NOT TRUE AND ${isExported('p.id', 'in_export')} AND EXISTS (
          SELECT FROM consent_event AS given
          WHERE given.subject = taken.subject AND given.field = taken.field AND given.seq < taken.seq AND given.answer = 'true')) THEN
      RAISE EXCEPTION 'a patient took back a consent' USING ERRCODE = 'check_violation', CONSTRAINT = 'export_patient_consents';
    END IF;
  END $$`

/** Finds the exports with the patient of this transaction. The server cannot read whose data an export contains. */
const findOwnExports = `CREATE OR REPLACE FUNCTION find_own_exports() RETURNS SETOF uuid LANGUAGE sql STABLE ${securityDefiner} AS $$
  ${selectExportsWith(current.patientOrChild)}
  $$`

/** Two exports that differ by fewer patients reveal the values of those patients (THREAT-33). */
export const fewPatients = 5

/**
 * Counts the different patients of nearly equal exports of the last year. The server learns only the number. Files of one study carry
 * pseudonyms, so comparing them reveals nothing new. The lock lets the second of two parallel exports find the first (THREAT-33).
 */
const findSimilarExports = `CREATE OR REPLACE FUNCTION find_similar_exports(in_export uuid) RETURNS TABLE (export uuid, differs integer)
  LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    manifest export_manifest;
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('find_similar_exports'));
    SELECT * INTO manifest FROM export_manifest WHERE id = in_export;
    RETURN QUERY
      SELECT candidate.id, difference.patients FROM (
        SELECT DISTINCT ON (m.set_hash) m.id, m.patients FROM export_manifest AS m
        WHERE m.patients BETWEEN greatest(1, manifest.patients - ${fewPatients - 1}) AND manifest.patients + ${fewPatients - 1}
          AND m.set_hash <> manifest.set_hash AND (manifest.study_id IS NULL OR m.study_id IS DISTINCT FROM manifest.study_id)
          AND m.at > now() - interval '1 year'
        ORDER BY m.set_hash, m.at DESC
      ) AS candidate
      CROSS JOIN LATERAL (
        SELECT candidate.patients + manifest.patients - 2 * count(*)::integer AS patients
        FROM export_patient AS one JOIN export_patient AS other USING (patient_id)
        WHERE one.manifest_id = in_export AND other.manifest_id = candidate.id
      ) AS difference
      WHERE manifest.patients > 0 AND difference.patients BETWEEN 1 AND ${fewPatients - 1}
      ORDER BY difference.patients;
  END $$`

/**
 * The SQL arguments of the advisory lock of a running export. A manifest without an outcome and with a free lock belongs to an export that
 * a crash interrupted. The amount of sent data is unknown.
 */
export const exportLock = (manifestId: string): string => `hashtext('export'), hashtext(${manifestId})`

/** Selects the exports without an outcome first, so that only these take a lock. */
const markInterrupted = `CREATE OR REPLACE FUNCTION mark_interrupted_exports() RETURNS void LANGUAGE sql ${securityDefiner} AS $$
  WITH open_export AS MATERIALIZED (
    SELECT id FROM export_manifest AS m WHERE NOT EXISTS (SELECT FROM export_outcome AS o WHERE o.manifest_id = m.id)
  )
  INSERT INTO export_outcome (manifest_id, outcome, rows, bytes, sha256)
  SELECT id, 'interrupted', 0, 0, '' FROM open_export WHERE pg_try_advisory_xact_lock(${exportLock('id::text')})
  ON CONFLICT DO NOTHING
  $$`

export const exportStatements: readonly Statement[] = [addExportPatients, findOwnExports, findSimilarExports, markInterrupted]
