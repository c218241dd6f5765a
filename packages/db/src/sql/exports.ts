import { securityDefiner, type Statement } from './text.ts'

/** Two exports that differ by fewer patients than this show the values of those few (THREAT-33). */
export const fewPatients = 5

/**
 * find_similar_exports(patients, hash) gives the exports of the last year that hold nearly the same patients, and by how many they differ. The
 * server may not read whose rows an export had; it learns the number alone. Whoever asks waits for whoever asked before, so that of two
 * exports at the same time the second knows of the first (THREAT-33).
 */
const closeExports = `CREATE OR REPLACE FUNCTION find_similar_exports(chosen integer[], chosen_hash text) RETURNS TABLE (export uuid, differs integer)
  LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('find_similar_exports'));
    RETURN QUERY
      SELECT near.id, differing.patients FROM (
        SELECT m.id, m.patients, m.patient_ids FROM export_manifest AS m
        WHERE m.patients BETWEEN greatest(1, cardinality(chosen) - ${fewPatients - 1}) AND cardinality(chosen) + ${fewPatients - 1}
          AND m.set_hash <> chosen_hash AND m.at > now() - interval '1 year'
        ORDER BY m.at DESC LIMIT 100
      ) AS near
      CROSS JOIN LATERAL (
        SELECT (cardinality(chosen) + near.patients - 2 * count(*))::integer AS patients
        FROM unnest(near.patient_ids) AS earlier (id) JOIN unnest(chosen) AS now (id) USING (id)
      ) AS differing
      WHERE cardinality(chosen) > 0 AND differing.patients BETWEEN 1 AND ${fewPatients - 1}
      ORDER BY differing.patients;
  END $$`

/**
 * An export holds this lock as long as its transaction runs: a manifest without an outcome whose lock is free belongs to an export that
 * the end of its server or database cut short. How much of it left is unknown.
 */
export const exportLock = (manifestId: string): string => `hashtext('export'), hashtext(${manifestId})`
const markInterrupted = `CREATE OR REPLACE FUNCTION mark_interrupted_exports() RETURNS void LANGUAGE sql ${securityDefiner} AS $$
  INSERT INTO export_outcome (manifest_id, outcome, rows, bytes, sha256)
  SELECT m.id, 'interrupted', 0, 0, '' FROM export_manifest AS m
  WHERE NOT EXISTS (SELECT FROM export_outcome AS o WHERE o.manifest_id = m.id) AND pg_try_advisory_xact_lock(${exportLock('m.id::text')})
  ON CONFLICT DO NOTHING
  $$`

export const exportStatements: readonly Statement[] = [closeExports, markInterrupted]
