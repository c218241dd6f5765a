import { own, type Statement } from './text.ts'

/** Version, time and person of each change of the configuration (REQ-ADM-14). An operator's change has no person. */
export const settingStatements: readonly Statement[] = [
  `CREATE OR REPLACE FUNCTION record_setting_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.version := OLD.version + 1;
    NEW.changed_at := now();
    NEW.changed_by := ${own.actor};
    RETURN NEW;
  END $$`,
  'CREATE OR REPLACE TRIGGER record_setting_change BEFORE UPDATE ON setting FOR EACH ROW EXECUTE FUNCTION record_setting_change()',
]
