import { savedViewsMax } from '@registry/domain/saved-views'
import type { Statement } from './text.ts'

type Limited = {
  readonly table: string
  /** The views that count together with a new one. */
  readonly together: string
}

/** Limits the views of a person. The lock serialises parallel saves of one person. */
const limitViews = ({ table, together }: Limited): readonly Statement[] => [
  `CREATE OR REPLACE FUNCTION limit_${table}s() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('${table} ' || NEW.owner));
    IF (SELECT count(*) FROM ${table} WHERE ${together}) >= ${savedViewsMax} THEN
      RAISE EXCEPTION 'a person has the maximum number of views' USING ERRCODE = 'check_violation', CONSTRAINT = '${table}_limit';
    END IF;
    RETURN NEW;
  END $$`,
  `CREATE OR REPLACE TRIGGER limit_${table}s BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION limit_${table}s()`,
  `CREATE OR REPLACE TRIGGER set_view_change BEFORE UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION set_view_change()`,
]

/** The views of the work list (REQ-CRF-22) and of the log (REQ-ADM-17). */
export const savedViewStatements: readonly Statement[] = [
  `CREATE OR REPLACE FUNCTION set_view_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.changed_at := now();
    RETURN NEW;
  END $$`,
  ...limitViews({ table: 'work_list_view', together: 'centre_code = NEW.centre_code AND owner = NEW.owner' }),
  ...limitViews({ table: 'audit_log_view', together: 'owner = NEW.owner' }),
]
