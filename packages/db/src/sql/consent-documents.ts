import { requiredQuestions as required } from '@registry/domain/consent/document-errors'
import { list, literal, securityDefiner, type Statement } from './text.ts'

const requiredQuestions = list(Object.entries(required).map(([field, options]) => `(${literal(field)}, ${options})`))

/** Formats a document in one language for its hash: the same bytes as `formatParagraphs` of consent-hash.ts. */
const formatParagraphs = `CREATE OR REPLACE FUNCTION format_consent_paragraphs(paragraphs jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT '[' || coalesce(string_agg(
      '{"type":' || to_json(paragraph ->> 'type') || ',"text":' || to_json(paragraph ->> 'text')
        || CASE WHEN paragraph ->> 'type' = 'radio' THEN ',"options":['
          || (SELECT string_agg(to_json(option)::text, ',' ORDER BY option_place) FROM jsonb_array_elements_text(paragraph -> 'options') WITH ORDINALITY AS o (option, option_place))
          || '],"field":' || to_json(paragraph ->> 'field') ELSE '' END
        || '}', ',' ORDER BY place), '') || ']'
    FROM jsonb_array_elements(paragraphs) WITH ORDINALITY AS p (paragraph, place)
  $$`

const hashDocument = `CREATE OR REPLACE FUNCTION hash_consent_document(paragraphs jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT encode(sha256(convert_to(format_consent_paragraphs(paragraphs), 'UTF8')), 'hex')
  $$`

/** All questions of all document versions by language, in the order of the document. */
const questions = `DROP VIEW IF EXISTS consent_question;
  CREATE VIEW consent_question WITH (security_invoker = true) AS
  SELECT d.kind, d.version, l.language, paragraph ->> 'field' AS field, paragraph -> 'options' AS options, place
  FROM consent_document AS d CROSS JOIN (VALUES ('it'), ('en')) AS l (language)
  CROSS JOIN LATERAL jsonb_array_elements(d.content -> l.language) WITH ORDINALITY AS p (paragraph, place) WHERE paragraph ->> 'type' = 'radio'`

/**
 * Computes the hashes of a new document. A hash from the caller must match (THREAT-34). Both languages have the same questions in the same
 * order. An answer `true` means the first of two options, so the first option is Yes in both languages.
 */
const checkDocument = `CREATE OR REPLACE FUNCTION check_consent_document() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    shape_it jsonb;
    shape_en jsonb;
  BEGIN
    IF NEW.hash_it <> hash_consent_document(NEW.content -> 'it') OR NEW.hash_en <> hash_consent_document(NEW.content -> 'en') THEN
      RAISE EXCEPTION 'the hash is not that of the text' USING ERRCODE = 'check_violation', CONSTRAINT = 'consent_document_hash';
    END IF;
    NEW.hash_it := hash_consent_document(NEW.content -> 'it');
    NEW.hash_en := hash_consent_document(NEW.content -> 'en');
    SELECT jsonb_agg(jsonb_build_array(paragraph -> 'type', paragraph -> 'field', jsonb_array_length(paragraph -> 'options')) ORDER BY place)
      INTO shape_it FROM jsonb_array_elements(NEW.content -> 'it') WITH ORDINALITY AS p (paragraph, place);
    SELECT jsonb_agg(jsonb_build_array(paragraph -> 'type', paragraph -> 'field', jsonb_array_length(paragraph -> 'options')) ORDER BY place)
      INTO shape_en FROM jsonb_array_elements(NEW.content -> 'en') WITH ORDINALITY AS p (paragraph, place);
    IF shape_it IS DISTINCT FROM shape_en THEN
      RAISE EXCEPTION 'the languages differ in their paragraphs' USING ERRCODE = 'check_violation', CONSTRAINT = 'consent_document_languages';
    END IF;
    IF EXISTS (
      SELECT FROM (SELECT 'it', jsonb_array_elements(NEW.content -> 'it') UNION ALL SELECT 'en', jsonb_array_elements(NEW.content -> 'en')) AS p (language, paragraph)
      WHERE jsonb_array_length(paragraph -> 'options') = 2
        AND paragraph -> 'options' <> CASE language WHEN 'it' THEN '["Sì", "No"]'::jsonb ELSE '["Yes", "No"]' END
    ) THEN
      RAISE EXCEPTION 'the first of two options must be Yes' USING ERRCODE = 'check_violation', CONSTRAINT = 'consent_document_yes_first';
    END IF;
    IF NEW.kind = 'consents' AND EXISTS (
      SELECT FROM (VALUES ${requiredQuestions}) AS required (field, options)
      WHERE jsonb_build_array('radio', required.field, required.options) NOT IN (SELECT jsonb_array_elements(shape_it))
    ) THEN
      RAISE EXCEPTION 'a question of the consents is missing' USING ERRCODE = 'check_violation', CONSTRAINT = 'consent_document_questions';
    END IF;
    IF EXISTS (
      SELECT FROM unnest(NEW.concerned_fields) AS concerned (field) WHERE concerned.field NOT IN (
        SELECT paragraph ->> 'field' FROM jsonb_array_elements(CASE NEW.kind WHEN 'consents' THEN NEW.content ELSE (
          SELECT newest.content FROM consent_document AS newest WHERE newest.kind = 'consents' ORDER BY newest.version DESC LIMIT 1) END -> 'it') AS paragraph
        WHERE paragraph ->> 'type' = 'radio')
    ) THEN
      RAISE EXCEPTION 'the consents have no such question' USING ERRCODE = 'check_violation', CONSTRAINT = 'consent_document_concerned_fields';
    END IF;
    RETURN NEW;
  END $$`

export const consentDocumentStatements: readonly Statement[] = [
  formatParagraphs,
  hashDocument,
  questions,
  checkDocument,
  'CREATE OR REPLACE TRIGGER check_consent_document BEFORE INSERT ON consent_document FOR EACH ROW EXECUTE FUNCTION check_consent_document()',
]
