import { securityDefiner, type Statement } from './text.ts'

/** The hashes of the printed texts come from the published documents. An unknown version has none, so its form is refused. */
const fillPaperForm = `CREATE OR REPLACE FUNCTION fill_paper_form() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    NEW.information_hash := find_consent_document_hash('information', NEW.information_version, NEW.language, NULL);
    NEW.preliminary_hash := find_consent_document_hash('preliminary', NEW.preliminary_version, NEW.language, NULL);
    NEW.consents_hash := find_consent_document_hash('consents', NEW.consents_version, NEW.language, NULL);
    RETURN NEW;
  END $$`

export const paperConsentStatements: readonly Statement[] = [
  fillPaperForm,
  'CREATE OR REPLACE TRIGGER fill_paper_form BEFORE INSERT ON paper_form FOR EACH ROW EXECUTE FUNCTION fill_paper_form()',
]
