import { asOwner, type Statement } from './sql.ts'

/** Every question of every document version, with the number of its options. */
const questions = `CREATE OR REPLACE VIEW consent_question AS
  SELECT d.kind, d.version, point ->> 'field' AS field, jsonb_array_length(point -> 'options') AS options
  FROM consent_document AS d CROSS JOIN LATERAL jsonb_array_elements(d.content -> 'it') AS point WHERE point ->> 'type' = 'radio'`

/** A truth value where there are two options, the number of an option where there are more (spec 1, section 3). */
const isOption = `CREATE OR REPLACE FUNCTION is_consent_option(answer jsonb, options integer) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN options = 2 THEN jsonb_typeof(answer) = 'boolean'
      ELSE answer IN (SELECT to_jsonb(option) FROM generate_series(1, options) AS option) END
  $$`

/** Answers outside the document's options would make the ledger unreadable for the patient (T34). Checked set by set, so that bulk inserts stay fast. */
const check = `CREATE OR REPLACE FUNCTION check_consent_answers() RETURNS trigger LANGUAGE plpgsql ${asOwner} AS $$
  DECLARE
    wrong record;
  BEGIN
    SELECT e.field, q.field IS NULL AS unknown INTO wrong
    FROM given AS e LEFT JOIN consent_question AS q ON (q.kind, q.version, q.field) = (e.kind, e.version, e.field)
    WHERE e.kind IS NOT NULL AND e.field <> 'P_SHOWN' AND NOT coalesce(is_consent_option(e.answer, q.options), false) LIMIT 1;
    IF FOUND AND wrong.unknown THEN
      RAISE EXCEPTION 'the document has no question %', wrong.field USING ERRCODE = 'check_violation', CONSTRAINT = 'consent_event_field';
    ELSIF FOUND THEN
      RAISE EXCEPTION 'the answer is no option of %', wrong.field USING ERRCODE = 'check_violation', CONSTRAINT = 'consent_event_option';
    END IF;
    RETURN NULL;
  END $$`

export const consentAnswerObjects: readonly Statement[] = [
  questions,
  isOption,
  check,
  // Its name comes before project_consents: triggers fire in the order of their names.
  `CREATE OR REPLACE TRIGGER check_consent_answers AFTER INSERT ON consent_event
  REFERENCING NEW TABLE AS given FOR EACH STATEMENT EXECUTE FUNCTION check_consent_answers()`,
]
