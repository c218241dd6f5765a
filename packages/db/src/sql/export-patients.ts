import { own, securityDefiner, type Statement } from './text.ts'

/** The ids in one row: few enough for a row without separate storage, so that Postgres reads a row for each export of a patient. */
const idsPerRange = 250

/** The condition on `export_patient_range` for the exports that contain a patient. */
export const containsPatient = (patient: string): string =>
  `export_patient_range.id_range = ${patient} / ${idsPerRange} AND ${patient} = ANY (export_patient_range.patient_ids)`

/** Selects the ids of the exports that contain a patient. */
export const selectExportsWith = (patient: string): string =>
  `SELECT export_patient_range.manifest_id FROM export_patient_range WHERE ${containsPatient(patient)}`

/** The trigger is the only writer, so the ranges of a manifest always contain its patients. */
const storeRanges: readonly Statement[] = [
  `CREATE OR REPLACE FUNCTION store_export_patients() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    INSERT INTO export_patient_range (id_range, manifest_id, patient_ids)
    SELECT id / ${idsPerRange} AS id_range, NEW.id, array_agg(id) FROM unnest(NEW.patient_ids) AS exported (id) GROUP BY 1;
    RETURN NULL;
  END $$`,
  `CREATE OR REPLACE TRIGGER store_export_patients AFTER INSERT ON export_manifest FOR EACH ROW EXECUTE FUNCTION store_export_patients()`,
]

/** The exports with the patient of this transaction. The server cannot read whose data an export contains. */
const findOwnExports = `CREATE OR REPLACE FUNCTION find_own_exports() RETURNS SETOF uuid LANGUAGE sql STABLE ${securityDefiner} AS $$
  ${selectExportsWith(own.patient)}
  $$`

export const exportPatientStatements: readonly Statement[] = [...storeRanges, findOwnExports]
