import { returnWhetherChanged, type OwnerFunction } from '../owner-function.ts'
import { current } from '../text.ts'

/** The changes of a sign-in contact that the holder of the previous contact can undo (REQ-PAT-20, THREAT-18). */
export const contactChangeFunctions: readonly OwnerFunction[] = [
  {
    // The patient calls it before the change, because it stores the identity version with the current contact.
    name: 'create_contact_change',
    parameters: { in_secret: 'bytea', in_now: 'timestamptz', in_expires: 'timestamptz' },
    returns: 'boolean',
    body: `
      DELETE FROM contact_correction USING account WHERE account.id = contact_correction.account_id AND account.patient_id = ${current.patient};
      ${returnWhetherChanged(`
      INSERT INTO contact_change (secret_hash, account_id, former_mode, former_version, changed_at, expires_at)
      SELECT in_secret, account.id, patient.login_mode, identity.version, in_now, in_expires
      FROM account JOIN patient ON patient.id = account.patient_id JOIN patient_identity AS identity ON identity.patient_id = patient.id
      WHERE patient.id = ${current.patient}`)}`,
  },
  {
    // Restores the previous contact, and ends this change and later ones, all sessions, codes and reset links. Returns the account as it
    // was, with its patients, or no row when the link no longer counts. The mode becomes e-mail again: a number without sign-in by SMS may
    // receive none.
    name: 'undo_contact_change',
    parameters: { in_secret: 'bytea', in_now: 'timestamptz' },
    returns: 'TABLE (account jsonb, centre text, code text, by_centre boolean)',
    language: 'plpgsql',
    body: `
      #variable_conflict use_column
      DECLARE
        change contact_change;
        former patient_identity_version;
        holder integer;
        patients integer[];
      BEGIN
        SELECT c.* INTO change FROM contact_change AS c JOIN account AS a ON a.id = c.account_id
        WHERE c.secret_hash = in_secret AND c.expires_at > in_now FOR UPDATE;
        IF NOT FOUND THEN RETURN; END IF;
        account := build_account_json(change.account_id);
        IF change.former_contact IS NOT NULL THEN
          UPDATE guardian SET login_mode = change.former_mode, contact = change.former_contact FROM account AS a
          WHERE a.id = change.account_id AND a.patient_id IS NULL AND guardian.id = a.guardian_id RETURNING guardian.id INTO holder;
          IF NOT FOUND THEN RETURN; END IF;
          UPDATE sign_in_contact SET contact = change.former_contact WHERE account_id = change.account_id;
          patients := ARRAY(SELECT g.patient_id FROM guardianship AS g WHERE g.guardian_id = holder AND is_guardianship_in_force(g));
        ELSE
          SELECT v.* INTO former FROM patient_identity_version AS v JOIN account AS a ON a.patient_id = v.patient_id
          WHERE a.id = change.account_id AND v.version = change.former_version;
          IF NOT FOUND OR EXISTS (
            SELECT FROM patient_identity_version AS v
            JOIN patient_identity_version AS before ON before.patient_id = v.patient_id AND before.version = v.version - 1
            WHERE v.patient_id = former.patient_id AND v.source <> 'patient' AND v.version > former.version + change.by_centre::integer
              AND (v.email, v.mobile_prefix, v.mobile) IS DISTINCT FROM (before.email, before.mobile_prefix, before.mobile)) THEN
            RETURN;
          END IF;
          PERFORM set_config('app.actor', 'patient ' || former.patient_id, true), set_config('app.source', 'patient', true);
          UPDATE patient SET login_mode = 'Email' WHERE id = former.patient_id AND login_mode <> 'Email' AND change.former_mode = 'Email';
          UPDATE patient_identity SET email = former.email, mobile_prefix = former.mobile_prefix, mobile = former.mobile
          WHERE patient_id = former.patient_id;
          UPDATE patient SET login_mode = change.former_mode WHERE id = former.patient_id AND login_mode <> change.former_mode;
          patients := ARRAY[former.patient_id];
        END IF;
        DELETE FROM contact_change WHERE account_id = change.account_id AND id >= change.id;
        DELETE FROM session WHERE account_id = change.account_id;
        UPDATE one_time_code SET used_at = in_now WHERE account_id = change.account_id AND used_at IS NULL;
        UPDATE sign_in_link SET used_at = in_now WHERE account_id = change.account_id AND used_at IS NULL;
        RETURN QUERY SELECT account, i.centre_code::text, i.centre_patient_code::text, change.by_centre
          FROM (SELECT 1) AS undone LEFT JOIN patient_identity AS i ON i.patient_id = ANY (patients) ORDER BY i.patient_id;
      END`,
  },
]
