import { logName } from '@registry/api-contract/caller'
import type { Transaction } from '@registry/db/transaction'
import { registrationColumns, requiredRegistrationColumns } from '@registry/domain/loads/columns'
import type { FaultCode } from '@registry/domain/fault-texts'
import { inviteNewPatients } from '../../jobs/invitations.ts'
import { readMessageLimits } from '../../jobs/message-limits.ts'
import { warnOfManyRegistrations } from '../../jobs/registration-alarm.ts'
import { accepted, ask, countAccepted, failuresFound, inOrder, makeFailures, type Check } from './checks.ts'
import { together } from './entries.ts'
import type { Load, LoadPlan } from './plan.ts'
import { run } from './sql.ts'
import { findTargets, makeTargets, targetsFound } from './targets.ts'
import { refuseWithdrawn } from './withdrawn-rows.ts'

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
const questions: readonly Check[] = inOrder([
  { severity: 'error', field: 'SURNAME', code: 'load_patient_differs', when: differs('surname') },
  { severity: 'error', field: 'NAME', code: 'load_patient_differs', when: differs('name') },
  { severity: 'error', field: 'LOGIN_MODE', code: 'load_patient_differs', when: differs('login_mode') },
  {
    severity: 'error',
    field: 'EMAIL',
    code: 'load_patient_differs',
    when: `r.known AND r.email IS DISTINCT FROM r.registered_email AND r.email IS NOT NULL`,
  },
  {
    severity: 'error',
    field: 'MOBILE',
    code: 'load_patient_differs',
    when: 'r.known AND r.mobile IS NOT NULL AND (r.mobile_prefix, r.mobile) IS DISTINCT FROM (r.registered_mobile_prefix, r.registered_mobile)',
  },
  { severity: 'error', field: 'EMAIL', code: 'load_contact_taken', when: "r.taken AND r.login_mode = 'Email'" },
  { severity: 'error', field: 'MOBILE', code: 'load_contact_taken', when: "r.taken AND r.login_mode = 'Mobile'" },
  // These two are asked of the rows that are left, by what the centre did in 24 hours (T14).
  { severity: 'error', field: 'CENTER_ID', code: 'load_day_limit', when: 'false' },
  { severity: 'error', field: 'LOGIN_MODE', code: 'load_sms_limit', when: 'false' },
  // Who agreed leaves by withdrawing, never by a centre's file (D8).
  { severity: 'warning', field: 'C_DB', code: 'load_field_kept', when: 'r.authorised IS FALSE AND r.registered_authorised' },
])

const registered = ['surname', 'name', 'email', 'mobile_prefix', 'mobile'] as const

const asRegistered = `SELECT s.*, t.patient_id IS NOT NULL AS known, k.row_number IS NOT NULL AS taken, p.login_mode AS registered_login_mode, p.c_db AS registered_authorised,
    ${registered.map((column) => `i.${column} AS registered_${column}`).join(', ')}
  FROM load_target AS t JOIN load_row AS s ON s.row_number = t.row_number LEFT JOIN load_taken AS k ON k.row_number = t.row_number
  LEFT JOIN patient AS p ON p.id = t.patient_id LEFT JOIN patient_identity AS i ON i.patient_id = t.patient_id
  WHERE t.fault IS NULL`

/** Rows whose contact another patient of the centre signs in with. Patients of other centres are never looked at: nobody learns of them (D5). */
const findTaken = (tx: Transaction): PromiseLike<unknown> => {
  const ownCentre = "o.center_code = (SELECT current_setting('app.centre'))"
  const others = (mode: string, sameContact: string): string => `
    SELECT s.row_number FROM load_row AS s JOIN load_target AS t ON t.row_number = s.row_number
    JOIN LATERAL (SELECT o.patient_id FROM patient_identity AS o WHERE ${ownCentre} AND ${sameContact} AND o.login_mode = '${mode}' OFFSET 0) AS o
      ON o.patient_id IS DISTINCT FROM t.patient_id
    WHERE s.login_mode = '${mode}'`
  return run(
    tx,
    `INSERT INTO load_taken ${others('Email', 'o.email = s.email')}
    UNION ALL ${others('Mobile', 'o.mobile_prefix = s.mobile_prefix AND o.mobile = s.mobile')}`,
  )
}

/** The contact of a row, whichever it signs in with. */
const contact = "CASE s.login_mode WHEN 'Email' THEN s.email ELSE s.mobile_prefix || s.mobile END"
const numberOf = (code: FaultCode, field: string): number =>
  questions.findIndex((question) => question.field === field && question.code === code)

/** Of new patients with one contact the first is registered: to the others it is taken, as it will be when the file comes again. */
const refuseRepeated = (tx: Transaction): PromiseLike<unknown> =>
  run(
    tx,
    `INSERT INTO load_failure
    SELECT c.row_number, true, ARRAY[CASE c.login_mode WHEN 'Email' THEN ${numberOf('load_contact_taken', 'EMAIL')} ELSE ${numberOf('load_contact_taken', 'MOBILE')} END]::smallint[]
    FROM (
      SELECT s.row_number, s.login_mode, row_number() OVER (PARTITION BY s.login_mode, ${contact} ORDER BY s.row_number) AS place
      FROM load_target AS t JOIN load_row AS s ON s.row_number = t.row_number WHERE t.patient_id IS NULL AND ${accepted}) AS c
    WHERE c.place > 1`,
  )

/** The centre's new patients of 24 hours. */
const newInADay = `SELECT count(*)::int AS count FROM patient AS p
      WHERE p.center_code = (SELECT current_setting('app.centre')) AND p.created_at > now() - interval '1 day'`

/**
 * Refuses new patients, or those of one sign-in mode, beyond what the centre may register in 24 hours. What was registered by earlier
 * rows counts. Whether a contact is in use elsewhere makes no difference (D5, T14).
 */
const refuseBeyond = (tx: Transaction, limit: number, code: FaultCode, field: string, ofMode: string): PromiseLike<unknown> =>
  run(
    tx,
    `INSERT INTO load_failure
    SELECT c.row_number, true, ARRAY[${numberOf(code, field)}]::smallint[]
    FROM (
      SELECT s.row_number, row_number() OVER (ORDER BY s.row_number) AS place
      FROM load_target AS t JOIN load_row AS s ON s.row_number = t.row_number WHERE t.patient_id IS NULL AND s.login_mode IN (${ofMode}) AND ${accepted}) AS c
    WHERE c.place > ${limit} - (${newInADay} AND p.login_mode IN (${ofMode}))`,
  )

const refuseBeyondLimits = async (tx: Transaction): Promise<void> => {
  const limits = await readMessageLimits(tx)
  await refuseBeyond(tx, limits.smsInvitationsPerCentre, 'load_sms_limit', 'LOGIN_MODE', "'Mobile'")
  await refuseBeyond(tx, limits.newPatientsPerCentre, 'load_day_limit', 'CENTER_ID', "'Email', 'Mobile'")
}

/** Registers who is not there yet; MERGE is the INSERT that tells which row became which patient. */
const register = async (tx: Transaction): Promise<readonly number[]> => {
  await run(
    tx,
    `WITH made AS (
      MERGE INTO patient AS p
      USING (
        SELECT t.row_number, s.login_mode, s.lang FROM load_target AS t JOIN load_row AS s ON s.row_number = t.row_number
        WHERE t.patient_id IS NULL AND ${accepted} ORDER BY t.row_number) AS n ON false
      WHEN NOT MATCHED THEN INSERT (center_code, login_mode, lang) VALUES (current_setting('app.centre'), n.login_mode, n.lang)
      RETURNING n.row_number, p.id)
    INSERT INTO load_new SELECT row_number, id FROM made`,
  )
  await run(
    tx,
    `INSERT INTO patient_identity (patient_id, center_code, center_id, surname, name, email, mobile_prefix, mobile)
    SELECT n.patient_id, current_setting('app.centre'), s.key, s.surname, s.name, s.email, s.mobile_prefix, s.mobile
    FROM load_new AS n JOIN load_row AS s ON s.row_number = n.row_number`,
  )
  const made = await run<{ patient_id: number }>(tx, 'SELECT patient_id FROM load_new ORDER BY row_number')
  return made.map(({ patient_id: id }) => id)
}

/** C_DB in a file is the centre's word that the patient authorised the registration: an event of the ledger, once (D8). */
const authorise = async ({ sql }: Transaction, { by }: Load): Promise<number> => {
  const channel = by.actor.kind === 'centre' ? 'service' : 'centre'
  const events = await sql`
    INSERT INTO consent_event (subject, field, answer, channel, actor, from_host)
    SELECT p.consent_subject, 'C_DB', 'true', ${channel}, ${logName(by.actor)}, ${by.host}
    FROM load_row AS s JOIN load_target AS t ON t.row_number = s.row_number LEFT JOIN load_new AS n ON n.row_number = s.row_number
    JOIN patient AS p ON p.id = coalesce(n.patient_id, t.patient_id)
    WHERE s.authorised AND p.c_db IS NOT TRUE AND t.fault IS NULL
      AND NOT EXISTS (SELECT FROM load_failure AS f WHERE f.row_number = t.row_number AND f.refuses)`
  return events.count
}

/** Registers a centre's patients and invites the new ones (D5); sending the file again changes nothing. */
export const createPatients: LoadPlan = {
  command: 'createPatients',
  columns: registrationColumns.map((name) => ({ name, required: requiredRegistrationColumns.includes(name) })),
  staging,
  tables: ['load_row', 'load_target', 'load_failure', 'load_taken', 'load_new'],
  prepare: async (tx) => {
    await makeTargets(tx)
    await makeFailures(tx)
    await run(
      tx,
      `CREATE TEMPORARY TABLE load_taken (row_number integer NOT NULL) ON COMMIT DROP;
      CREATE TEMPORARY TABLE load_new (row_number integer NOT NULL, patient_id integer NOT NULL) ON COMMIT DROP`,
    )
  },
  store: async (tx, load) => {
    await findTargets(tx, { known: withdrawn, unknown: 'NULL' })
    await findTaken(tx)
    const returning = await refuseWithdrawn(tx, load)
    await ask(tx, questions, { from: `(${asRegistered}) AS r`, number: 'r.row_number' })
    await refuseRepeated(tx)
    await refuseBeyondLimits(tx)
    const made = await register(tx)
    const authorised = await authorise(tx, load)
    await inviteNewPatients(load.deps, tx, made)
    const found = together(await targetsFound(tx), await failuresFound(tx, questions))
    const [registered] = await run<{ count: number }>(tx, newInADay)
    return {
      ok: returning.ok + (await countAccepted(tx)),
      changed: made.length + authorised,
      found: together(returning.found, found),
      newInADay: registered?.count ?? 0,
    }
  },
  after: warnOfManyRegistrations,
}
