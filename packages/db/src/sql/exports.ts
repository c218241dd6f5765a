import { securityDefiner, type Statement } from './text.ts'

/** Two exports that differ by fewer patients reveal the values of those patients (THREAT-33). */
export const fewPatients = 5

/**
 * Finds exports of the last year with nearly the same patients as these, which are stored before their manifest, and the number of patients
 * by which they differ. The server cannot read the patients of an export; it learns only the number. Files of one study carry pseudonyms, so
 * comparing them reveals nothing new. The lock serialises callers, so the second of two parallel exports finds the first (THREAT-33).
 *
 * Ranges that both exports have are left out first, so that two exports of a million patients are compared by 8,000 rows.
 */
const findSimilarExports = `CREATE OR REPLACE FUNCTION find_similar_exports(in_export uuid, in_set_hash text, in_study text) RETURNS TABLE (export uuid, differs integer)
  LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    size integer := (SELECT coalesce(sum(cardinality(patient_ids)), 0) FROM export_patient_range WHERE manifest_id = in_export);
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('find_similar_exports'));
    RETURN QUERY
      SELECT candidate.id, difference.patients FROM (
        SELECT m.id FROM export_manifest AS m
        WHERE m.patients BETWEEN greatest(1, size - ${fewPatients - 1}) AND size + ${fewPatients - 1}
          AND m.set_hash <> in_set_hash AND (in_study IS NULL OR m.study_id IS DISTINCT FROM in_study) AND m.at > now() - interval '1 year'
        ORDER BY m.at DESC LIMIT 100
      ) AS candidate
      CROSS JOIN LATERAL (
        SELECT count(*)::integer AS patients FROM (
          SELECT id FROM (
            SELECT patient_ids FROM export_patient_range WHERE manifest_id IN (in_export, candidate.id) GROUP BY patient_ids HAVING count(*) = 1
          ) AS different CROSS JOIN unnest(different.patient_ids) AS listed (id) GROUP BY id HAVING count(*) = 1
        ) AS in_one
      ) AS difference
      WHERE size > 0 AND difference.patients BETWEEN 1 AND ${fewPatients - 1}
      ORDER BY difference.patients;
  END $$`

/**
 * The SQL arguments of the advisory lock of a running export. A manifest without an outcome and with a free lock belongs to an export that
 * a crash of the server or database interrupted. How much data left is unknown.
 */
export const exportLock = (manifestId: string): string => `hashtext('export'), hashtext(${manifestId})`
/** Each row takes a lock, and Postgres has room for some thousands. The next run marks the others. */
const maxInterrupted = 1000

const markInterrupted = `CREATE OR REPLACE FUNCTION mark_interrupted_exports() RETURNS void LANGUAGE sql ${securityDefiner} AS $$
  INSERT INTO export_outcome (manifest_id, outcome, rows, bytes, sha256)
  SELECT m.id, 'interrupted', 0, 0, ''
  FROM (SELECT id FROM export_manifest WHERE NOT EXISTS (SELECT FROM export_outcome AS o WHERE o.manifest_id = export_manifest.id) ORDER BY id LIMIT ${maxInterrupted}) AS m
  WHERE pg_try_advisory_xact_lock(${exportLock('m.id::text')})
  ON CONFLICT DO NOTHING
  $$`

export const exportStatements: readonly Statement[] = [findSimilarExports, markInterrupted]
