import type { Statement } from './text.ts'

/** An import is undone once, now, and by the person of the transaction. Nothing takes that back (REQ-IMP-17). */
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
]
