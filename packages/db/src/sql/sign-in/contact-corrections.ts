import { returnWhetherChanged, type OwnerFunction } from '../owner-function.ts'
import { current } from '../text.ts'

/** The account of a patient of the transaction's centre (THREAT-44). */
const accountOfOwnCentre = `account JOIN patient ON patient.id = account.patient_id
      WHERE patient.id = in_patient AND patient.centre_code = ${current.centre} AND patient.c_db_no_notification IS NULL`

/** A centre's corrections of a sign-in contact (REQ-PAT-24). */
export const contactCorrectionFunctions: readonly OwnerFunction[] = [
  {
    // Whether a patient of the centre has an account in use. The lock makes a first sign-in wait for the correction.
    name: 'has_account_in_use',
    parameters: { in_patient: 'integer' },
    returns: 'boolean',
    language: 'plpgsql',
    body: `
      DECLARE
        in_use boolean;
      BEGIN
        SELECT account.password_hash IS NOT NULL INTO in_use FROM ${accountOfOwnCentre} FOR UPDATE OF account;
        RETURN coalesce(in_use, false);
      END`,
  },
  {
    // Ends links, sessions and waiting messages of a wrong contact before the first sign-in.
    name: 'end_invitations',
    parameters: { in_patient: 'integer', in_now: 'timestamptz' },
    returns: 'void',
    language: 'plpgsql',
    body: `
      DECLARE
        invited integer;
      BEGIN
        SELECT account.id INTO invited FROM ${accountOfOwnCentre} AND account.password_hash IS NULL FOR UPDATE OF account;
        IF NOT FOUND THEN RETURN; END IF;
        UPDATE sign_in_link SET used_at = in_now WHERE account_id = invited AND used_at IS NULL;
        UPDATE one_time_code SET used_at = in_now WHERE account_id = invited AND used_at IS NULL;
        DELETE FROM session WHERE account_id = invited;
        DELETE FROM notification WHERE patient_id = in_patient AND first_attempt_at IS NULL;
      END`,
  },
  {
    // Stores the corrected contact until its holder confirms it. It replaces an earlier correction.
    name: 'request_contact_correction',
    parameters: {
      in_patient: 'integer',
      in_mode: 'text',
      in_email: 'text',
      in_prefix: 'text',
      in_mobile: 'text',
      in_secret: 'bytea',
      in_undo: 'bytea',
      in_now: 'timestamptz',
      in_expires: 'timestamptz',
    },
    returns: 'boolean',
    body: `
      DELETE FROM contact_correction USING account WHERE account.id = contact_correction.account_id AND account.patient_id = in_patient
        AND EXISTS (SELECT FROM patient WHERE patient.id = in_patient AND patient.centre_code = ${current.centre});
      ${returnWhetherChanged(`
        INSERT INTO contact_correction (account_id, secret_hash, undo_hash, login_mode, email, mobile_prefix, mobile, actor, source, reason, created_at, expires_at)
        SELECT account.id, in_secret, in_undo, in_mode, in_email, in_prefix, in_mobile, ${current.actor}, current_setting('app.source'),
          nullif(current_setting('app.reason', true), ''), in_now, in_expires
        FROM ${accountOfOwnCentre}`)}`,
  },
  {
    // Finds the unconfirmed correction, for the centre that made it.
    name: 'find_pending_correction',
    parameters: { in_patient: 'integer' },
    returns: 'TABLE (contact text, at timestamptz, actor text, expires_at timestamptz)',
    body: `
      SELECT CASE waiting.login_mode WHEN 'Email' THEN waiting.email ELSE waiting.mobile_prefix || waiting.mobile END, waiting.created_at, waiting.actor,
        waiting.expires_at
      FROM contact_correction AS waiting WHERE waiting.expires_at > now() AND waiting.account_id = (SELECT account.id FROM ${accountOfOwnCentre})`,
  },
  {
    // The account and the new contact of a live link.
    name: 'find_contact_correction',
    parameters: { in_secret: 'bytea', in_now: 'timestamptz' },
    returns: 'TABLE (account jsonb, contact text)',
    body: `
      SELECT build_account_json(account_id) - 'personal_words', CASE login_mode WHEN 'Email' THEN email ELSE mobile_prefix || mobile END
      FROM contact_correction WHERE secret_hash = in_secret AND expires_at > in_now AND build_account_json(account_id) IS NOT NULL`,
  },
  {
    // Counts the attempt and returns the code that the link's page requested, in one statement (THREAT-13).
    name: 'count_correction_code_attempt',
    parameters: { in_secret: 'bytea', in_now: 'timestamptz', in_most: 'integer' },
    returns: 'TABLE (id integer, code_hash bytea, salt bytea)',
    body: `
      UPDATE one_time_code AS c SET attempts = c.attempts + 1
      FROM contact_correction AS k
      WHERE k.secret_hash = in_secret AND k.expires_at > in_now AND c.account_id = k.account_id
        AND c.purpose = 'contact' AND c.browser_hash = in_secret AND c.used_at IS NULL AND c.attempts < in_most AND c.expires_at > in_now
      RETURNING c.id, c.code_hash, c.salt`,
  },
  {
    // Makes the corrected contact the sign-in contact, in the name of the centre's administrator with the reason. Both links to the
    // previous contact undo it. Returns the account as it was, or no row.
    name: 'confirm_contact_correction',
    parameters: { in_secret: 'bytea', in_undo: 'bytea', in_now: 'timestamptz', in_expires: 'timestamptz' },
    returns: 'TABLE (account jsonb, centre text, code text)',
    language: 'plpgsql',
    body: `
      #variable_conflict use_column
      DECLARE
        correction contact_correction;
        person patient;
        identity patient_identity;
      BEGIN
        SELECT * INTO correction FROM contact_correction WHERE secret_hash = in_secret AND expires_at > in_now FOR UPDATE;
        IF NOT FOUND THEN RETURN; END IF;
        SELECT p.* INTO person FROM patient AS p JOIN account AS a ON a.patient_id = p.id
        WHERE a.id = correction.account_id AND p.c_db_no_notification IS NULL FOR UPDATE OF p;
        IF NOT FOUND THEN RETURN; END IF;
        SELECT i.* INTO identity FROM patient_identity AS i WHERE i.patient_id = person.id FOR UPDATE;
        account := build_account_json(correction.account_id);
        PERFORM set_config('app.actor', correction.actor, true), set_config('app.source', correction.source, true),
          set_config('app.reason', coalesce(correction.reason, ''), true);
        INSERT INTO contact_change (secret_hash, account_id, former_mode, former_version, by_centre, changed_at, expires_at)
        SELECT secret, correction.account_id, person.login_mode, identity.version, true, in_now, in_expires
        FROM unnest(ARRAY[in_undo, correction.undo_hash]) AS secret;
        DELETE FROM contact_correction WHERE account_id = correction.account_id;
        UPDATE patient SET login_mode = correction.login_mode WHERE id = person.id AND login_mode <> correction.login_mode;
        UPDATE patient_identity SET
          email = CASE correction.login_mode WHEN 'Email' THEN correction.email ELSE email END,
          mobile_prefix = CASE correction.login_mode WHEN 'Mobile' THEN correction.mobile_prefix ELSE mobile_prefix END,
          mobile = CASE correction.login_mode WHEN 'Mobile' THEN correction.mobile ELSE mobile END
        WHERE patient_id = person.id RETURNING centre_code, centre_patient_code INTO centre, code;
        RETURN NEXT;
      END`,
  },
  {
    // Ends an unconfirmed correction for the person with the link to the current contact. Returns the account, or no row.
    name: 'refuse_contact_correction',
    parameters: { in_undo: 'bytea', in_now: 'timestamptz' },
    returns: 'TABLE (account jsonb, centre text, code text)',
    body: `
      WITH refused AS (DELETE FROM contact_correction WHERE undo_hash = in_undo AND expires_at > in_now RETURNING account_id)
      SELECT build_account_json(account.id), identity.centre_code::text, identity.centre_patient_code::text
      FROM refused JOIN account ON account.id = refused.account_id JOIN patient_identity AS identity ON identity.patient_id = account.patient_id`,
  },
]
