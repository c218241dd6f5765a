import { sf36Items, sf36Points } from '@registry/domain/sf36/structure'
import { list, literal, own, securityDefiner, type Statement } from './text.ts'

/** The options and sub-questions of each point, as `format_sf36_shape` prints them. */
const publishedShape = JSON.stringify(sf36Points.map(({ type, options, items }) => [options, type === 'multi' ? items.length : 0]))

const formatShape = `CREATE OR REPLACE FUNCTION format_sf36_shape(points jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT jsonb_agg(jsonb_build_array(jsonb_array_length(point -> 'options'), jsonb_array_length(point -> 'questions')) ORDER BY place)
    FROM jsonb_array_elements(points) WITH ORDINALITY AS p (point, place)
  $$`

/** Refuses a wording that has not the published structure in both languages, and any change of a published one. */
const checkVersion = `CREATE OR REPLACE FUNCTION check_sf36_version() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    IF TG_OP <> 'INSERT' THEN
      IF OLD.published_at IS NOT NULL THEN
        RAISE EXCEPTION 'a published version is never changed' USING ERRCODE = 'insufficient_privilege';
      END IF;
      IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    END IF;
    IF format_sf36_shape(NEW.content -> 'it') IS DISTINCT FROM ${literal(publishedShape)}::jsonb
      OR format_sf36_shape(NEW.content -> 'en') IS DISTINCT FROM ${literal(publishedShape)}::jsonb THEN
      RAISE EXCEPTION 'the points are not those of the published structure' USING ERRCODE = 'check_violation', CONSTRAINT = 'sf36_version_structure';
    END IF;
    IF NEW.published_at IS NOT NULL AND (NEW.description_it = '' OR NEW.description_en = '' OR EXISTS (
      SELECT FROM (VALUES ('it'), ('en')) AS l (language), jsonb_array_elements(NEW.content -> l.language) AS point,
        jsonb_array_elements_text(jsonb_build_array(point -> 'text') || (point -> 'options') || (point -> 'questions')) AS words WHERE words = '')) THEN
      RAISE EXCEPTION 'a published wording has no empty text' USING ERRCODE = 'check_violation', CONSTRAINT = 'sf36_version_complete';
    END IF;
    IF TG_OP = 'UPDATE' THEN NEW.saves := OLD.saves + 1; END IF;
    NEW.changed_at := now();
    NEW.changed_by := ${own.actor};
    IF NEW.published_at IS NOT NULL THEN NEW.published_by := ${own.actor}; END IF;
    NEW.hash_it := encode(sha256(convert_to((NEW.content -> 'it')::text, 'UTF8')), 'hex');
    NEW.hash_en := encode(sha256(convert_to((NEW.content -> 'en')::text, 'UTF8')), 'hex');
    RETURN NEW;
  END $$`

/** Every item has the number of one of its options. */
const isAnswered = `CREATE OR REPLACE FUNCTION is_sf36_answered(answers jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT jsonb_typeof(answers) = 'array' AND jsonb_array_length(answers) = ${sf36Points.length}
      AND (SELECT jsonb_agg(CASE jsonb_typeof(point) WHEN 'array' THEN jsonb_array_length(point) ELSE 0 END ORDER BY place)
        FROM jsonb_array_elements(answers) WITH ORDINALITY AS p (point, place))
        = ${literal(JSON.stringify(sf36Points.map(({ type, items }) => (type === 'multi' ? items.length : 0))))}::jsonb
      AND (SELECT bool_and(coalesce(answer IN (SELECT to_jsonb(option) FROM generate_series(1, options) AS option), false))
        FROM (
          SELECT answer, (ARRAY[${list(sf36Items.map(({ options }) => String(options)))}])[row_number() OVER (ORDER BY place, sub_place)] AS options
          FROM jsonb_array_elements(answers) WITH ORDINALITY AS p (point, place)
          CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(point) WHEN 'array' THEN point ELSE jsonb_build_array(point) END) WITH ORDINALITY AS a (answer, sub_place)
        ) AS item)
  $$`

/** Refuses answers to a draft, to other words than those shown, or outside the options, also if the server has an error (REQ-PAT-13). */
const checkResponse = `CREATE OR REPLACE FUNCTION check_sf36_response() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  DECLARE
    shown sf36_version;
    shown_hash text;
  BEGIN
    SELECT * INTO shown FROM sf36_version WHERE version = NEW.version;
    IF shown.published_at IS NULL OR shown.published_at > NEW.filled_at THEN
      RAISE EXCEPTION 'the version was not published' USING ERRCODE = 'check_violation', CONSTRAINT = 'sf36_response_published';
    END IF;
    shown_hash := CASE NEW.language WHEN 'it' THEN shown.hash_it ELSE shown.hash_en END;
    IF coalesce(NEW.shown_hash, shown_hash) <> shown_hash THEN
      RAISE EXCEPTION 'the hash is not that of the wording' USING ERRCODE = 'check_violation', CONSTRAINT = 'sf36_response_hash';
    END IF;
    IF NOT coalesce(is_sf36_answered(NEW.answers), false) THEN
      RAISE EXCEPTION 'an answer is no option' USING ERRCODE = 'check_violation', CONSTRAINT = 'sf36_response_answers';
    END IF;
    NEW.shown_hash := shown_hash;
    RETURN NEW;
  END $$`

export const sf36Statements: readonly Statement[] = [
  formatShape,
  checkVersion,
  isAnswered,
  checkResponse,
  `CREATE OR REPLACE TRIGGER check_sf36_version BEFORE INSERT OR UPDATE OR DELETE ON sf36_version FOR EACH ROW EXECUTE FUNCTION check_sf36_version()`,
  `CREATE OR REPLACE TRIGGER refuse_truncate BEFORE TRUNCATE ON sf36_version FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  `CREATE OR REPLACE TRIGGER check_sf36_response BEFORE INSERT ON sf36_response FOR EACH ROW EXECUTE FUNCTION check_sf36_response()`,
]
