import { createHash } from 'node:crypto'
import type { Database, Queries } from '../connect.ts'
import { fillSf36, makeGuardianship } from './fixtures.ts'
import type { Canaries } from './canaries.ts'

const receiptCode = '0000-0000-0000-0000-0000-0000-0001'

/** A study of Milan, open to patients, with a decision, its document, an information sheet and an invited patient. */
const addStudy = async (sql: Queries, patientId: number): Promise<void> => {
  await sql`
    INSERT INTO clinical_study (id, title, description, main_centre, type, filter_id, sf36_version)
    SELECT 'MILAN', 'x', 'x', 'MI01', 'EA', max(id), 1 FROM saved_filter`
  await sql`INSERT INTO clinical_study_centre (study_id, centre_code, approved, entered_by) VALUES ('MILAN', 'MI01', true, 'ca')`
  await sql`
    INSERT INTO clinical_study_correction (study_id, centre_code, approved, entered_at, entered_by, reason, corrected_by)
    VALUES ('MILAN', 'MI01', false, now(), 'ca', 'x', 'ca')`
  await sql`
    INSERT INTO clinical_study_document (study_id, centre_code, name, bytes, sha256, entered_by)
    VALUES ('MILAN', 'MI01', 'x.pdf', '%PDF-1.7'::bytea, 'x', 'ca')`
  await sql`
    INSERT INTO clinical_study_sheet (study_id, language, name, bytes, sha256, entered_by)
    VALUES ('MILAN', 'it', 'x.pdf', '%PDF-1.7'::bytea, 'x', 'ga')`
  await sql`UPDATE clinical_study SET status = 'ToBeSentToPatients', end_enrollment_date = '2126-01-01' WHERE id = 'MILAN'`
  await sql`INSERT INTO study_patient (study_id, patient_id, centre_code) VALUES ('MILAN', ${patientId}, 'MI01')`
  await sql`UPDATE study_patient SET approved = true, status = 'AttesaConsenso', invited_at = now() WHERE study_id = 'MILAN'`
}

/** A result of each patient. That of the silent patient is hidden. */
const addObservations = async (sql: Queries, patients: readonly number[]): Promise<void> => {
  await sql`
    INSERT INTO observation (patient_id, centre_code, analyte, taken_on, value, unit, standard_value, source, recorded_by)
    SELECT id, 'MI01', 'FERRITIN', '2026-01-01', 812, 'ng/mL', 812, 'form', 'ca' FROM unnest(${[...patients]}::int[]) AS patient (id)`
}

/** Discrepancies, a signature, a form on paper, indicators and queries of Milan. The silent patient has hidden discrepancies of each section, and a hidden query. */
const addChecks = async (sql: Queries, patientId: number, silentId: number): Promise<void> => {
  await sql`
    INSERT INTO record_discrepancy (patient_id, centre_code, check_key, personal, medical, fingerprint)
    VALUES (${patientId}, 'MI01', 'RULE-07', true, true, 'x'), (${silentId}, 'MI01', 'RULE-07', true, false, 'x'),
      (${silentId}, 'MI01', 'RULE-08', false, true, 'x')`
  await sql`INSERT INTO correction_request (patient_id, centre_code, field, medical, text) VALUES (${patientId}, 'MI01', 'HB', true, 'x')`
  await sql`INSERT INTO record_signature (patient_id, year, medical_version, signed_by) VALUES (${patientId}, 2026, 1, 'ca')`
  await sql`
    INSERT INTO paper_form (number, patient_id, centre_code, language, information_version, preliminary_version, consents_version, printed_by)
    VALUES ('0000-0001', ${patientId}, 'MI01', 'it', 1, 1, 1, 'ca')`
  await sql`
    INSERT INTO paper_consent (form_number, patient_id, centre_code, answers, signed_on, signers, scan, scan_name, scan_type, scan_sha256, recorded_by)
    VALUES ('0000-0001', ${patientId}, 'MI01', '{"C_DB_M": true}', '2026-01-01', '{patient}', '', 'x.png', 'image/png', ${'0'.repeat(64)}, 'ca')`
  await sql`
    INSERT INTO desk_link (secret_hash, patient_id, centre_code, started_by, started_at, ends_at)
    VALUES (sha256('desk'), ${patientId}, 'MI01', 'ca', now(), now() + interval '30 minutes')`
  await sql`INSERT INTO centre_check (centre_code, checked_on, imports) VALUES ('MI01', '2026-01-01', 1)`
  await sql`INSERT INTO centre_indicator (centre_code, name, counted, total, patients) VALUES ('MI01', 'x', 1, 2, 2)`
  await sql`
    INSERT INTO centre_query (centre_code, patient_id, field, personal, medical, question, asked_by)
    VALUES ('MI01', NULL, NULL, false, false, 'x', 'dm'), ('MI01', ${patientId}, 'HB', false, true, 'x', 'ca'),
      ('MI01', ${silentId}, 'HB', false, true, 'x', 'ca')`
}

const addCohortAndNewsletter = async (sql: Queries, patientId: number): Promise<void> => {
  await sql`INSERT INTO cohort_summary (centre_code, computed_at, computed_on, imports, withdrawals) VALUES ('MI01', now(), '2026-01-01', 0, 0)`
  await sql`INSERT INTO cohort_cell (centre_code, indicator, key, counted, total) VALUES ('MI01', 'x', 'x', 1, 1)`
  await sql`INSERT INTO cohort_change (centre_code) VALUES ('MI01') ON CONFLICT DO NOTHING`
  await sql`INSERT INTO newsletter_subscription (patient_id, wants) VALUES (${patientId}, true)`
  await sql`
    WITH sent AS (INSERT INTO communication (type, roles, texts) VALUES ('NEWSLETTER', '{}', '{}') RETURNING id)
    INSERT INTO communication_recipient (communication_id, patient_id, channel, centre_code) SELECT id, ${patientId}, 'mail', 'MI01' FROM sent`
}

/** Rows of one patient: a session, a receipt, a questionnaire. */
const addOwn = async (sql: Queries, { id, accountId, subject }: Canaries['ofMilan']): Promise<void> => {
  await sql`
    INSERT INTO session (token_hash, account_id, site, ends_at)
    VALUES (sha256('milan'), ${accountId}, 'myconsent', now() + interval '1 hour')`
  await sql`
    INSERT INTO consent_receipt (subject, first_seq, seq, code, content)
    SELECT ${subject}, min(seq), max(seq), ${receiptCode}, ${JSON.stringify({ receipt_metadata: { receipt_id: receiptCode } })}
    FROM consent_event WHERE subject = ${subject}`
  await sql`
    INSERT INTO reconsent_request (kind, version, patient_id, fields)
    SELECT kind, max(version), ${id}, '{}' FROM consent_document WHERE kind = 'consents' GROUP BY kind
    ON CONFLICT DO NOTHING`
  await fillSf36(sql, id)
  await sql`INSERT INTO sf36_text_sent (patient_id, version, language) VALUES (${id}, 1, 'it')`
}

/** Adds rows of the patient of Milan, or of the centre, to the tables that the canaries leave empty. */
export const addRowOfEachTable = (owner: Database, { ofMilan, ofMilanSilent }: Canaries): Promise<unknown> =>
  owner.begin(async (sql) => {
    await sql`SELECT set_config('app.actor', 'fixture', true), set_config('app.source', 'system', true)`
    await addStudy(sql, ofMilan.id)
    await addChecks(sql, ofMilan.id, ofMilanSilent.id)
    await addObservations(sql, [ofMilan.id, ofMilanSilent.id])
    await addOwn(sql, ofMilan)
    await sql`
      INSERT INTO work_list_view (centre_code, owner, name, shared, sort_column, descending, tasks)
      VALUES ('MI01', 'ca', 'own', false, 'code', false, '{}'), ('MI01', 'ca', 'shared', true, 'code', false, '{}')`
    await sql`
      INSERT INTO audit_log_view (owner, name, command, action, username, days, entries) VALUES ('ga', 'x', 'login', '', '', 7, 10)`
    await addCohortAndNewsletter(sql, ofMilan.id)
    await sql`INSERT INTO deletion_request (manifest_id, recipient, due_on) SELECT id, 'dm', '2026-12-31' FROM export_manifest`
    await sql`INSERT INTO anonymous_record (disease) VALUES ('BETA')`
    await sql`INSERT INTO anonymous_publication (published_at) VALUES (now())`
    await sql`INSERT INTO waiting_anonymous_record (sex, age_group, area, disease, transfusion_dependent, splenectomy, vital_status, ferritin, cardiac_t2, complications)
      VALUES ('F', '18_TO_39', 'NORTH', 'BETA', 'YES', 'NO', 'ALIVE', 'UNKNOWN', 'UNKNOWN', '0')`
    await sql`
      INSERT INTO audit_log (username, command, duration_milli, outcome, reads)
      VALUES ('ca', 'e_crf', 1, 'done', ${sql.json({ columns: ['HB'], patients: [ofMilan.id] })})`
  })

/** The hash of the token of a session in which a guardian acts for the patient of Milan. */
export const guardianSession = createHash('sha256').update('guardian').digest()

/** Adds a guardian of the patient of Milan, whom the last release does not know. */
export const addGuardian = async (sql: Queries, patientId: number): Promise<void> => {
  const { accountId } = await makeGuardianship(sql, { patientId, centre: 'MI01', contact: 'guardian.mi01@example.org', accepted: true })
  await sql`
    INSERT INTO consent_proposal (patient_id, guardian_id, field, answer, version)
    SELECT ${patientId}, guardian_id, 'C_S', 'true', 1 FROM account WHERE id = ${accountId}`
  await sql`
    INSERT INTO withdrawal_request (patient_id, centre_code, guardian_id, choice) SELECT ${patientId}, 'MI01', guardian_id, 'v2' FROM account WHERE id = ${accountId}`
  await sql`
    INSERT INTO session (token_hash, account_id, site, acting_for, ends_at)
    VALUES (${guardianSession}, ${accountId}, 'myconsent', ${patientId}, now() + interval '1 hour')`
}

/** Staff of a centre, staff of an area, the patient, another patient, a guardian of the patient, the author of an export, and nobody. */
export type RowReader = 'milan' | 'rome' | 'lombardy' | 'lazio' | 'patient' | 'otherPatient' | 'guardian' | 'author' | 'nobody'

const ofCentre = `centre_code = 'MI01'`
const ofPatient = ({ ofMilan, ofMilanSilent }: Canaries): string => `patient_id IN (${ofMilan.id}, ${ofMilanSilent.id})`
const ofSubject = ({ ofMilan }: Canaries): string => `subject = '${ofMilan.subject}'`
const staff = { milan: 1, rome: 1, lombardy: 1, lazio: 1 }

/** The rows of Milan in each table and the number that each reader sees, by hand from the requirements. Others see none. */
export const visibleRows: Readonly<
  Record<string, readonly [rows: string | ((canaries: Canaries) => string), seen: Partial<Record<RowReader, number>>]>
> = {
  patient: [ofCentre, { milan: 2, lombardy: 2, patient: 1, guardian: 1 }],
  patient_identity: [ofCentre, { milan: 2, patient: 1, guardian: 1 }],
  patient_personal: [ofPatient, { milan: 1, lombardy: 1, patient: 1, guardian: 1 }],
  patient_medical: [ofPatient, { milan: 1, lombardy: 1, patient: 1, guardian: 1 }],
  patient_identity_version: [ofPatient, { milan: 2, patient: 1, guardian: 1 }],
  patient_personal_version: [(canaries) => `${ofPatient(canaries)} AND version = 2`, { milan: 1, lombardy: 1, patient: 1, guardian: 1 }],
  patient_medical_version: [(canaries) => `${ofPatient(canaries)} AND version = 2`, { milan: 1, lombardy: 1, patient: 1, guardian: 1 }],
  observation: [ofPatient, { milan: 1, lombardy: 1, patient: 1, guardian: 1 }],
  consent_event: [(canaries) => `${ofSubject(canaries)} AND field = 'C_S'`, { patient: 1, guardian: 1 }],
  consent_document_sent: [(canaries) => `${ofSubject(canaries)} AND kind = 'consents'`, { patient: 1, guardian: 1 }],
  consent_receipt: [ofSubject, { patient: 1, guardian: 1 }],
  reconsent_request: [ofPatient, { patient: 1, guardian: 1 }],
  sf36_response: [ofPatient, { patient: 1 }],
  sf36_text_sent: [ofPatient, { patient: 1 }],
  // A study identifies nobody, so all staff read it. A patient reads a study with an invitation.
  clinical_study: ['true', { ...staff, patient: 1 }],
  clinical_study_centre: ['true', staff],
  clinical_study_correction: ['true', staff],
  clinical_study_document: ['true', staff],
  clinical_study_sheet: ['true', { ...staff, patient: 1 }],
  study_patient: [ofCentre, { milan: 1, lombardy: 1, patient: 1 }],
  record_discrepancy: [ofCentre, { milan: 1, lombardy: 1 }],
  correction_request: [ofCentre, { milan: 1, patient: 1 }],
  record_signature: [ofPatient, { milan: 1 }],
  paper_form: [ofCentre, { milan: 1 }],
  paper_consent: [ofCentre, { milan: 1 }],
  // The owner's other view is not shared.
  work_list_view: [ofCentre, { milan: 1 }],
  audit_log_view: ['true', {}],
  centre_check: [ofCentre, { milan: 1 }],
  centre_indicator: [ofCentre, { milan: 1 }],
  centre_query: [ofCentre, { milan: 2, lombardy: 2 }],
  cohort_summary: [ofCentre, { milan: 1, lombardy: 1 }],
  cohort_cell: [ofCentre, { milan: 1, lombardy: 1 }],
  anonymous_record: ['true', {}],
  newsletter_subscription: [ofPatient, { patient: 1 }],
  import_run: [ofCentre, { milan: 2 }],
  export_manifest: ['true', { patient: 1, guardian: 1, author: 1 }],
  deletion_request: ['true', { author: 1 }],
  guardianship: [ofCentre, { milan: 1 }],
  // The session of the transaction is the guardian's.
  session: ['true', { guardian: 1 }],
}
/** Tables of which the server reads no column. */
export const unreadableTables: readonly string[] = [
  'desk_link',
  'consent_proposal',
  'withdrawal_request',
  'account',
  'guardian',
  'notification',
  'audit_read',
  'export_patient',
  'waiting_anonymous_record',
  'cohort_change',
  'communication_recipient',
]
