import type { Database } from '@registry/db/connect'

/** Counts the rows of each table that belong to patients whose code begins with a prefix. */
export const countImportedRows = async (owner: Database, prefix: string): Promise<Readonly<Record<string, number>> | undefined> => {
  const [counted] = await owner<Record<string, number>[]>`
    WITH made AS (SELECT i.patient_id, p.consent_subject FROM patient_identity i JOIN patient p ON p.id = i.patient_id WHERE i.centre_patient_code LIKE ${`${prefix}-%`})
    SELECT (SELECT count(*)::int FROM made) AS patients,
      (SELECT count(*)::int FROM patient_medical WHERE patient_id IN (SELECT patient_id FROM made)) AS records,
      (SELECT count(*)::int FROM patient_identity_version WHERE patient_id IN (SELECT patient_id FROM made)) AS versions,
      (SELECT count(*)::int FROM consent_event WHERE subject IN (SELECT consent_subject FROM made)) AS events,
      (SELECT count(*)::int FROM account WHERE patient_id IN (SELECT patient_id FROM made)) AS accounts,
      (SELECT count(*)::int FROM notification WHERE patient_id IN (SELECT patient_id FROM made)) AS messages`
  return counted
}

/** The expected counts for a file of `rows` rows, every second of which authorises the registration. */
export const expectedRows = (rows: number) => ({
  patients: rows,
  records: rows,
  versions: rows,
  events: rows / 2,
  accounts: rows,
  messages: rows,
})
