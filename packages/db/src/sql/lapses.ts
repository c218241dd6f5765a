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

export const lapseSignature = formatSignature(lapseDueConsents)
export const lapseStatements: readonly Statement[] = [createOwnerFunction(lapseDueConsents)]
