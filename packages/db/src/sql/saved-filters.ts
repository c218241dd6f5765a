import { securityDefiner, type Statement } from './text.ts'

/** Triggers record all versions of a filter, so no code path can miss one (REQ-EXP-04). */
export const savedFilterStatements: readonly Statement[] = [
  `CREATE OR REPLACE FUNCTION increment_filter_version() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.version := OLD.version + 1;
    NEW.changed_at := now();
    RETURN NEW;
  END $$`,
  `CREATE OR REPLACE TRIGGER increment_filter_version BEFORE UPDATE ON saved_filter FOR EACH ROW EXECUTE FUNCTION increment_filter_version()`,
  `CREATE OR REPLACE FUNCTION record_filter_version() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    INSERT INTO saved_filter_version (filter_id, version, name, description, fields, condition, state, changed_at, changed_by)
    VALUES (NEW.id, NEW.version, NEW.name, NEW.description, NEW.fields, NEW.condition, NEW.state, NEW.changed_at, nullif(current_setting('app.actor', true), ''));
    RETURN NULL;
  END $$`,
  `CREATE OR REPLACE TRIGGER record_filter_version AFTER INSERT OR UPDATE ON saved_filter FOR EACH ROW EXECUTE FUNCTION record_filter_version()`,
  // A study needs its filter until it is deleted, and a deleted filter never changes (REQ-FIL-20, REQ-FIL-21).
  `CREATE OR REPLACE FUNCTION check_filter_state() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    IF OLD.state = 'deleted' THEN
      RAISE EXCEPTION 'the filter is deleted' USING ERRCODE = 'check_violation', CONSTRAINT = 'saved_filter_deleted';
    END IF;
    IF NEW.state <> 'active' AND EXISTS (SELECT FROM clinical_study WHERE filter_id = OLD.id AND deleted_at IS NULL) THEN
      RAISE EXCEPTION 'a study uses the filter' USING ERRCODE = 'check_violation', CONSTRAINT = 'saved_filter_in_use';
    END IF;
    RETURN NEW;
  END $$`,
  `CREATE OR REPLACE TRIGGER check_filter_state BEFORE UPDATE ON saved_filter FOR EACH ROW EXECUTE FUNCTION check_filter_state()`,
]
