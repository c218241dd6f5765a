import type { Transaction } from '@registry/db/transaction'
import type { ErrorCode } from '@registry/domain/error-messages'
import { accepted, orderChecks, type Check, type CheckedRows } from './checks.ts'
import type { AddedGuardian } from '../../jobs/guardian-invitations.ts'
import type { Sender } from './import-plan.ts'
import type { ReportEntries } from './report-entries.ts'
import { createTable, runStatement } from './staging-tables.ts'

/** The columns of the staging table of createPatients. */
export const registrationStagingColumns = [
  'patient_identity.surname',
  'patient_identity.name',
  'patient.login_mode',
  'patient.lang',
  'patient_identity.email',
  'patient_identity.mobile_prefix',
  'patient_identity.mobile',
  'NULL::boolean AS authorised',
  'false AS asks_to_return',
  'patient_identity.birth_date',
  'NULL::text AS guardian_surname',
  'NULL::text AS guardian_name',
  'NULL::text AS guardian_mode',
  'NULL::text AS guardian_contact',
] as const

/** Creates `import_taken`, the rows whose contact is in use, and `import_new`, the registered patients. */
export const createRegistrationTables = async (tx: Transaction): Promise<void> => {
  await createTable(tx, 'import_taken', '(row_number integer NOT NULL) ON COMMIT DROP')
  await createTable(tx, 'import_new', '(row_number integer NOT NULL, patient_id integer NOT NULL) ON COMMIT DROP')
}

/** The error of a row whose patient the centre registered before, as SQL. */
export const withdrawnErrorSql = "CASE WHEN patient.c_db_no_notification IS NOT NULL THEN 'consent_withdrawn' END"

const differs = (column: string): string => `registration.known AND registration.${column} <> registration.registered_${column}`

/** A registration changes no patient: a row of a known patient must equal the registered values (REQ-PAT-05). */
export const registrationChecks: readonly Check[] = orderChecks([
  { severity: 'error', field: 'SURNAME', code: 'import_patient_differs', when: differs('surname') },
  { severity: 'error', field: 'NAME', code: 'import_patient_differs', when: differs('name') },
  { severity: 'error', field: 'LOGIN_MODE', code: 'import_patient_differs', when: differs('login_mode') },
  {
    severity: 'error',
    field: 'EMAIL',
    code: 'import_patient_differs',
    when: `registration.known AND registration.email IS DISTINCT FROM registration.registered_email AND registration.email IS NOT NULL`,
  },
  {
    severity: 'error',
    field: 'MOBILE',
    code: 'import_patient_differs',
    when: `registration.known AND registration.mobile IS NOT NULL
      AND (registration.mobile_prefix, registration.mobile) IS DISTINCT FROM (registration.registered_mobile_prefix, registration.registered_mobile)`,
  },
  { severity: 'error', field: 'EMAIL', code: 'import_contact_taken', when: "registration.taken AND registration.login_mode = 'Email'" },
  { severity: 'error', field: 'MOBILE', code: 'import_contact_taken', when: "registration.taken AND registration.login_mode = 'Mobile'" },
  // `rejectBeyondLimits` adds failures of these two: they depend on the other rows and on the last 24 hours (THREAT-14).
  { severity: 'error', field: 'CENTER_ID', code: 'import_day_limit', when: 'false' },
  { severity: 'error', field: 'LOGIN_MODE', code: 'import_sms_limit', when: 'false' },
  // A patient who consented withdraws personally. A file cannot withdraw (REQ-CON-06).
  {
    severity: 'warning',
    field: 'C_DB',
    code: 'import_field_unchanged',
    when: 'registration.authorised IS FALSE AND registration.registered_authorised',
  },
  // A guardian of a known patient is added in the record, with the evidence that the centre saw (REQ-GRD-01).
  {
    severity: 'warning',
    field: 'GUARDIAN_EMAIL',
    code: 'import_field_unchanged',
    when: `registration.known AND registration.guardian_contact IS NOT NULL AND NOT EXISTS (SELECT FROM guardianship
      WHERE guardianship.patient_id = registration.registered_id AND guardianship.contact = registration.guardian_contact)`,
  },
])

const registeredColumns = ['surname', 'name', 'email', 'mobile_prefix', 'mobile'] as const

/** The rows of the batch, joined with the registered patient. */
export const registrationRows: CheckedRows = {
  from: `(
    SELECT staged.*, target.patient_id AS registered_id, target.patient_id IS NOT NULL AS known, taken.row_number IS NOT NULL AS taken,
      patient.login_mode AS registered_login_mode, patient.c_db AS registered_authorised,
      ${registeredColumns.map((column) => `identity.${column} AS registered_${column}`).join(', ')}
    FROM import_target AS target JOIN import_row AS staged ON staged.row_number = target.row_number
    LEFT JOIN import_taken AS taken ON taken.row_number = target.row_number
    LEFT JOIN patient ON patient.id = target.patient_id
    LEFT JOIN patient_identity AS identity ON identity.patient_id = target.patient_id
    WHERE target.error IS NULL) AS registration`,
  rowNumber: 'registration.row_number',
}

/**
 * Finds the rows whose contact another patient of the same centre uses for the sign-in. It never reads patients of other centres, so that a
 * centre learns nothing about them (REQ-PAT-03).
 */
export const findTakenContacts = (tx: Transaction): PromiseLike<unknown> => {
  const select = (mode: string, sameContact: string): string => `
    SELECT staged.row_number FROM import_row AS staged JOIN import_target AS target ON target.row_number = staged.row_number
    JOIN LATERAL (
      SELECT other.patient_id FROM patient_identity AS other
      WHERE other.centre_code = (SELECT current_setting('app.centre')) AND ${sameContact} AND other.login_mode = '${mode}'
      OFFSET 0) AS other ON other.patient_id IS DISTINCT FROM target.patient_id
    WHERE staged.login_mode = '${mode}'`
  return runStatement(
    tx,
    `INSERT INTO import_taken ${select('Email', 'other.email = staged.email')}
    UNION ALL ${select('Mobile', 'other.mobile_prefix = staged.mobile_prefix AND other.mobile = staged.mobile')}`,
  )
}

const signInContact = "CASE staged.login_mode WHEN 'Email' THEN staged.email ELSE staged.mobile_prefix || staged.mobile END"
const findCheckNumber = (code: ErrorCode, field: string): number =>
  registrationChecks.findIndex((check) => check.field === field && check.code === code)

/** Registers the first of the new patients with one contact and rejects the others, like rows of a later file. */
export const rejectRepeatedContacts = (tx: Transaction): PromiseLike<unknown> => {
  const [email, mobile] = [findCheckNumber('import_contact_taken', 'EMAIL'), findCheckNumber('import_contact_taken', 'MOBILE')]
  return runStatement(
    tx,
    `INSERT INTO import_failure
    SELECT new.row_number, true, ARRAY[CASE new.login_mode WHEN 'Email' THEN ${email} ELSE ${mobile} END]::smallint[]
    FROM (
      SELECT staged.row_number, staged.login_mode,
        row_number() OVER (PARTITION BY staged.login_mode, ${signInContact} ORDER BY staged.row_number) AS position
      FROM import_target AS target JOIN import_row AS staged ON staged.row_number = target.row_number
      WHERE target.patient_id IS NULL AND ${signInContact} IS NOT NULL AND ${accepted}) AS new
    WHERE new.position > 1`,
  )
}

/**
 * Counts the patients that the centre registered in 24 hours. Those whom an undo deleted count too. Otherwise a file that is sent and
 * undone repeatedly could send unlimited invitations (THREAT-14, REQ-IMP-17).
 */
const countNewInADaySql = (removed: 'removed' | 'removed_mobiles' = 'removed', condition = ''): string => `SELECT count(*)::int + (
    SELECT coalesce(sum(run.${removed}), 0)::int FROM import_run AS run
    WHERE run.centre_code = (SELECT current_setting('app.centre')) AND run.at > now() - interval '1 day') AS count
  FROM patient
  WHERE patient.centre_code = (SELECT current_setting('app.centre')) AND patient.created_at > now() - interval '1 day' ${condition}`

export const countNewInADay = async (tx: Transaction): Promise<number> => {
  const [counted] = await runStatement<{ count: number }>(tx, countNewInADaySql())
  return counted?.count ?? 0
}

type DayLimit = { readonly limit: number; readonly code: ErrorCode; readonly field: string; readonly ofMobiles?: true }

/**
 * Rejects new patients beyond the number that a centre may register in 24 hours (THREAT-14). It counts every row alike, whether its contact
 * is in use elsewhere or not (REQ-PAT-03).
 */
const rejectBeyond = (tx: Transaction, { limit, code, field, ofMobiles }: DayLimit): PromiseLike<unknown> =>
  runStatement(
    tx,
    `INSERT INTO import_failure
    SELECT new.row_number, true, ARRAY[${findCheckNumber(code, field)}]::smallint[]
    FROM (
      SELECT staged.row_number, row_number() OVER (ORDER BY staged.row_number) AS position
      FROM import_target AS target JOIN import_row AS staged ON staged.row_number = target.row_number
      WHERE target.patient_id IS NULL ${ofMobiles ? "AND 'Mobile' IN (staged.login_mode, staged.guardian_mode) " : ''}AND ${accepted}) AS new
    WHERE new.position > ${limit} - (${ofMobiles ? countNewInADaySql('removed_mobiles', "AND patient.login_mode = 'Mobile'") : countNewInADaySql()})`,
  )

/** Rejects new patients beyond the limits of 24 hours: those with a mobile number, then all. */
export const rejectBeyondLimits = async (
  tx: Transaction,
  limits: { readonly smsInvitationsPerCentre: number; readonly newPatientsPerCentre: number },
): Promise<void> => {
  await rejectBeyond(tx, {
    limit: limits.smsInvitationsPerCentre,
    code: 'import_sms_limit',
    field: 'LOGIN_MODE',
    ofMobiles: true,
  })
  await rejectBeyond(tx, {
    limit: limits.newPatientsPerCentre,
    code: 'import_day_limit',
    field: 'CENTER_ID',
  })
}

/** Registers the accepted new patients and returns their ids. Unlike INSERT, MERGE returns which row became which patient. */
export const registerPatients = async (tx: Transaction): Promise<readonly number[]> => {
  await runStatement(
    tx,
    `WITH registered AS (
      MERGE INTO patient
      USING (
        SELECT target.row_number, staged.login_mode, staged.lang
        FROM import_target AS target JOIN import_row AS staged ON staged.row_number = target.row_number
        WHERE target.patient_id IS NULL AND ${accepted} ORDER BY target.row_number) AS new ON false
      WHEN NOT MATCHED THEN INSERT (centre_code, login_mode, lang) VALUES (current_setting('app.centre'), new.login_mode, new.lang)
      RETURNING new.row_number, patient.id)
    INSERT INTO import_new SELECT row_number, id FROM registered`,
  )
  await runStatement(
    tx,
    `INSERT INTO patient_identity (patient_id, centre_code, centre_patient_code, surname, name, email, mobile_prefix, mobile, birth_date)
    SELECT new.patient_id, current_setting('app.centre'), staged.key, staged.surname, staged.name, staged.email, staged.mobile_prefix,
      staged.mobile, staged.birth_date
    FROM import_new AS new JOIN import_row AS staged ON staged.row_number = new.row_number`,
  )
  const registered = await runStatement<{ patient_id: number }>(tx, 'SELECT patient_id FROM import_new ORDER BY row_number')
  return registered.map(({ patient_id: id }) => id)
}

/** Adds the guardians of the new patients (REQ-GRD-01). The file names no evidence, which the centre has seen. */
export const addGuardians = (tx: Transaction): PromiseLike<readonly AddedGuardian[]> =>
  runStatement<AddedGuardian>(
    tx,
    `SELECT new.patient_id AS "patientId", added.guardianship_id AS id, added.guardian_id AS "guardianId", added.in_use AS "inUse"
    FROM (SELECT * FROM import_new ORDER BY row_number) AS new JOIN import_row AS staged ON staged.row_number = new.row_number
    CROSS JOIN LATERAL add_guardian(new.patient_id, 'PARENT', true, NULL, 'OTHER', staged.birth_date, NULL, staged.guardian_surname, staged.guardian_name,
      staged.guardian_mode, staged.guardian_contact, staged.lang) AS added
    WHERE staged.guardian_contact IS NOT NULL`,
  )

/** Warns of new patients whose code differs from another one of the centre only by letter case (REQ-PAT-05). */
export const warnOfCodesOfOtherCase = async (tx: Transaction, entries: ReportEntries): Promise<void> => {
  const twins = await runStatement<{ row_number: number; key: string; other: string }>(
    tx,
    `SELECT new.row_number, staged.key, min(other.centre_patient_code) AS other
    FROM import_new AS new JOIN import_row AS staged ON staged.row_number = new.row_number
    JOIN patient_identity AS other ON lower(other.centre_patient_code) = lower(staged.key) AND other.centre_patient_code <> staged.key
    WHERE other.centre_code = (SELECT current_setting('app.centre'))
    GROUP BY new.row_number, staged.key ORDER BY new.row_number`,
  )
  for (const { row_number: row, key, other } of twins) entries.warn(row, key, 'CENTER_ID', { code: 'import_code_case', params: { other } })
}

/**
 * Writes the consent event C_DB once for each patient who, as the centre states, authorised the registration (REQ-CON-04). Returns the
 * number of events.
 */
export const writeAuthorisations = async ({ sql }: Transaction, { channel, actor, ipAddress }: Sender): Promise<number> => {
  const events = await sql`
    INSERT INTO consent_event (subject, field, answer, channel, actor, ip_address)
    SELECT patient.consent_subject, 'C_DB', 'true', ${channel}, ${actor}, ${ipAddress}
    FROM import_row AS staged JOIN import_target AS target ON target.row_number = staged.row_number
    LEFT JOIN import_new AS new ON new.row_number = staged.row_number
    JOIN patient ON patient.id = coalesce(new.patient_id, target.patient_id)
    WHERE staged.authorised AND patient.c_db IS NOT TRUE AND target.error IS NULL
      AND NOT EXISTS (SELECT FROM import_failure AS failure WHERE failure.row_number = target.row_number AND failure.rejects)`
  return events.count
}
