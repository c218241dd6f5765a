import type { Statement } from './text.ts'

/** Tables whose rows withdrawal alone may touch, and only those of the patient who withdraws. */
const erasable = ['patient_identity_version', 'patient_personal_version', 'patient_medical_version']
/** Tables that say whose data left: a person who is anonymised or erased is taken off the list, and nothing else changes. */
const listing = ['export_manifest', 'audit_read']
const appendOnly = ['consent_document', 'saved_filter_version', 'export_outcome', 'audit_log', 'audit_chain_link']

const refused = `RAISE EXCEPTION '% is never changed', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';`

const functions: readonly Statement[] = [
  `CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_LEVEL = 'ROW' AND to_jsonb(OLD) ->> 'patient_id' = current_setting('app.erasing', true) THEN
      RETURN coalesce(NEW, OLD);
    END IF;
    ${refused}
  END $$`,
  `CREATE OR REPLACE FUNCTION refuse_list_change() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    erasing integer := nullif(current_setting('app.erasing', true), '')::integer;
    -- The second is counted from the first by the database itself.
    listed text[] := '{patient_ids, patients}';
  BEGIN
    IF TG_OP = 'UPDATE' AND erasing = ANY (OLD.patient_ids) AND NEW.patient_ids = array_remove(OLD.patient_ids, erasing)
      AND to_jsonb(NEW) - listed = to_jsonb(OLD) - listed THEN
      RETURN NEW;
    END IF;
    ${refused}
  END $$`,
  // The answers of a person who is anonymised or erased stay; what says when and where they were given goes (D8).
  `CREATE OR REPLACE FUNCTION refuse_consent_change() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    closed text[] := '{at, from_host, actor}';
  BEGIN
    IF TG_OP = 'UPDATE' AND OLD.subject::text = current_setting('app.closing_subject', true)
      AND to_jsonb(NEW) - closed = to_jsonb(OLD) - closed AND NEW.at IS NULL AND NEW.from_host = '' AND NEW.actor = NEW.channel THEN
      RETURN NEW;
    END IF;
    IF TG_OP = 'UPDATE' AND OLD.at IS NULL AND NEW = OLD AND current_setting('app.shuffling', true) = 'true' THEN
      RETURN NEW;
    END IF;
    ${refused}
  END $$`,
  // The record of the texts sent to a person goes with the person (D8).
  `CREATE OR REPLACE FUNCTION refuse_sent_text_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' AND OLD.subject::text = current_setting('app.closing_subject', true) THEN
      RETURN OLD;
    END IF;
    ${refused}
  END $$`,
]

const byRow = (table: string, refuse: string): Statement[] => [
  `CREATE OR REPLACE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION ${refuse}()`,
  `CREATE OR REPLACE TRIGGER refuse_truncate BEFORE TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
]

/** Not even the owner changes what is evidence: the missing grants stop the server, these triggers everybody (D8, D11, D14). */
export const appendOnlyStatements: readonly Statement[] = [
  ...functions,
  ...erasable.flatMap((table) => byRow(table, 'refuse_change')),
  ...listing.flatMap((table) => byRow(table, 'refuse_list_change')),
  ...byRow('consent_event', 'refuse_consent_change'),
  ...byRow('consent_text_sent', 'refuse_sent_text_change'),
  ...appendOnly.map(
    (table) =>
      `CREATE OR REPLACE TRIGGER refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  ),
]
export const appendOnlyTables: readonly string[] = [...erasable, ...listing, 'consent_event', 'consent_text_sent', ...appendOnly]
