import { own, securityDefiner, type Statement } from './text.ts'

/** The ids in one row: few enough for a row without separate storage, so that Postgres reads a row for each export of a patient. */
const idsPerRange = 250

/** The condition on `export_patient_range` for the exports that contain a patient. */
export const containsPatient = (patient: string): string =>
  `export_patient_range.id_range = ${patient} / ${idsPerRange} AND ${patient} = ANY (export_patient_range.patient_ids)`

/** Selects the ids of the exports that contain a patient. */
export const selectExportsWith = (patient: string): string =>
  `SELECT export_patient_range.manifest_id FROM export_patient_range WHERE ${containsPatient(patient)}`

export const deletionRequestLock = `hashtext('deletion_request')`

/** Opens a deletion request of the exports that meet a condition (REQ-CON-17). A confirmed deletion request stays confirmed, because its file is gone. */
export const insertDeletionRequests = (condition: string): string =>
  `INSERT INTO deletion_request (manifest_id, recipient, due_on)
      SELECT id, actor, (date_trunc('month', now() AT TIME ZONE 'Europe/Rome') + interval '2 months - 1 day')::date
      FROM export_manifest WHERE ${condition}
      ON CONFLICT DO NOTHING`

/** The condition on a patient and a manifest that the export contains the patient. */
export const isExported = (patient: string, manifest: string): string =>
  `EXISTS (SELECT FROM export_patient_range WHERE export_patient_range.manifest_id = ${manifest} AND ${containsPatient(patient)})`

/** The patients are stored before their manifest, so the key is checked at the end of the transaction. The tool of the migrations cannot say so. */
const checkManifestAtCommit = `ALTER TABLE export_patient_range ALTER CONSTRAINT export_patient_range_manifest DEFERRABLE INITIALLY DEFERRED`

/**
 * Stores some patients of an export. All are stored before the manifest, which ends the list (REQ-EXP-04). It comes in parts, because one
 * text of a million ids would be copied several times in the server.
 */
const addExportPatients = `CREATE OR REPLACE FUNCTION add_export_patients(in_export uuid, in_part integer, in_patients integer[]) RETURNS void
  LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    IF EXISTS (SELECT FROM export_manifest WHERE id = in_export) THEN
      RAISE EXCEPTION 'the patients of an export are never changed' USING ERRCODE = 'insufficient_privilege';
    END IF;
    INSERT INTO export_patient_range (id_range, manifest_id, part, patient_ids)
    SELECT id / ${idsPerRange} AS id_range, in_export, in_part, array_agg(id ORDER BY id) FROM unnest(in_patients) AS exported (id) GROUP BY 1;
  END $$`

/** The exports with the patient of this transaction. The server cannot read whose data an export contains. */
const findOwnExports = `CREATE OR REPLACE FUNCTION find_own_exports() RETURNS SETOF uuid LANGUAGE sql STABLE ${securityDefiner} AS $$
  ${selectExportsWith(own.patient)}
  $$`

export const exportPatientStatements: readonly Statement[] = [checkManifestAtCommit, addExportPatients, findOwnExports]
