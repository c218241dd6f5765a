import { createOwnerFunction, formatSignature, type OwnerFunction } from './owner-function.ts'
import type { Statement } from './text.ts'

/**
 * The account, contact and sections of a registration that nobody has answered and in which nobody has saved a value. Its data can be
 * deleted without a loss (REQ-PAT-04, REQ-IMP-17).
 */
export const isUntouched = `account.password_hash IS NULL AND account.password_changed_at IS NULL AND patient.c_db_no_notification IS NULL
        AND NOT EXISTS (SELECT FROM sign_in_contact AS contact WHERE contact.account_id = account.id AND contact.in_use)
        AND NOT EXISTS (SELECT FROM patient_personal_version AS saved WHERE saved.patient_id = patient.id)
        AND NOT EXISTS (SELECT FROM patient_medical_version AS saved WHERE saved.patient_id = patient.id)`

/** An answer of the person or of a guardian: given to the registry, or on a paper. */
export const isOwnAnswer = "event.channel IN ('patient', 'paper_import', 'assent', 'guardian', 'paper', 'desk')"

/** A guardian accepted to act for the patient, or a signed form waits for its confirmation. Both are answers that the ledger does not have (REQ-GRD-08). */
export const isAnsweredElsewhere = `(EXISTS (SELECT FROM guardianship AS g WHERE g.patient_id = patient.id AND g.accepted_at IS NOT NULL)
        OR EXISTS (SELECT FROM paper_consent AS paper WHERE paper.patient_id = patient.id AND paper.state = 'PENDING'))`
/** A patient with a guardian needs no account. */
export const isInvitedOrHasGuardian = `(account.id IS NOT NULL OR EXISTS (SELECT FROM guardianship AS g WHERE g.patient_id = patient.id))`

/**
 * The registrations of an import of the caller's centre. An answer of the import itself has the same time, because both are one
 * transaction.
 */
const findRegistrations: OwnerFunction = {
  name: 'find_registrations',
  parameters: { in_import: 'uuid' },
  returns: 'TABLE (patient_id integer, login_mode text, changed boolean)',
  body: `
    SELECT patient.id, patient.login_mode::text, (${isInvitedOrHasGuardian} AND ${isUntouched} AND NOT ${isAnsweredElsewhere}
        AND NOT EXISTS (SELECT FROM patient_identity_version AS saved WHERE saved.patient_id = patient.id AND saved.version > 1)
        AND NOT EXISTS (SELECT FROM consent_event AS event WHERE event.subject = patient.consent_subject AND (event.at IS DISTINCT FROM run.at OR ${isOwnAnswer}))
      ) IS NOT TRUE
    FROM import_run AS run JOIN patient ON patient.centre_code = run.centre_code
    JOIN patient_identity_version AS first ON first.patient_id = patient.id AND first.version = 1 AND first.import_id = run.id
    LEFT JOIN account ON account.patient_id = patient.id
    WHERE run.id = in_import AND run.command = 'createPatients' AND run.undone_at IS NULL AND run.centre_code = current_setting('app.centre', true)`,
}

const countRegistrations: OwnerFunction = {
  name: 'count_registrations',
  parameters: { in_import: 'uuid' },
  returns: 'TABLE (registered integer, changed integer)',
  body: 'SELECT count(*)::integer, (count(*) FILTER (WHERE found.changed))::integer FROM find_registrations(in_import) AS found',
}

/**
 * Deletes the registrations of an import, all or none, and marks it as undone (REQ-IMP-17). The counts remain, because deleted
 * registrations count against the limits of 24 hours: their invitations were sent (THREAT-14). The lock makes an answer that arrives
 * meanwhile wait, or makes this transaction begin again.
 */
const undoRegistrations: OwnerFunction = {
  name: 'undo_registrations',
  parameters: { in_import: 'uuid' },
  returns: 'integer',
  language: 'plpgsql',
  body: `
  DECLARE
    patients integer[];
    mobiles integer;
  BEGIN
    PERFORM FROM find_registrations(in_import) AS found JOIN patient ON patient.id = found.patient_id FOR UPDATE OF patient;
    PERFORM FROM find_registrations(in_import) AS found JOIN account ON account.patient_id = found.patient_id FOR UPDATE OF account;
    IF EXISTS (SELECT FROM find_registrations(in_import) AS found WHERE found.changed) THEN
      RAISE EXCEPTION 'a registration of the import has changed' USING ERRCODE = 'check_violation', CONSTRAINT = 'import_run_registrations_unchanged';
    END IF;
    SELECT array_agg(found.patient_id ORDER BY found.patient_id), count(*) FILTER (WHERE found.login_mode = 'Mobile') INTO patients, mobiles
    FROM find_registrations(in_import) AS found;
    IF patients IS NULL THEN RETURN 0; END IF;
    PERFORM erase_patient(listed.id) FROM unnest(patients) AS listed (id);
    UPDATE import_run SET undone_at = now(), removed = cardinality(patients), removed_mobiles = mobiles WHERE id = in_import;
    RETURN cardinality(patients);
  END `,
}

export const importSignatures = [countRegistrations, undoRegistrations].map(formatSignature)

/** An import is undone once, now, and by the person of the transaction. This is irreversible (REQ-IMP-17). */
export const importStatements: readonly Statement[] = [
  `CREATE OR REPLACE FUNCTION set_import_undone() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF OLD.undone_at IS NOT NULL THEN
      RAISE EXCEPTION 'an import is undone once' USING ERRCODE = 'insufficient_privilege';
    END IF;
    NEW.undone_at := now();
    NEW.undone_by := nullif(current_setting('app.actor', true), '');
    RETURN NEW;
  END $$`,
  `CREATE OR REPLACE TRIGGER set_undone_on_update BEFORE UPDATE ON import_run
  FOR EACH ROW WHEN (NEW.undone_at IS DISTINCT FROM OLD.undone_at) EXECUTE FUNCTION set_import_undone()`,
  createOwnerFunction(findRegistrations),
  createOwnerFunction(countRegistrations),
  createOwnerFunction(undoRegistrations),
]
