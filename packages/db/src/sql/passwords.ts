import { securityDefiner, type Statement } from './text.ts'

/**
 * Records every password of an account, even one of a seed or an operator. So a new one can differ from the last five (REQ-ACC-08). Each
 * hash occurs once. A hash of the same password with new parameters replaces the old one.
 */
export const passwordStatements: readonly Statement[] = [
  `CREATE OR REPLACE FUNCTION record_first_password() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    INSERT INTO password_history (account_id, password_hash) SELECT id, password_hash FROM inserted WHERE password_hash IS NOT NULL;
    RETURN NULL;
  END $$`,
  `CREATE OR REPLACE TRIGGER record_first_password AFTER INSERT ON account
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION record_first_password()`,

  `CREATE OR REPLACE FUNCTION record_password_change() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    INSERT INTO password_history (account_id, password_hash)
    SELECT NEW.id, hash FROM unnest(ARRAY[OLD.password_hash, NEW.password_hash]) WITH ORDINALITY AS known (hash, position)
    WHERE hash IS NOT NULL AND NOT EXISTS (SELECT FROM password_history AS former WHERE former.account_id = NEW.id AND former.password_hash = hash)
    ORDER BY position;
    RETURN NULL;
  END $$`,
  `CREATE OR REPLACE TRIGGER record_password_change AFTER UPDATE OF password_hash ON account
  FOR EACH ROW WHEN (NEW.password_hash IS DISTINCT FROM OLD.password_hash) EXECUTE FUNCTION record_password_change()`,
]
