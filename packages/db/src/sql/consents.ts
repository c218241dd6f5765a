import { securityDefiner, type Statement } from './text.ts'

/** The flags of one subject as the ledger gives them: the last answer to each point counts (D8). */
const flags = `CREATE OR REPLACE FUNCTION compute_consent_flags(of_subject uuid) RETURNS TABLE (
    c_db boolean, c_db_p boolean, c_db_m boolean, c_s boolean, c_extraeu boolean, c_p_db boolean, c_f boolean, c_incidental smallint, withdrawn text
  ) LANGUAGE sql STABLE ${securityDefiner} AS $$
    WITH latest AS (
      SELECT DISTINCT ON (field) field, answer, kind FROM consent_event WHERE subject = of_subject ORDER BY field, seq DESC
    ), flag AS (
      SELECT
        coalesce(bool_or(kind = 'consents'), false) AS answered,
        bool_or(answer = 'true') FILTER (WHERE field = 'C_DB') AS db,
        bool_or(answer = 'true') FILTER (WHERE field = 'C_DB_P') AS db_p,
        bool_or(answer = 'true') FILTER (WHERE field = 'C_DB_M') AS db_m,
        bool_or(answer = 'true') FILTER (WHERE field = 'C_S') AS s,
        bool_or(answer = 'true') FILTER (WHERE field = 'C_EXTRAEU') AS extraeu,
        bool_or(answer = 'true') FILTER (WHERE field = 'C_P_DB') AS p_db,
        bool_or(answer = 'true') FILTER (WHERE field = 'C_F') AS f,
        max((answer #>> '{}')::numeric) FILTER (WHERE field = 'C_INCIDENTAL' AND answer BETWEEN '1' AND '32767') AS incidental,
        max(answer #>> '{}') FILTER (WHERE field = 'C_DB_NO_NOTIFICATION') AS withdrawn
      FROM latest
    )
    -- Whoever answered any point is registered; who withdrew is not contacted for studies any more.
    SELECT CASE WHEN answered THEN true ELSE db END, db_p, db_m, CASE WHEN withdrawn IS NULL THEN s ELSE false END, extraeu, p_db, f, incidental::smallint, withdrawn
    FROM flag
  $$`

/** The ledger's effect on the patient, set by set so that a file of patients is one step. */
const projection = `CREATE OR REPLACE FUNCTION update_consent_flags() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    IF EXISTS (SELECT FROM given WHERE NOT EXISTS (SELECT FROM patient WHERE consent_subject = given.subject)) THEN
      RAISE EXCEPTION 'nobody goes by this subject' USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'consent_event_subject';
    END IF;
    UPDATE patient SET c_db = now.c_db, c_db_p = now.c_db_p, c_db_m = now.c_db_m, c_s = now.c_s, c_extraeu = now.c_extraeu,
      c_p_db = now.c_p_db, c_f = now.c_f, c_incidental = now.c_incidental, c_db_no_notification = now.withdrawn
    FROM (SELECT DISTINCT subject FROM given) AS touched CROSS JOIN LATERAL compute_consent_flags(touched.subject) AS now
    WHERE consent_subject = touched.subject;
    UPDATE patient_personal AS block SET consented = coalesce(p.c_db_p, false), closed = p.c_db_no_notification IS NOT NULL
    FROM patient AS p WHERE p.id = block.patient_id AND p.consent_subject IN (SELECT subject FROM given)
      AND (block.consented, block.closed) IS DISTINCT FROM (coalesce(p.c_db_p, false), p.c_db_no_notification IS NOT NULL);
    UPDATE patient_medical AS block SET consented = coalesce(p.c_db_m, false), closed = p.c_db_no_notification IS NOT NULL
    FROM patient AS p WHERE p.id = block.patient_id AND p.consent_subject IN (SELECT subject FROM given)
      AND (block.consented, block.closed) IS DISTINCT FROM (coalesce(p.c_db_m, false), p.c_db_no_notification IS NOT NULL);
    RETURN NULL;
  END $$`

/**
 * A withdrawn patient answers nothing any more. Each answer gets its place after the subject's others, and its year, which is all of its
 * time that stays when identity is destroyed (D8).
 */
const known = `CREATE OR REPLACE FUNCTION assign_consent_event_position() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    IF EXISTS (SELECT FROM patient WHERE consent_subject = NEW.subject AND c_db_no_notification IS NOT NULL) THEN
      RAISE EXCEPTION 'the patient has withdrawn' USING ERRCODE = 'check_violation', CONSTRAINT = 'consent_event_withdrawn';
    END IF;
    -- The subject says who it was; the registry's number beside it would outlive the cut between the two.
    IF NEW.channel = 'patient' THEN
      NEW.actor := 'patient';
    END IF;
    NEW.seq := coalesce((SELECT max(seq) FROM consent_event WHERE subject = NEW.subject), 0) + 1;
    NEW.year := extract(year FROM NEW.at AT TIME ZONE 'UTC');
    RETURN NEW;
  END $$`

export const consentStatements: readonly Statement[] = [
  'DROP FUNCTION IF EXISTS compute_consent_flags(uuid)',
  flags,
  projection,
  known,
  `CREATE OR REPLACE TRIGGER assign_consent_event_position BEFORE INSERT ON consent_event FOR EACH ROW EXECUTE FUNCTION assign_consent_event_position()`,
  `CREATE OR REPLACE TRIGGER update_consent_flags AFTER INSERT ON consent_event
  REFERENCING NEW TABLE AS given FOR EACH STATEMENT EXECUTE FUNCTION update_consent_flags()`,
]
