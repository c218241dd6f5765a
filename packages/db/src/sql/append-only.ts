import { isExported } from './export-patients.ts'
import type { Statement } from './text.ts'

/** A withdrawal deletes the patient's rows of these tables. Nothing else changes them. */
const erasableTables = [
  'patient_identity_version',
  'patient_personal_version',
  'patient_medical_version',
  'record_signature',
  'sf36_response',
]
/** Lists of patients whose data were read or exported. A withdrawal removes the patient from the list. Nothing else changes them. */
const patientListTables = ['export_patient_range', 'audit_read']
const immutableTables = [
  'consent_document',
  'receipt_key',
  'reference_change',
  'saved_filter_version',
  'export_outcome',
  'clinical_study_document',
  'communication_event',
  'audit_log',
  'audit_chain_link',
]

const raiseError = `RAISE EXCEPTION '% is never changed', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';`

const functions: readonly Statement[] = [
  `CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_LEVEL = 'ROW' AND to_jsonb(OLD) ->> 'patient_id' = current_setting('app.erasing', true) THEN
      RETURN coalesce(NEW, OLD);
    END IF;
    ${raiseError}
  END $$`,
  `CREATE OR REPLACE FUNCTION refuse_list_change() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    erasing integer := nullif(current_setting('app.erasing', true), '')::integer;
  BEGIN
    IF TG_OP = 'UPDATE' AND erasing = ANY (OLD.patient_ids) AND NEW.patient_ids = array_remove(OLD.patient_ids, erasing)
      AND to_jsonb(NEW) - 'patient_ids' = to_jsonb(OLD) - 'patient_ids' THEN
      RETURN NEW;
    END IF;
    ${raiseError}
  END $$`,
  // A withdrawal counts the patient no longer, before it removes the patient from the list of the export.
  `CREATE OR REPLACE FUNCTION refuse_manifest_change() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    erasing integer := nullif(current_setting('app.erasing', true), '')::integer;
  BEGIN
    IF TG_OP = 'UPDATE' AND ${isExported('erasing', 'OLD.id')} AND NEW.patients = OLD.patients - 1
      AND to_jsonb(NEW) - 'patients' = to_jsonb(OLD) - 'patients' THEN
      RETURN NEW;
    END IF;
    ${raiseError}
  END $$`,
  // The answers of an anonymised or erased person stay. Their time, address and actor are removed (REQ-CON-10).
  `CREATE OR REPLACE FUNCTION refuse_consent_change() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    removable text[] := '{at, from_host, actor}';
  BEGIN
    IF TG_OP = 'UPDATE' AND OLD.subject::text = current_setting('app.closing_subject', true)
      AND to_jsonb(NEW) - removable = to_jsonb(OLD) - removable AND NEW.at IS NULL AND NEW.from_host = '' AND NEW.actor = NEW.channel THEN
      RETURN NEW;
    END IF;
    IF TG_OP = 'UPDATE' AND OLD.at IS NULL AND NEW = OLD AND current_setting('app.shuffling', true) = 'true' THEN
      RETURN NEW;
    END IF;
    ${raiseError}
  END $$`,
  // A withdrawal with v2 or v3 deletes the receipts and the record of texts sent to the person (REQ-CON-08, REQ-CON-09).
  `CREATE OR REPLACE FUNCTION refuse_sent_text_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' AND OLD.subject::text = current_setting('app.closing_subject', true) THEN
      RETURN OLD;
    END IF;
    ${raiseError}
  END $$`,
]

const createRowTriggers = (table: string, refuse: string): Statement[] => [
  `CREATE OR REPLACE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION ${refuse}()`,
  `CREATE OR REPLACE TRIGGER refuse_truncate BEFORE TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
]

/** Evidence never changes. Missing grants stop the server; these triggers also stop the owner (REQ-CON-04, REQ-ADM-02). */
export const appendOnlyStatements: readonly Statement[] = [
  ...functions,
  ...erasableTables.flatMap((table) => createRowTriggers(table, 'refuse_change')),
  ...patientListTables.flatMap((table) => createRowTriggers(table, 'refuse_list_change')),
  ...createRowTriggers('export_manifest', 'refuse_manifest_change'),
  ...createRowTriggers('consent_event', 'refuse_consent_change'),
  ...createRowTriggers('consent_text_sent', 'refuse_sent_text_change'),
  ...createRowTriggers('consent_receipt', 'refuse_sent_text_change'),
  ...immutableTables.map(
    (table) =>
      `CREATE OR REPLACE TRIGGER refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  ),
]
export const appendOnlyTables: readonly string[] = [
  ...erasableTables,
  ...patientListTables,
  'export_manifest',
  'consent_event',
  'consent_text_sent',
  'consent_receipt',
  ...immutableTables,
]
