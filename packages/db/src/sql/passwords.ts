import { securityDefiner, type Statement } from './text.ts'

/**
 * Every password that an account ever has is in its history, whatever wrote it: a seed, an operator, the person (D6: not one of the
 * last five). A hash stands there once. A hash that is only made anew with other parameters takes the place of the old one.
 */
export const passwordStatements: readonly Statement[] = [
  `CREATE OR REPLACE FUNCTION record_first_password() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    INSERT INTO password_history (account_id, password_hash) SELECT id, password_hash FROM made WHERE password_hash IS NOT NULL;
    RETURN NULL;
  END $$`,
  `CREATE OR REPLACE TRIGGER record_first_password AFTER INSERT ON account
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION record_first_password()`,

  `CREATE OR REPLACE FUNCTION record_password_change() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    INSERT INTO password_history (account_id, password_hash)
    SELECT NEW.id, hash FROM unnest(ARRAY[OLD.password_hash, NEW.password_hash]) WITH ORDINALITY AS known (hash, position)
    WHERE hash IS NOT NULL AND NOT EXISTS (SELECT FROM password_history AS h WHERE h.account_id = NEW.id AND h.password_hash = hash)
    ORDER BY position;
    RETURN NULL;
  END $$`,
  `CREATE OR REPLACE TRIGGER record_password_change AFTER UPDATE OF password_hash ON account
  FOR EACH ROW WHEN (NEW.password_hash IS DISTINCT FROM OLD.password_hash) EXECUTE FUNCTION record_password_change()`,
]
