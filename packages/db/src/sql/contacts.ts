import { securityDefiner, type Statement } from './text.ts'

/** The contact that the patient `p` with the identity `i` signs in with; NULL where there is none. */
const contactInMode = `CASE p.login_mode WHEN 'Email' THEN i.email ELSE i.mobile_prefix || i.mobile END`

/**
 * sign_in_contact follows the account and the identity. A contact is pending until somebody chooses a password through a link that was
 * sent to it; then it is in use, by one account in the whole registry (D5). An import therefore never looks at contacts of other centres.
 */
export const contactStatements: readonly Statement[] = [
  `CREATE OR REPLACE FUNCTION add_sign_in_contacts() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    INSERT INTO sign_in_contact (account_id, contact, in_use)
    SELECT opened.id, ${contactInMode}, opened.password_hash IS NOT NULL
    FROM opened JOIN patient AS p ON p.id = opened.patient_id JOIN patient_identity AS i ON i.patient_id = p.id
    WHERE ${contactInMode} IS NOT NULL;
    RETURN NULL;
  END $$`,
  `CREATE OR REPLACE TRIGGER add_sign_in_contacts AFTER INSERT ON account
  REFERENCING NEW TABLE AS opened FOR EACH STATEMENT EXECUTE FUNCTION add_sign_in_contacts()`,

  `CREATE OR REPLACE FUNCTION use_sign_in_contact() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    UPDATE sign_in_contact SET in_use = true WHERE account_id = NEW.id AND NOT in_use;
    RETURN NULL;
  END $$`,
  `CREATE OR REPLACE TRIGGER use_sign_in_contact AFTER UPDATE OF password_hash ON account
  FOR EACH ROW WHEN (NEW.patient_id IS NOT NULL AND NEW.password_hash IS NOT NULL AND OLD.password_hash IS NULL) EXECUTE FUNCTION use_sign_in_contact()`,

  `CREATE OR REPLACE FUNCTION update_sign_in_contact() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    DELETE FROM sign_in_contact AS c USING account AS a
    WHERE c.account_id = a.id AND a.patient_id = NEW.patient_id AND CASE NEW.login_mode WHEN 'Email' THEN NEW.email ELSE NEW.mobile END IS NULL;
    INSERT INTO sign_in_contact (account_id, contact, in_use)
    SELECT a.id, ${contactInMode}, a.password_hash IS NOT NULL
    FROM account AS a JOIN patient AS p ON p.id = a.patient_id JOIN patient_identity AS i ON i.patient_id = p.id
    WHERE a.patient_id = NEW.patient_id AND ${contactInMode} IS NOT NULL
    ON CONFLICT (account_id) DO UPDATE SET contact = EXCLUDED.contact WHERE sign_in_contact.contact <> EXCLUDED.contact;
    RETURN NULL;
  END $$`,
  `CREATE OR REPLACE TRIGGER update_sign_in_contact AFTER UPDATE OF login_mode, email, mobile_prefix, mobile ON patient_identity
  FOR EACH ROW WHEN ((NEW.login_mode, NEW.email, NEW.mobile_prefix, NEW.mobile) IS DISTINCT FROM (OLD.login_mode, OLD.email, OLD.mobile_prefix, OLD.mobile))
  EXECUTE FUNCTION update_sign_in_contact()`,
]
