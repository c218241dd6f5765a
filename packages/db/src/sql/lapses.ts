import { graceDays, today } from './majority.ts'
import { createOwnerFunction, formatSignature, type OwnerFunction } from './owner-function.ts'
import type { Statement } from './text.ts'

const isAnswer = (event: string): string => `${event}.kind = 'consents' AND ${event}.channel NOT IN ('assent', 'system')`

/** An answer of the adult, or of a tutor or support administrator, who also act for adults. */
const isAdultAnswer = `${isAnswer('answer')} AND coalesce(answer.signed_on, (answer.at AT TIME ZONE 'Europe/Rome')::date) >= find_majority(p.id)
          AND (answer.guardian_id IS NULL OR EXISTS (
            SELECT FROM guardianship AS g WHERE (g.guardian_id, g.patient_id) = (answer.guardian_id, p.id) AND g.kind NOT IN ('PARENT', 'GUARDIAN')))`

/**
 * Lets the answers from before the 18th birthday lapse when nobody has answered for the adult within the days of grace (REQ-GRD-06).
 * Nothing is deleted: the flags become null, so that no centre, filter, count or export sees the data, and the patient's own answer brings
 * them back. It runs hourly and before each operation of staff and programs, so that a stopped job opens nothing. An operation looks at the
 * patients of a guardian and the birthdays of `in_years` only, because it runs often. A patient whose row is locked is left to the next call.
 * Returns the number of patients.
 */
const lapseDueConsents: OwnerFunction = {
  name: 'lapse_due_consents',
  parameters: { in_years: 'integer' },
  returns: 'integer',
  language: 'plpgsql',
  body: `
  DECLARE
    due record;
    lapsed integer := 0;
    latest_birthday date := ${today} - ${graceDays};
  BEGIN
    FOR due IN
      SELECT p.consent_subject AS subject FROM (
        SELECT g.patient_id FROM guardianship AS g WHERE g.kind IN ('PARENT', 'GUARDIAN') AND find_majority(g.patient_id) <= latest_birthday
        UNION
        SELECT adult.patient_id FROM list_majorities((latest_birthday - make_interval(years => in_years))::date, latest_birthday) AS adult
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

export const claimNewAdultsSignature = formatSignature(claimNewAdults)
export const lapseSignature = formatSignature(lapseDueConsents)
export const lapseStatements: readonly Statement[] = [createOwnerFunction(lapseDueConsents), createOwnerFunction(claimNewAdults)]
