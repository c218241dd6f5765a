import { workListViewsMax } from '@registry/domain/ecrf/work-list-views'
import type { Statement } from './text.ts'

/** Limits the views of a person at a centre. The lock serialises parallel saves of one person (REQ-CRF-22). */
export const workListViewStatements: readonly Statement[] = [
  `CREATE OR REPLACE FUNCTION limit_work_list_views() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('work_list_view ' || NEW.owner));
    IF (SELECT count(*) FROM work_list_view WHERE centre_code = NEW.centre_code AND owner = NEW.owner) >= ${workListViewsMax} THEN
      RAISE EXCEPTION 'a person has the maximum number of views' USING ERRCODE = 'check_violation', CONSTRAINT = 'work_list_view_limit';
    END IF;
    RETURN NEW;
  END $$`,
  `CREATE OR REPLACE TRIGGER limit_work_list_views BEFORE INSERT ON work_list_view FOR EACH ROW EXECUTE FUNCTION limit_work_list_views()`,
  `CREATE OR REPLACE FUNCTION set_view_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.changed_at := now();
    RETURN NEW;
  END $$`,
  `CREATE OR REPLACE TRIGGER set_view_change BEFORE UPDATE ON work_list_view FOR EACH ROW EXECUTE FUNCTION set_view_change()`,
]
