import { createHash } from 'node:crypto'
import type { Sql } from './copy.ts'
import { buildDemoPdf } from './studies.ts'

/** Encrypts the scan of the row with an id. It is an argument because this package does not have the key of the installation. */
export type EncryptScan = (scan: Uint8Array, id: string) => Promise<Uint8Array>

const id = '0199a8a6-0000-4000-8000-00000000ca01'
const recordedBy = 'ca.rm01@demo.example'

/** Adds a signed form that waits for a second person of RM01, of a patient who did not answer yet (REQ-CON-32). */
export const addPaperConsent = async (sql: Sql, encryptScan: EncryptScan, today: string): Promise<void> => {
  const number = 'DEM0-2026'
  const scan = buildDemoPdf(`Modulo di consenso ${number}, firmato: esempio`)
  const [form] = await sql<{ patient: number }[]>`
    INSERT INTO paper_form (number, patient_id, centre_code, language, information_version, preliminary_version, consents_version, printed_at, printed_by)
    SELECT ${number}, waiting.id, 'RM01', 'it', newest.information, newest.preliminary, newest.consents, ${today}::date - interval '1 day', ${recordedBy}
    FROM (SELECT p.id FROM patient AS p JOIN patient_identity AS i ON i.patient_id = p.id
      WHERE p.centre_code = 'RM01' AND p.c_db_p IS NULL AND p.c_db_no_notification IS NULL AND i.email IS DISTINCT FROM 'p1@demo.example'
      ORDER BY p.id DESC LIMIT 1) AS waiting,
      (SELECT max(version) FILTER (WHERE kind = 'information') AS information, max(version) FILTER (WHERE kind = 'preliminary') AS preliminary,
        max(version) FILTER (WHERE kind = 'consents') AS consents FROM consent_document) AS newest
    RETURNING patient_id AS patient`
  if (!form) return
  await sql`
    INSERT INTO paper_consent (id, form_number, patient_id, centre_code, answers, signed_on, signers, scan, scan_name, scan_type, scan_sha256, recorded_by, recorded_at)
    VALUES (${id}, ${number}, ${form.patient}, 'RM01', ${sql.json({ C_DB_P: true, C_DB_M: true, C_S: true, C_EXTRAEU: false })},
      ${today}::date - 1, '{patient}', ${await encryptScan(scan, id)}, 'modulo-firmato.pdf', 'application/pdf',
      ${createHash('sha256').update(scan).digest('hex')}, ${recordedBy}, ${today}::date - interval '1 hour')`
}
