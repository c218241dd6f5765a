import { securityDefiner, type Statement } from './text.ts'

/**
 * Takes the numbers of the patients whose data were read out of an audit entry into a list beside it. The entry is for ever; a person
 * who is anonymised or erased leaves the list, since a filter that found them says what they have (D8, D11).
 */
const listReadPatients = `CREATE OR REPLACE FUNCTION move_read_patients() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    INSERT INTO audit_read (entry_id, patient_ids)
    SELECT NEW.id, array_agg(number::integer) FROM jsonb_array_elements_text(NEW.reads -> 'patients') AS number HAVING count(*) > 0;
    NEW.reads := NEW.reads - 'patients';
    RETURN NEW;
  END $$`

export const auditReadStatements: readonly Statement[] = [
  listReadPatients,
  `CREATE OR REPLACE TRIGGER move_read_patients BEFORE INSERT ON audit_log
  FOR EACH ROW WHEN (NEW.reads ? 'patients') EXECUTE FUNCTION move_read_patients()`,
]
