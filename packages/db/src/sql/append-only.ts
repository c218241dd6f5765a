import { isExported } from './export-patients.ts'
import type { Statement } from './text.ts'

/** A withdrawal deletes the patient's rows of these tables. No other statement changes them. */
const erasableTables = [
  'patient_identity_version',
  'patient_personal_version',
  'patient_medical_version',
  'record_signature',
  'paper_form',
  'sf36_response',
  'export_patient',
]
const immutableTables = [
  'consent_document',
  'receipt_key',
  'reference_change',
  'saved_filter_version',
  'export_outcome',
  'clinical_study_correction',
  'clinical_study_document',
  'clinical_study_sheet',
  'communication_event',
  'audit_log',
  'audit_chain_link',
]

const raiseError = `RAISE EXCEPTION '% is never changed', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';`

/** The person whom a withdrawal erases. */
const erasing = `nullif(current_setting('app.erasing', true), '')::integer`

/** Creates a trigger function that prevents every change except those that meet a condition. */
const createPreventFunction = (
  name: string,
  accepted: string,
): Statement => `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF ${accepted} THEN
      RETURN coalesce(NEW, OLD);
    END IF;
    ${raiseError}
  END $$`

/** The condition that an update changes these columns only. */
const changesOnly = (...columns: readonly string[]): string =>
  `TG_OP = 'UPDATE' AND to_jsonb(NEW) - '{${columns.join(', ')}}'::text[] = to_jsonb(OLD) - '{${columns.join(', ')}}'::text[]`

const functions: readonly Statement[] = [
  createPreventFunction('prevent_change', `TG_LEVEL = 'ROW' AND to_jsonb(OLD) ->> 'patient_id' = current_setting('app.erasing', true)`),
  // A result ends once, when it is corrected, removed or undone.
  createPreventFunction(
    'prevent_observation_change',
    `TG_OP = 'DELETE' AND OLD.patient_id = ${erasing}
      OR ${changesOnly('ended_at', 'ended_by', 'ended_as', 'reason')} AND OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL`,
  ),
  createPreventFunction(
    'prevent_list_change',
    `${changesOnly('patient_ids')} AND ${erasing} = ANY (OLD.patient_ids) AND NEW.patient_ids = array_remove(OLD.patient_ids, ${erasing})`,
  ),
  // A withdrawal decreases the patient count before it deletes the patient's row.
  createPreventFunction(
    'prevent_manifest_change',
    `${changesOnly('patients')} AND NEW.patients = OLD.patients - 1 AND ${isExported(erasing, 'OLD.id')}`,
  ),
  // The answers of an anonymised or erased person remain. Their time, address, actor, guardian and paper are removed (REQ-CON-10).
  createPreventFunction(
    'prevent_consent_change',
    `${changesOnly('at', 'ip_address', 'actor', 'guardian_id', 'paper_consent_id', 'signed_on', 'paper_reference', 'paper_version')} AND OLD.subject::text = current_setting('app.closing_subject', true)
        AND NEW.at IS NULL AND NEW.ip_address = '' AND NEW.actor = NEW.channel AND num_nonnulls(NEW.guardian_id, NEW.paper_consent_id, NEW.signed_on, NEW.paper_reference, NEW.paper_version) = 0
      OR TG_OP = 'UPDATE' AND OLD.at IS NULL AND NEW = OLD AND current_setting('app.shuffling', true) = 'true'`,
  ),
  // A withdrawal with v2 or v3 deletes the receipts and the record of documents sent to the person (REQ-CON-08, REQ-CON-09).
  createPreventFunction(
    'prevent_sent_text_change',
    `TG_OP = 'DELETE' AND OLD.subject::text = current_setting('app.closing_subject', true)`,
  ),
]

const createRowTriggers = (table: string, reject: string): Statement[] => [
  `CREATE OR REPLACE TRIGGER prevent_change BEFORE UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION ${reject}()`,
  `CREATE OR REPLACE TRIGGER prevent_truncate BEFORE TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION prevent_change()`,
]

/** Evidence never changes. Missing grants stop the server; these triggers also stop the owner (REQ-CON-04, REQ-ADM-02). */
export const appendOnlyStatements: readonly Statement[] = [
  ...functions,
  ...erasableTables.flatMap((table) => createRowTriggers(table, 'prevent_change')),
  ...createRowTriggers('observation', 'prevent_observation_change'),
  // A list of patients whose data were read. Only a withdrawal changes it, by removing the patient.
  ...createRowTriggers('audit_read', 'prevent_list_change'),
  ...createRowTriggers('export_manifest', 'prevent_manifest_change'),
  ...createRowTriggers('consent_event', 'prevent_consent_change'),
  ...createRowTriggers('consent_document_sent', 'prevent_sent_text_change'),
  ...createRowTriggers('consent_receipt', 'prevent_sent_text_change'),
  ...immutableTables.map(
    (table) =>
      `CREATE OR REPLACE TRIGGER prevent_change BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION prevent_change()`,
  ),
]
export const appendOnlyTables: readonly string[] = [
  ...erasableTables,
  'observation',
  'audit_read',
  'export_manifest',
  'consent_event',
  'consent_document_sent',
  'consent_receipt',
  ...immutableTables,
]
