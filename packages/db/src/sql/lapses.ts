import { graceDays } from './majority.ts'
import { createOwnerFunction, formatSignature, type OwnerFunction } from './owner-function.ts'
import { securityDefiner, today, type Statement } from './text.ts'

const isAnswer = (event: string): string => `${event}.kind = 'consents' AND ${event}.channel NOT IN ('assent', 'system')`

/** An answer of the adult, or of a tutor or support administrator, who also act for adults. */
const isAdultAnswer = `${isAnswer('answer')} AND coalesce(answer.signed_on, (answer.at AT TIME ZONE 'Europe/Rome')::date) >= find_majority(p.id)
          AND (answer.guardian_id IS NULL OR EXISTS (
            SELECT FROM guardianship AS g WHERE (g.guardian_id, g.patient_id) = (answer.guardian_id, p.id) AND g.kind NOT IN ('PARENT', 'GUARDIAN')))`

/**
 * Lets the answers from before the 18th birthday lapse after the days of grace (REQ-GRD-06). The flags become null and nothing is deleted.
 * It runs before each operation of staff, so that a stopped job opens nothing. There it omits what the hourly run (`in_all`) knew: all
 * patients took a second. Locked rows wait for the next call.
 */
const lapseDueConsents: OwnerFunction = {
  name: 'lapse_due_consents',
  parameters: { in_all: 'boolean' },
  returns: 'integer',
  language: 'plpgsql',
  body: `
  DECLARE
    due record;
    lapsed integer := 0;
    latest_birthday date := ${today} - ${graceDays};
    known_until timestamptz := (
      SELECT run.last_success_at FROM job_run AS run
      WHERE run.name = 'housekeeping' AND NOT in_all AND run.last_success_at > now() - interval '2 hours'
        AND NOT EXISTS (SELECT FROM setting WHERE key = 'majority_grace_days' AND changed_at > run.last_success_at));
    -- A day more for patients whose rows were locked.
    earliest_birthday date := coalesce((known_until AT TIME ZONE 'Europe/Rome')::date - ${graceDays} - 1,
      (latest_birthday - make_interval(years => CASE WHEN in_all THEN 100 ELSE 1 END))::date);
  BEGIN
    FOR due IN
      SELECT p.consent_subject AS subject FROM (
        SELECT g.patient_id FROM guardianship AS g WHERE known_until IS NULL AND g.kind IN ('PARENT', 'GUARDIAN') AND find_majority(g.patient_id) <= latest_birthday
        UNION
        -- A transaction that began before the last run can end after it.
        SELECT g.patient_id FROM guardianship AS g
        WHERE g.birth_date_changed_at > known_until - interval '1 day' AND g.kind IN ('PARENT', 'GUARDIAN') AND find_majority(g.patient_id) <= latest_birthday
        UNION
        SELECT adult.patient_id FROM list_majorities(earliest_birthday, latest_birthday) AS adult
          JOIN patient AS known ON known.id = adult.patient_id
        WHERE EXISTS (SELECT FROM consent_event AS answer WHERE answer.subject = known.consent_subject AND ${isAnswer('answer')})
      ) AS adult JOIN patient AS p ON p.id = adult.patient_id
      WHERE p.c_db IS NOT NULL AND p.c_db_no_notification IS NULL
        AND NOT EXISTS (SELECT FROM consent_event AS answer WHERE answer.subject = p.consent_subject AND ${isAdultAnswer})
      ORDER BY p.id FOR UPDATE OF p SKIP LOCKED
    LOOP
      INSERT INTO consent_event (subject, field, answer, channel, actor)
      SELECT due.subject, latest.field, '"lapsed"'::jsonb, 'system', 'system'
      FROM (SELECT DISTINCT ON (e.field) e.field, e.answer FROM consent_event AS e
        WHERE e.subject = due.subject AND e.channel <> 'assent' AND (e.kind = 'consents' OR e.kind IS NULL AND e.field <> 'C_DB') ORDER BY e.field, e.seq DESC) AS latest
      WHERE latest.answer <> '"lapsed"'
      UNION ALL SELECT due.subject, 'C_DB', '"lapsed"'::jsonb, 'system', 'system';
      lapsed := lapsed + 1;
    END LOOP;
    RETURN lapsed;
  END `,
}

/**
 * Counts the patients of age whose answers are all from before the 18th birthday, of one centre or of all, for the operator: they lapse at the
 * next hourly run.
 */
const countDueLapses: OwnerFunction = {
  name: 'count_due_lapses',
  parameters: { in_centre: 'text' },
  returns: 'integer',
  body: `
    SELECT count(*)::integer FROM patient AS p
    WHERE p.c_db IS NOT NULL AND p.c_db_no_notification IS NULL AND (in_centre IS NULL OR p.centre_code = in_centre)
      AND find_majority(p.id) <= ${today} - ${graceDays}
      AND EXISTS (SELECT FROM consent_event AS answer WHERE answer.subject = p.consent_subject AND ${isAnswer('answer')})
      AND NOT EXISTS (SELECT FROM consent_event AS answer WHERE answer.subject = p.consent_subject AND ${isAdultAnswer})`,
}

/**
 * The patients of age with their own account who have not answered since the 18th birthday. Each is returned once, within the days of grace
 * (REQ-GRD-09). Centre and guardians were told before the birthday, so a later moment means that the patient was told.
 */
const claimNewAdults: OwnerFunction = {
  name: 'claim_new_adults',
  parameters: {},
  returns: 'TABLE (patient_id integer, centre text, contact text, language text, last_day date)',
  body: `
    WITH told AS (
      UPDATE patient AS p SET majority_told_at = now()
      FROM list_majorities(${today} - ${graceDays} + 1, ${today}) AS adult, account AS a, sign_in_contact AS c
      WHERE p.id = adult.patient_id AND p.c_db IS NOT NULL AND p.c_db_no_notification IS NULL AND a.patient_id = p.id AND c.account_id = a.id AND c.in_use
        AND ((p.majority_told_at AT TIME ZONE 'Europe/Rome')::date >= adult.majority) IS NOT TRUE
        AND (EXISTS (SELECT FROM guardianship AS g WHERE g.patient_id = p.id AND g.kind IN ('PARENT', 'GUARDIAN'))
          OR EXISTS (SELECT FROM consent_event AS answer WHERE answer.subject = p.consent_subject AND ${isAnswer('answer')}))
        AND NOT EXISTS (SELECT FROM consent_event AS answer WHERE answer.subject = p.consent_subject AND ${isAdultAnswer})
      RETURNING p.id, p.centre_code, p.lang, c.contact, adult.majority
    )
    SELECT told.id, centre.name, told.contact, told.lang::text, told.majority + ${graceDays} - 1
    FROM told JOIN centre ON centre.code = told.centre_code ORDER BY told.id`,
}

const markBirthDateChange = `CREATE OR REPLACE FUNCTION mark_birth_date_change() RETURNS trigger LANGUAGE plpgsql ${securityDefiner} AS $$
  BEGIN
    UPDATE guardianship SET birth_date_changed_at = now() WHERE patient_id = NEW.patient_id AND ended_at IS NULL;
    RETURN NULL;
  END $$`
const createMarkTrigger = (table: string, column: string): Statement =>
  `CREATE OR REPLACE TRIGGER mark_birth_date_change AFTER UPDATE OF ${column} ON ${table} FOR EACH ROW
  WHEN (NEW.${column} IS DISTINCT FROM OLD.${column}) EXECUTE FUNCTION mark_birth_date_change()`

export const claimNewAdultsSignature = formatSignature(claimNewAdults)
export const lapseSignature = formatSignature(lapseDueConsents)
export const lapseStatements: readonly Statement[] = [
  createOwnerFunction(lapseDueConsents),
  createOwnerFunction(claimNewAdults),
  createOwnerFunction(countDueLapses),
  markBirthDateChange,
  createMarkTrigger('patient_identity', 'birth_date'),
  createMarkTrigger('patient_personal', 'dob'),
]
