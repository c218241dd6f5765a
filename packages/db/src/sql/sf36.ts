import { sf36ScaleNames, sf36Shape } from '@registry/domain/sf36/structure'
import { sf36Limits } from '@registry/domain/sf36/wording'
import { list, literal, current, securityDefiner, type Statement } from './text.ts'

const scoreColumns = list([...sf36ScaleNames, 'HT'].map((scale) => `NEW.${scale.toLowerCase()}`))

/** The options and sub-questions of each question, as printed by `format_sf36_shape`. */
const publishedShape = JSON.stringify(sf36Shape.map(({ options, subQuestions }) => [options, subQuestions]))

const formatShape = `CREATE OR REPLACE FUNCTION format_sf36_shape(questions jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(jsonb_agg(jsonb_build_array(jsonb_array_length(question -> 'options'), jsonb_array_length(question -> 'questions')) ORDER BY place), '[]')
    FROM jsonb_array_elements(questions) WITH ORDINALITY AS q (question, place)
  $$`

/** The structure of a draft: that of the SF-36 for scoring, otherwise any within the limits. */
const isAllowedShape = `CREATE OR REPLACE FUNCTION is_sf36_shape_allowed(shape jsonb, scoring text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE scoring
      WHEN 'sf36' THEN shape = ${literal(publishedShape)}::jsonb
      ELSE jsonb_array_length(shape) <= ${sf36Limits.questions} AND NOT EXISTS (
        SELECT FROM jsonb_array_elements(shape) AS question
        WHERE NOT coalesce((question ->> 0)::integer <= ${sf36Limits.options} AND (question ->> 1)::integer <= ${sf36Limits.subQuestions}, false))
    END
  $$`

/**
 * Prevents a version whose languages differ in structure and a scored one without the published structure. A published version never
 * changes.
 */
const checkVersion = `CREATE OR REPLACE FUNCTION check_sf36_version() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    IF TG_OP <> 'INSERT' THEN
      IF OLD.published_at IS NOT NULL THEN
        RAISE EXCEPTION 'a published version is never changed' USING ERRCODE = 'insufficient_privilege';
      END IF;
      IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    END IF;
    IF jsonb_typeof(NEW.content -> 'it') IS DISTINCT FROM 'array' OR jsonb_typeof(NEW.content -> 'en') IS DISTINCT FROM 'array' THEN
      RAISE EXCEPTION 'a language is missing' USING ERRCODE = 'check_violation', CONSTRAINT = 'sf36_version_structure';
    END IF;
    NEW.shape := format_sf36_shape(NEW.content -> 'it');
    IF NEW.shape <> format_sf36_shape(NEW.content -> 'en') OR NOT coalesce(is_sf36_shape_allowed(NEW.shape, NEW.scoring), false) THEN
      RAISE EXCEPTION 'the questions are not those of the scoring, or differ by language' USING ERRCODE = 'check_violation', CONSTRAINT = 'sf36_version_structure';
    END IF;
    IF NEW.published_at IS NOT NULL AND (NEW.description_it = '' OR NEW.description_en = '' OR NEW.shape = '[]'
      OR EXISTS (SELECT FROM jsonb_array_elements(NEW.shape) AS question WHERE (question ->> 0)::integer < 2)
      OR EXISTS (
        SELECT FROM (VALUES ('it'), ('en')) AS l (language), jsonb_array_elements(NEW.content -> l.language) AS question,
          jsonb_array_elements_text(jsonb_build_array(question -> 'text') || (question -> 'options') || (question -> 'questions')) AS words WHERE words = '')) THEN
      RAISE EXCEPTION 'a published version has questions with two options or more, and no empty text' USING ERRCODE = 'check_violation', CONSTRAINT = 'sf36_version_complete';
    END IF;
    IF TG_OP = 'UPDATE' THEN NEW.saves := OLD.saves + 1; END IF;
    NEW.changed_at := now();
    NEW.changed_by := ${current.actor};
    IF NEW.published_at IS NOT NULL THEN NEW.published_by := ${current.actor}; END IF;
    NEW.hash_it := encode(sha256(convert_to((NEW.content -> 'it')::text, 'UTF8')), 'hex');
    NEW.hash_en := encode(sha256(convert_to((NEW.content -> 'en')::text, 'UTF8')), 'hex');
    RETURN NEW;
  END $$`

const isOption = `CREATE OR REPLACE FUNCTION is_sf36_option(answer jsonb, options integer) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(answer IN (SELECT to_jsonb(option) FROM generate_series(1, options) AS option), false)
  $$`

/** Every item of a shape has the number of one of its options. CASE keeps its order, so that no length is computed of a number. */
const isAnswered = `CREATE OR REPLACE FUNCTION is_sf36_answered(answers jsonb, shape jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE
      WHEN jsonb_typeof(answers) IS DISTINCT FROM 'array' THEN false
      WHEN jsonb_array_length(answers) <> jsonb_array_length(shape) THEN false
      ELSE (
        SELECT coalesce(bool_and(CASE
          WHEN (question ->> 1)::integer = 0 THEN is_sf36_option(answer, (question ->> 0)::integer)
          WHEN jsonb_typeof(answer) <> 'array' THEN false
          WHEN jsonb_array_length(answer) <> (question ->> 1)::integer THEN false
          ELSE (SELECT bool_and(is_sf36_option(item, (question ->> 0)::integer)) FROM jsonb_array_elements(answer) AS item)
        END), false)
        FROM jsonb_array_elements(answers) WITH ORDINALITY AS a (answer, place)
        JOIN jsonb_array_elements(shape) WITH ORDINALITY AS s (question, place) USING (place))
    END
  $$`

/**
 * Prevents answers to a draft, to words other than those shown, or outside the options. Prevents scores of a questionnaire without scoring
 * (REQ-PAT-13).
 */
const checkResponse = `CREATE OR REPLACE FUNCTION check_sf36_response() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    shown record;
    shown_hash text;
  BEGIN
    SELECT published_at, hash_it, hash_en, shape, scoring INTO shown FROM sf36_version WHERE version = NEW.version;
    IF shown.published_at IS NULL OR shown.published_at > NEW.filled_at THEN
      RAISE EXCEPTION 'the version was not published' USING ERRCODE = 'check_violation', CONSTRAINT = 'sf36_response_published';
    END IF;
    shown_hash := CASE NEW.language WHEN 'it' THEN shown.hash_it ELSE shown.hash_en END;
    IF coalesce(NEW.shown_hash, shown_hash) <> shown_hash THEN
      RAISE EXCEPTION 'the hash is not that of the wording' USING ERRCODE = 'check_violation', CONSTRAINT = 'sf36_response_hash';
    END IF;
    IF NOT is_sf36_answered(NEW.answers, shown.shape) THEN
      RAISE EXCEPTION 'an answer is no option' USING ERRCODE = 'check_violation', CONSTRAINT = 'sf36_response_answers';
    END IF;
    IF shown.scoring = 'none' AND num_nonnulls(${scoreColumns}) > 0 THEN
      RAISE EXCEPTION 'the version has no scores' USING ERRCODE = 'check_violation', CONSTRAINT = 'sf36_response_unscored';
    END IF;
    NEW.shown_hash := shown_hash;
    RETURN NEW;
  END $$`

export const sf36Statements: readonly Statement[] = [
  formatShape,
  isAllowedShape,
  checkVersion,
  isOption,
  isAnswered,
  checkResponse,
  `CREATE OR REPLACE TRIGGER check_sf36_version BEFORE INSERT OR UPDATE OR DELETE ON sf36_version FOR EACH ROW EXECUTE FUNCTION check_sf36_version()`,
  `CREATE OR REPLACE TRIGGER prevent_truncate BEFORE TRUNCATE ON sf36_version FOR EACH STATEMENT EXECUTE FUNCTION prevent_change()`,
  `CREATE OR REPLACE TRIGGER check_sf36_response BEFORE INSERT ON sf36_response FOR EACH ROW EXECUTE FUNCTION check_sf36_response()`,
]
