import { graceDays, today } from './majority.ts'
import { createOwnerFunction, formatSignature, type OwnerFunction } from './owner-function.ts'
import type { Statement } from './text.ts'

/**
 * Lets the answers of guardians lapse when the patient has not answered within the days of grace after the 18th birthday (REQ-GRD-06).
 * Nothing is deleted: the flags become null, so that no centre, filter, count or export sees the data, and the patient's own answer brings
 * them back. It runs hourly and before each operation of staff and programs, so that a stopped job opens nothing. Returns the number of patients.
 */
const lapseDueConsents: OwnerFunction = {
  name: 'lapse_due_consents',
  parameters: {},
  returns: 'integer',
  language: 'plpgsql',
  body: `
  DECLARE
    due record;
    lapsed integer := 0;
  BEGIN
    FOR due IN
      SELECT p.consent_subject AS subject FROM patient AS p
      WHERE p.c_db IS NOT NULL AND p.c_db_no_notification IS NULL
        AND p.id IN (SELECT g.patient_id FROM guardianship AS g WHERE g.kind IN ('PARENT', 'GUARDIAN')) AND find_majority(p.id) + ${graceDays} <= ${today}
        AND NOT EXISTS (SELECT FROM consent_event AS own WHERE own.subject = p.consent_subject AND own.kind = 'consents' AND own.channel IN ('patient', 'paper', 'desk')
          AND coalesce(own.signed_on, (own.at AT TIME ZONE 'Europe/Rome')::date) >= find_majority(p.id))
      FOR UPDATE OF p SKIP LOCKED
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
