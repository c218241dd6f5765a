import { securityDefiner, type Statement } from './text.ts'

/**
 * Moves the patient ids of an audit entry to a separate list. Entries never change, but a withdrawal must remove the patient. A filter that
 * found a patient reveals a condition of the patient (REQ-CON-08, REQ-ADM-02).
 */
const moveReadPatients = `CREATE OR REPLACE FUNCTION move_read_patients() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    INSERT INTO audit_read (entry_id, at, patient_ids)
    SELECT NEW.id, NEW.at, array_agg(number::integer) FROM jsonb_array_elements_text(NEW.reads -> 'patients') AS number HAVING count(*) > 0;
    NEW.reads := NEW.reads - 'patients';
    RETURN NEW;
  END $$`

export const auditReadStatements: readonly Statement[] = [
  moveReadPatients,
  `CREATE OR REPLACE TRIGGER move_read_patients BEFORE INSERT ON audit_log
  FOR EACH ROW WHEN (NEW.reads ? 'patients') EXECUTE FUNCTION move_read_patients()`,
]
