import { formatActorName } from '@registry/api-contract/caller'
import type { Transaction } from '@registry/db/transaction'
import { registrationColumns, requiredRegistrationColumns } from '@registry/domain/imports/columns'
import type { ErrorCode } from '@registry/domain/error-messages'
import { inviteNewPatients } from '../../jobs/invitations.ts'
import { readNotificationLimits } from '../../jobs/notification-limits.ts'
import { raiseRegistrationAlarm } from '../../jobs/registration-alarm.ts'
import { accepted, runChecks, countAccepted, listFailures, orderChecks, createFailureTable, type Check } from './checks.ts'
import { mergeFindings } from './entries.ts'
import type { ImportContext, ImportPlan } from './import-plan.ts'
import { runStatement } from './sql.ts'
import { findTargets, createTargetTable, listTargetErrors } from './targets.ts'
import { refuseWithdrawnRows } from './withdrawn-rows.ts'

const staging = [
  'patient_identity.surname',
  'patient_identity.name',
  'patient.login_mode',
  'patient.lang',
  'patient_identity.email',
  'patient_identity.mobile_prefix',
  'patient_identity.mobile',
  'NULL::boolean AS authorised',
  'false AS asks_to_return',
] as const

const withdrawn = "CASE WHEN p.c_db_no_notification IS NOT NULL THEN 'consent_withdrawn' END"

const differs = (column: string): string => `r.known AND r.${column} <> r.registered_${column}`

/** A patient whom the centre already registered is the same one, or the row is refused: a registration changes nobody (D5). */
const questions: readonly Check[] = orderChecks([
  { severity: 'error', field: 'SURNAME', code: 'import_patient_differs', when: differs('surname') },
  { severity: 'error', field: 'NAME', code: 'import_patient_differs', when: differs('name') },
  { severity: 'error', field: 'LOGIN_MODE', code: 'import_patient_differs', when: differs('login_mode') },
  {
    severity: 'error',
    field: 'EMAIL',
    code: 'import_patient_differs',
    when: `r.known AND r.email IS DISTINCT FROM r.registered_email AND r.email IS NOT NULL`,
  },
  {
    severity: 'error',
    field: 'MOBILE',
    code: 'import_patient_differs',
    when: 'r.known AND r.mobile IS NOT NULL AND (r.mobile_prefix, r.mobile) IS DISTINCT FROM (r.registered_mobile_prefix, r.registered_mobile)',
  },
  { severity: 'error', field: 'EMAIL', code: 'import_contact_taken', when: "r.taken AND r.login_mode = 'Email'" },
  { severity: 'error', field: 'MOBILE', code: 'import_contact_taken', when: "r.taken AND r.login_mode = 'Mobile'" },
  // These two are asked of the rows that are left, by what the centre did in 24 hours (THREAT-14).
  { severity: 'error', field: 'CENTER_ID', code: 'import_day_limit', when: 'false' },
  { severity: 'error', field: 'LOGIN_MODE', code: 'import_sms_limit', when: 'false' },
  // Who agreed leaves by withdrawing, never by a centre's file (D8).
  { severity: 'warning', field: 'C_DB', code: 'import_field_kept', when: 'r.authorised IS FALSE AND r.registered_authorised' },
])

const registered = ['surname', 'name', 'email', 'mobile_prefix', 'mobile'] as const

const asRegistered = `SELECT s.*, t.patient_id IS NOT NULL AS known, k.row_number IS NOT NULL AS taken, p.login_mode AS registered_login_mode, p.c_db AS registered_authorised,
    ${registered.map((column) => `i.${column} AS registered_${column}`).join(', ')}
  FROM import_target AS t JOIN import_row AS s ON s.row_number = t.row_number LEFT JOIN import_taken AS k ON k.row_number = t.row_number
  LEFT JOIN patient AS p ON p.id = t.patient_id LEFT JOIN patient_identity AS i ON i.patient_id = t.patient_id
  WHERE t.fault IS NULL`

/** Rows whose contact another patient of the centre signs in with. Patients of other centres are never looked at: nobody learns of them (D5). */
const findTaken = (tx: Transaction): PromiseLike<unknown> => {
  const ownCentre = "o.center_code = (SELECT current_setting('app.centre'))"
  const others = (mode: string, sameContact: string): string => `
    SELECT s.row_number FROM import_row AS s JOIN import_target AS t ON t.row_number = s.row_number
    JOIN LATERAL (SELECT o.patient_id FROM patient_identity AS o WHERE ${ownCentre} AND ${sameContact} AND o.login_mode = '${mode}' OFFSET 0) AS o
      ON o.patient_id IS DISTINCT FROM t.patient_id
    WHERE s.login_mode = '${mode}'`
  return runStatement(
    tx,
    `INSERT INTO import_taken ${others('Email', 'o.email = s.email')}
    UNION ALL ${others('Mobile', 'o.mobile_prefix = s.mobile_prefix AND o.mobile = s.mobile')}`,
  )
}

/** The contact of a row, whichever it signs in with. */
const contact = "CASE s.login_mode WHEN 'Email' THEN s.email ELSE s.mobile_prefix || s.mobile END"
const numberOf = (code: ErrorCode, field: string): number =>
  questions.findIndex((question) => question.field === field && question.code === code)

/** Of new patients with one contact the first is registered: to the others it is taken, as it will be when the file comes again. */
const refuseRepeated = (tx: Transaction): PromiseLike<unknown> =>
  runStatement(
    tx,
    `INSERT INTO import_failure
    SELECT c.row_number, true, ARRAY[CASE c.login_mode WHEN 'Email' THEN ${numberOf('import_contact_taken', 'EMAIL')} ELSE ${numberOf('import_contact_taken', 'MOBILE')} END]::smallint[]
    FROM (
      SELECT s.row_number, s.login_mode, row_number() OVER (PARTITION BY s.login_mode, ${contact} ORDER BY s.row_number) AS place
      FROM import_target AS t JOIN import_row AS s ON s.row_number = t.row_number WHERE t.patient_id IS NULL AND ${accepted}) AS c
    WHERE c.place > 1`,
  )

/** The centre's new patients of 24 hours. */
const newInADay = `SELECT count(*)::int AS count FROM patient AS p
      WHERE p.center_code = (SELECT current_setting('app.centre')) AND p.created_at > now() - interval '1 day'`

/**
 * Refuses new patients, or those of one sign-in mode, beyond what the centre may register in 24 hours. What was registered by earlier
 * rows counts. Whether a contact is in use elsewhere makes no difference (D5, THREAT-14).
 */
const refuseBeyond = (tx: Transaction, limit: number, code: ErrorCode, field: string, ofMode: string): PromiseLike<unknown> =>
  runStatement(
    tx,
    `INSERT INTO import_failure
    SELECT c.row_number, true, ARRAY[${numberOf(code, field)}]::smallint[]
    FROM (
      SELECT s.row_number, row_number() OVER (ORDER BY s.row_number) AS place
      FROM import_target AS t JOIN import_row AS s ON s.row_number = t.row_number WHERE t.patient_id IS NULL AND s.login_mode IN (${ofMode}) AND ${accepted}) AS c
    WHERE c.place > ${limit} - (${newInADay} AND p.login_mode IN (${ofMode}))`,
  )

const refuseBeyondLimits = async (tx: Transaction): Promise<void> => {
  const limits = await readNotificationLimits(tx)
  await refuseBeyond(tx, limits.smsInvitationsPerCentre, 'import_sms_limit', 'LOGIN_MODE', "'Mobile'")
  await refuseBeyond(tx, limits.newPatientsPerCentre, 'import_day_limit', 'CENTER_ID', "'Email', 'Mobile'")
}

/** Registers who is not there yet; MERGE is the INSERT that tells which row became which patient. */
const register = async (tx: Transaction): Promise<readonly number[]> => {
  await runStatement(
    tx,
    `WITH made AS (
      MERGE INTO patient AS p
      USING (
        SELECT t.row_number, s.login_mode, s.lang FROM import_target AS t JOIN import_row AS s ON s.row_number = t.row_number
        WHERE t.patient_id IS NULL AND ${accepted} ORDER BY t.row_number) AS n ON false
      WHEN NOT MATCHED THEN INSERT (center_code, login_mode, lang) VALUES (current_setting('app.centre'), n.login_mode, n.lang)
      RETURNING n.row_number, p.id)
    INSERT INTO import_new SELECT row_number, id FROM made`,
  )
  await runStatement(
    tx,
    `INSERT INTO patient_identity (patient_id, center_code, center_id, surname, name, email, mobile_prefix, mobile)
    SELECT n.patient_id, current_setting('app.centre'), s.key, s.surname, s.name, s.email, s.mobile_prefix, s.mobile
    FROM import_new AS n JOIN import_row AS s ON s.row_number = n.row_number`,
  )
  const made = await runStatement<{ patient_id: number }>(tx, 'SELECT patient_id FROM import_new ORDER BY row_number')
  return made.map(({ patient_id: id }) => id)
}

/** C_DB in a file is the centre's word that the patient authorised the registration: an event of the ledger, once (D8). */
const authorise = async ({ sql }: Transaction, { by: caller }: ImportContext): Promise<number> => {
  const channel = caller.actor.kind === 'centre' ? 'service' : 'centre'
  const events = await sql`
    INSERT INTO consent_event (subject, field, answer, channel, actor, from_host)
    SELECT p.consent_subject, 'C_DB', 'true', ${channel}, ${formatActorName(caller.actor)}, ${caller.host}
    FROM import_row AS s JOIN import_target AS t ON t.row_number = s.row_number LEFT JOIN import_new AS n ON n.row_number = s.row_number
    JOIN patient AS p ON p.id = coalesce(n.patient_id, t.patient_id)
    WHERE s.authorised AND p.c_db IS NOT TRUE AND t.fault IS NULL
      AND NOT EXISTS (SELECT FROM import_failure AS f WHERE f.row_number = t.row_number AND f.refuses)`
  return events.count
}

/** Registers a centre's patients and invites the new ones (D5); sending the file again changes nothing. */
export const createPatients: ImportPlan = {
  command: 'createPatients',
  columns: registrationColumns.map((name) => ({ name, required: requiredRegistrationColumns.includes(name) })),
  staging,
  tables: ['import_row', 'import_target', 'import_failure', 'import_taken', 'import_new'],
  prepare: async (tx) => {
    await createTargetTable(tx)
    await createFailureTable(tx)
    await runStatement(
      tx,
      `CREATE TEMPORARY TABLE import_taken (row_number integer NOT NULL) ON COMMIT DROP;
      CREATE TEMPORARY TABLE import_new (row_number integer NOT NULL, patient_id integer NOT NULL) ON COMMIT DROP`,
    )
  },
  store: async (tx, context) => {
    await findTargets(tx, { known: withdrawn, unknown: 'NULL' })
    await findTaken(tx)
    const returning = await refuseWithdrawnRows(tx, context)
    await runChecks(tx, questions, { from: `(${asRegistered}) AS r`, number: 'r.row_number' })
    await refuseRepeated(tx)
    await refuseBeyondLimits(tx)
    const made = await register(tx)
    const authorised = await authorise(tx, context)
    await inviteNewPatients(context.deps, tx, made)
    const found = mergeFindings(await listTargetErrors(tx), await listFailures(tx, questions))
    const [registered] = await runStatement<{ count: number }>(tx, newInADay)
    return {
      ok: returning.ok + (await countAccepted(tx)),
      changed: made.length + authorised,
      found: mergeFindings(returning.found, found),
      newInADay: registered?.count ?? 0,
    }
  },
  after: raiseRegistrationAlarm,
}
