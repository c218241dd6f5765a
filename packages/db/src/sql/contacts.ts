import { securityDefiner, type Statement } from './text.ts'

/** The sign-in contact of `patient` with its `identity`; NULL without a contact of the sign-in mode. */
export const signInContact = `CASE patient.login_mode WHEN 'Email' THEN identity.email ELSE identity.mobile_prefix || identity.mobile END`

/** Nobody writes to a patient whom an import brought in before the invitation. */
export const isInvited = 'EXISTS (SELECT FROM account WHERE account.patient_id = patient.id)'

/**
 * These triggers update sign_in_contact from account, identity and guardian. A contact is pending until the person chooses a password through a link
 * sent to it. Then one account in the registry uses it (REQ-PAT-02). An import therefore reads no contacts of other centres (REQ-PAT-03).
 */
export const contactStatements: readonly Statement[] = [
  `CREATE OR REPLACE FUNCTION add_sign_in_contacts() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    INSERT INTO sign_in_contact (account_id, contact, in_use)
    SELECT inserted.id, ${signInContact}, inserted.password_hash IS NOT NULL
    FROM inserted JOIN patient ON patient.id = inserted.patient_id JOIN patient_identity AS identity ON identity.patient_id = patient.id
    WHERE ${signInContact} IS NOT NULL;
    INSERT INTO sign_in_contact (account_id, contact, in_use)
    SELECT inserted.id, guardian.contact, inserted.password_hash IS NOT NULL FROM inserted JOIN guardian ON guardian.id = inserted.guardian_id
    WHERE inserted.patient_id IS NULL AND guardian.contact IS NOT NULL;
    RETURN NULL;
  END $$`,
  `CREATE OR REPLACE TRIGGER add_sign_in_contacts AFTER INSERT ON account
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION add_sign_in_contacts()`,

  `CREATE OR REPLACE FUNCTION use_sign_in_contact() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    PERFORM adopt_guardian(NEW.id);
    UPDATE sign_in_contact SET in_use = true WHERE account_id = NEW.id AND NOT in_use;
    -- The invitation of a new guardian named its centre, so the first password accepts. Later guardianships wait for their holder.
    IF NEW.patient_id IS NULL AND OLD.password_changed_at IS NULL THEN
      PERFORM accept_guardianship(id) FROM guardianship WHERE guardian_id = NEW.guardian_id AND accepted_at IS NULL AND ended_at IS NULL;
    END IF;
    RETURN NULL;
  END $$`,
  `CREATE OR REPLACE TRIGGER use_sign_in_contact AFTER UPDATE OF password_hash ON account
  FOR EACH ROW WHEN (NEW.staff_user_id IS NULL AND NEW.password_hash IS NOT NULL AND OLD.password_hash IS NULL) EXECUTE FUNCTION use_sign_in_contact()`,

  `CREATE OR REPLACE FUNCTION update_sign_in_contact() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    DELETE FROM sign_in_contact USING account
    WHERE sign_in_contact.account_id = account.id AND account.patient_id = NEW.patient_id AND CASE NEW.login_mode WHEN 'Email' THEN NEW.email ELSE NEW.mobile END IS NULL;
    INSERT INTO sign_in_contact (account_id, contact, in_use)
    SELECT account.id, ${signInContact}, account.password_hash IS NOT NULL
    FROM account JOIN patient ON patient.id = account.patient_id JOIN patient_identity AS identity ON identity.patient_id = patient.id
    WHERE account.patient_id = NEW.patient_id AND ${signInContact} IS NOT NULL
    ON CONFLICT (account_id) DO UPDATE SET contact = EXCLUDED.contact WHERE sign_in_contact.contact <> EXCLUDED.contact;
    RETURN NULL;
  END $$`,
  `CREATE OR REPLACE TRIGGER update_sign_in_contact AFTER UPDATE OF login_mode, email, mobile_prefix, mobile ON patient_identity
  FOR EACH ROW WHEN ((NEW.login_mode, NEW.email, NEW.mobile_prefix, NEW.mobile) IS DISTINCT FROM (OLD.login_mode, OLD.email, OLD.mobile_prefix, OLD.mobile))
  EXECUTE FUNCTION update_sign_in_contact()`,
]
