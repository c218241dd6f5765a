import { notificationLimitSettings } from '@registry/domain/messages/limits'
import { securityDefiner, literal, type Statement } from './text.ts'

/**
 * Half of each page stays free. So an update fits on the page of the old row and changes no index (HOT). A centre's file updates all
 * records of its patients.
 */
const freeSpaceForUpdates = 'fillfactor = 50'

/**
 * Creates the empty sections of a patient, so an import only updates. Copies the sign-in mode to the identity, for the unique contact
 * (REQ-PAT-05).
 */
export const patientStatements: readonly Statement[] = [
  ...['patient_personal', 'patient_medical'].map((table) => `ALTER TABLE ${table} SET (${freeSpaceForUpdates})`),
  `CREATE OR REPLACE FUNCTION create_patient_data_domains() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    INSERT INTO patient_personal (patient_id, centre_code) SELECT id, centre_code FROM inserted;
    INSERT INTO patient_medical (patient_id, centre_code) SELECT id, centre_code FROM inserted;
    RETURN NULL;
  END $$`,
  `CREATE OR REPLACE TRIGGER create_patient_data_domains AFTER INSERT ON patient
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION create_patient_data_domains()`,

  `CREATE OR REPLACE FUNCTION copy_login_mode() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    SELECT login_mode INTO NEW.login_mode FROM patient WHERE id = NEW.patient_id;
    RETURN NEW;
  END $$`,
  `CREATE OR REPLACE TRIGGER copy_login_mode BEFORE INSERT OR UPDATE ON patient_identity FOR EACH ROW EXECUTE FUNCTION copy_login_mode()`,

  `CREATE OR REPLACE FUNCTION check_mobile_prefix() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    IF (SELECT login_mode FROM patient WHERE id = NEW.patient_id) = 'Mobile' AND NOT NEW.mobile_prefix = ANY (string_to_array(replace(
      coalesce((SELECT value FROM setting WHERE key = 'mobile_prefixes'), ${literal(notificationLimitSettings.mobile_prefixes)}), ' ', ''), ',')) THEN
      RAISE EXCEPTION 'the mobile prefix is not allowed' USING ERRCODE = 'check_violation', CONSTRAINT = 'patient_identity_mobile_prefix';
    END IF;
    RETURN NEW;
  END $$`,
  // A patient who signs in by e-mail can have any mobile number. Only changed prefixes are checked, so stored numbers remain valid when the
  // list gets shorter (REQ-PAT-02, THREAT-14).
  `CREATE OR REPLACE TRIGGER check_mobile_prefix_on_insert BEFORE INSERT ON patient_identity
  FOR EACH ROW WHEN (NEW.mobile_prefix IS NOT NULL) EXECUTE FUNCTION check_mobile_prefix()`,
  `CREATE OR REPLACE TRIGGER check_mobile_prefix_on_update BEFORE UPDATE ON patient_identity
  FOR EACH ROW WHEN (NEW.mobile_prefix IS NOT NULL AND (NEW.mobile_prefix, NEW.login_mode) IS DISTINCT FROM (OLD.mobile_prefix, OLD.login_mode))
  EXECUTE FUNCTION check_mobile_prefix()`,

  `CREATE OR REPLACE FUNCTION copy_login_mode_to_identity() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    UPDATE patient_identity SET login_mode = NEW.login_mode WHERE patient_id = NEW.id;
    RETURN NULL;
  END $$`,
  `CREATE OR REPLACE TRIGGER copy_login_mode_to_identity AFTER UPDATE OF login_mode ON patient
  FOR EACH ROW WHEN (NEW.login_mode IS DISTINCT FROM OLD.login_mode) EXECUTE FUNCTION copy_login_mode_to_identity()`,
]
