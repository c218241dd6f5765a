import { guardianSettings, majorityNoticeMonths } from '@registry/domain/guardians/settings'
import { createOwnerFunction, formatSignature, type OwnerFunction } from './owner-function.ts'
import { today, type Statement } from './text.ts'

export const graceDays = `coalesce((SELECT value::integer FROM setting WHERE key = 'majority_grace_days'), ${guardianSettings.majority_grace_days})`

/** Dates, not timestamps: row security lets only a comparison of dates use the index. */
const bornBetween = `BETWEEN (in_from - interval '18 years')::date - 2 AND (in_to - interval '18 years')::date + 2`

/**
 * The patients whose 18th birthday is between two days. The indexes of both birth dates find them; the day itself follows from the earlier
 * one. The margin covers 29 February. The caller's row security limits it.
 */
const listMajorities = `CREATE OR REPLACE FUNCTION list_majorities(in_from date, in_to date) RETURNS TABLE (patient_id integer, majority date)
  LANGUAGE sql STABLE AS $$
    SELECT born.patient_id, find_majority(born.patient_id) AS majority FROM (
      SELECT i.patient_id FROM patient_identity AS i WHERE i.birth_date ${bornBetween}
      UNION
      SELECT p.patient_id FROM patient_personal AS p WHERE p.dob ${bornBetween}
    ) AS born WHERE find_majority(born.patient_id) BETWEEN in_from AND in_to
  $$`

/** The call that lists the patients who come of age within months of a day, so that the centre can enter their contact (REQ-GRD-09). */
export const formatComingOfAge = (day: string): string =>
  `list_majorities(${day} + 1, (${day} + interval '${majorityNoticeMonths} months')::date)`

/** The patients who come of age within months, with the guardians who then act no more. Each is returned once (REQ-GRD-09). */
const claimMajorityNotices: OwnerFunction = {
  name: 'claim_majority_notices',
  parameters: {},
  returns: 'TABLE (patient_id integer, centre text, code_at_centre text, majority date, grace_days integer, guardians jsonb)',
  body: `
    WITH told AS (
      UPDATE patient SET majority_told_at = now()
      FROM ${formatComingOfAge(today)} AS adult
      WHERE patient.id = adult.patient_id AND patient.majority_told_at IS NULL AND patient.c_db_no_notification IS NULL
      RETURNING patient.id, patient.centre_code, adult.majority
    )
    SELECT told.id, told.centre_code::text, identity.centre_patient_code::text, told.majority, ${graceDays}, (
      SELECT coalesce(jsonb_agg(jsonb_build_object('contact', c.contact, 'language', g.lang) ORDER BY held.id), '[]')
      FROM guardianship AS held JOIN guardian AS g ON g.id = held.guardian_id JOIN account AS a ON a.guardian_id = g.id JOIN sign_in_contact AS c ON c.account_id = a.id
      WHERE held.patient_id = told.id AND held.kind IN ('PARENT', 'GUARDIAN') AND is_guardianship_in_force(held))
    FROM told JOIN patient_identity AS identity ON identity.patient_id = told.id ORDER BY told.id`,
}

export const majoritySignatures = {
  server: ['list_majorities(date, date)'],
  worker: [formatSignature(claimMajorityNotices)],
} as const

export const majorityStatements: readonly Statement[] = [listMajorities, createOwnerFunction(claimMajorityNotices)]
