import { formatUnreachable } from '@registry/db/sql/guardians'
import { formatComingOfAge } from '@registry/db/sql/majority'
import { today } from '@registry/db/sql/text'
import { nameOwnCentre, type Transaction } from '@registry/db/transaction'
import { type HomeTask, recentDays } from '@registry/domain/access/home-tasks'
import { correctionDays } from '@registry/domain/corrections/corrections'
import { invitationDays } from '@registry/domain/access/sign-in-policy'
import type { PendingQuery, Row } from 'postgres'

/** The items of a task, and the moment of the oldest. */
export type TaskCount = { readonly count: number; readonly oldest: string | null }
type TaskCounts<Task extends HomeTask> = Readonly<Record<Task, TaskCount>>
type PatientTask = 'unanswered invitations' | 'expired invitations' | 'incomplete consents' | 'new patients'
type DiscrepancyTask = 'open discrepancies' | 'queries to answer' | 'answered field queries'
type CorrectionTask = 'corrections to answer' | 'overdue corrections'
type QueryTask = 'field queries to answer' | 'answered queries'
type ImportTask = 'imports with rejected rows' | 'new imports'
type GuardianTask = 'coming of age' | 'unreachable'
type UserTask = 'identity requests' | 'old identity requests' | 'new identity requests' | 'centres without administrator'

type Sql = Transaction['sql']
type Fragment = PendingQuery<Row[]>

/** The SQL of a task's count and oldest moment, among the rows that fulfil a condition. */
const countRows = (sql: Sql, moment: Fragment, condition: Fragment): Fragment =>
  sql`json_build_object('count', count(*) FILTER (WHERE ${condition}), 'oldest', min(${moment}) FILTER (WHERE ${condition}))`

/** Counts the visible patients that need an action. An invitation expires after the days of its link. */
export const countPatientTasks = async (tx: Transaction): Promise<Partial<TaskCounts<PatientTask>>> => {
  const { sql } = tx
  const lastInvitation = sql`now() - make_interval(days => ${invitationDays})`
  const countPatients = (condition: Fragment) => countRows(sql, sql`created_at`, condition)
  const [counts] = await sql<TaskCounts<PatientTask>[]>`
    SELECT ${countPatients(sql`c_db IS NULL AND created_at >= ${lastInvitation}`)} AS "unanswered invitations",
      ${countPatients(sql`c_db IS NULL AND created_at < ${lastInvitation}`)} AS "expired invitations",
      ${countPatients(sql`c_db AND (c_db_p IS NULL OR c_db_m IS NULL)`)} AS "incomplete consents",
      ${countPatients(sql`created_at >= now() - make_interval(days => ${recentDays})`)} AS "new patients"
    FROM patient WHERE c_db_no_notification IS NULL AND ${nameOwnCentre(tx)}`
  return counts ?? {}
}

/** Counts the imports of the last days, and those with rejected rows. */
export const countImportTasks = async ({ sql }: Transaction): Promise<Partial<TaskCounts<ImportTask>>> => {
  const [counts] = await sql<TaskCounts<ImportTask>[]>`
    SELECT ${countRows(sql, sql`at`, sql`ko > 0`)} AS "imports with rejected rows", ${countRows(sql, sql`at`, sql`true`)} AS "new imports"
    FROM import_run WHERE at >= now() - make_interval(days => ${recentDays})`
  return counts ?? {}
}

/** Counts the open discrepancies of the centre, the queries that wait for its reply, and the replies to its own (REQ-CRF-10, REQ-CRF-11). */
export const countDiscrepancyTasks = async (tx: Transaction): Promise<Partial<TaskCounts<DiscrepancyTask>>> => {
  const { sql } = tx
  const isOpen = sql`state = 'open'`
  const [counts] = await sql<TaskCounts<DiscrepancyTask>[]>`
    SELECT (SELECT ${countRows(sql, sql`opened_at`, isOpen)} FROM record_discrepancy WHERE ${nameOwnCentre(tx)}) AS "open discrepancies",
      (SELECT ${countRows(sql, sql`asked_at`, sql`${isOpen} AND field IS NULL`)} FROM centre_query WHERE ${nameOwnCentre(tx)}) AS "queries to answer",
      (SELECT ${countRows(sql, sql`replied_at`, sql`state = 'answered' AND field IS NOT NULL`)} FROM centre_query WHERE ${nameOwnCentre(tx)}) AS "answered field queries"`
  return counts ?? {}
}

/** Counts the patients' open requests for correction at the centre (REQ-PAT-27). */
export const countCorrectionTasks = async (tx: Transaction): Promise<Partial<TaskCounts<CorrectionTask>>> => {
  const { sql } = tx
  const overdue = sql`asked_at < now() - make_interval(days => ${correctionDays})`
  const [counts] = await sql<TaskCounts<CorrectionTask>[]>`
    SELECT ${countRows(sql, sql`asked_at`, sql`true`)} AS "corrections to answer", ${countRows(sql, sql`asked_at`, overdue)} AS "overdue corrections"
    FROM correction_request WHERE state = 'OPEN' AND ${nameOwnCentre(tx)}`
  return counts ?? {}
}

/** The check and the record of the discrepancy that has been open longest at the centre. */
export const findOldestDiscrepancy = async (
  tx: Transaction,
): Promise<{ readonly record: string; readonly checkKey: string } | undefined> => {
  const { sql } = tx
  const [oldest] = await sql<{ record: string; checkKey: string }[]>`
    SELECT i.record_id AS record, d.check_key AS "checkKey"
    FROM record_discrepancy AS d JOIN patient_identity AS i ON i.patient_id = d.patient_id
    WHERE d.state = 'open' AND ${nameOwnCentre(tx, 'd.centre_code')} ORDER BY d.opened_at, d.id LIMIT 1`
  return oldest
}

/** Counts the patients of the centre who come of age within months (REQ-GRD-09), and those without a contact and a guardian (REQ-GRD-08). */
export const countGuardianTasks = async (tx: Transaction): Promise<Partial<TaskCounts<GuardianTask>>> => {
  const { sql } = tx
  // Both conditions are constant (THREAT-03).
  const [counts] = await sql<TaskCounts<GuardianTask>[]>`
    SELECT (
      SELECT json_build_object('count', count(*), 'oldest', NULL)
      FROM ${sql.unsafe(formatComingOfAge(today))} AS adult
      JOIN patient ON patient.id = adult.patient_id WHERE c_db_no_notification IS NULL AND ${nameOwnCentre(tx)}
    ) AS "coming of age", (
      SELECT json_build_object('count', count(*), 'oldest', NULL)
      FROM patient JOIN patient_identity AS identity ON identity.patient_id = patient.id
      WHERE c_db_no_notification IS NULL AND ${sql.unsafe(formatUnreachable(today))} AND ${nameOwnCentre(tx, 'patient.centre_code')}
    ) AS unreachable`
  return counts ?? {}
}

/** Counts the requests of guardians to anonymise or erase patients of the centre (REQ-GRD-12). */
export const countWithdrawalRequests = async ({ sql }: Transaction): Promise<Partial<TaskCounts<'requests to erase'>>> => {
  const [counts] = await sql<TaskCounts<'requests to erase'>[]>`
    SELECT ${countRows(sql, sql`(asked_on::timestamp AT TIME ZONE 'Europe/Rome')`, sql`true`)} AS "requests to erase" FROM list_withdrawal_requests()`
  return counts ?? {}
}

/** Counts the questions of centres without a reply, and the queries with a reply that nobody of the area has closed. */
export const countQueryTasks = async ({ sql }: Transaction): Promise<Partial<TaskCounts<QueryTask>>> => {
  const [counts] = await sql<TaskCounts<QueryTask>[]>`
    SELECT ${countRows(sql, sql`asked_at`, sql`state = 'open' AND field IS NOT NULL`)} AS "field queries to answer",
      ${countRows(sql, sql`replied_at`, sql`state = 'answered' AND field IS NULL`)} AS "answered queries" FROM centre_query`
  return counts ?? {}
}

/** Counts the exports of the last days that ended before their last row. */
export const countExportTasks = async ({ sql }: Transaction): Promise<Partial<TaskCounts<'stopped exports'>>> => {
  const [counts] = await sql<TaskCounts<'stopped exports'>[]>`
    SELECT ${countRows(sql, sql`export_manifest.at`, sql`outcome IN ('partial', 'failed', 'interrupted')`)} AS "stopped exports"
    FROM export_manifest JOIN export_outcome ON export_outcome.manifest_id = export_manifest.id
    WHERE export_manifest.at >= now() - make_interval(days => ${recentDays})`
  return counts ?? {}
}

/** Counts the enrolment requests, and the centres of the areas that no active user administers. */
export const countUserTasks = async ({ sql }: Transaction, areas: readonly string[]): Promise<Partial<TaskCounts<UserTask>>> => {
  const countRequests = (condition: Fragment) => countRows(sql, sql`created_at`, condition)
  const recent = sql`now() - make_interval(days => ${recentDays})`
  const [counts] = await sql<TaskCounts<UserTask>[]>`
    SELECT ${countRequests(sql`true`)} AS "identity requests",
      ${countRequests(sql`created_at < ${recent}`)} AS "old identity requests",
      ${countRequests(sql`created_at >= ${recent}`)} AS "new identity requests",
      (SELECT json_build_object('count', count(*), 'oldest', NULL) FROM centre
        WHERE code = ANY (visible_centres(${[...areas]})) AND disabled_at IS NULL AND NOT EXISTS (
          SELECT FROM staff_role JOIN staff_user ON staff_user.id = staff_role.user_id
          WHERE staff_role.center = centre.code AND staff_user.disabled_at IS NULL)) AS "centres without administrator"
    FROM enrolment_request`
  return counts ?? {}
}

export type Cohort = {
  readonly centres: { readonly code: string; readonly name: string; readonly count: number }[]
  readonly months: { readonly month: string; readonly count: number }[]
}

/** Counts the visible patients by centre, largest first, and by month of registration in Italy over the last year. */
export const countCohort = async (tx: Transaction): Promise<Cohort> => {
  const { sql } = tx
  const centres = await sql<Cohort['centres'][number][]>`
    SELECT centre.code, centre.name, count(*)::int AS count
    FROM patient JOIN centre ON centre.code = patient.centre_code WHERE ${nameOwnCentre(tx, 'patient.centre_code')} GROUP BY centre.code, centre.name ORDER BY count(*) DESC, centre.code`
  const months = await sql<Cohort['months'][number][]>`
    WITH this_month AS (SELECT date_trunc('month', now() AT TIME ZONE 'Europe/Rome') AS start),
      month AS (SELECT generate_series(start - interval '11 months', start, interval '1 month') AS start FROM this_month)
    SELECT to_char(month.start, 'YYYY-MM') AS month, count(patient.id)::int AS count
    FROM month LEFT JOIN patient ON date_trunc('month', patient.created_at AT TIME ZONE 'Europe/Rome') = month.start AND ${nameOwnCentre(tx)}
    GROUP BY month.start ORDER BY month.start`
  return { centres, months }
}

export type PatientCounts = {
  readonly registered: number
  readonly invited: number
  readonly withMedicalConsent: number
  readonly withPersonalConsent: number
  readonly withdrawn: number
}

export const countPatients = async (tx: Transaction): Promise<PatientCounts | undefined> => {
  const [counts] = await tx.sql<PatientCounts[]>`
    SELECT count(*)::int AS registered,
      count(*) FILTER (WHERE c_db IS NULL)::int AS invited,
      count(*) FILTER (WHERE c_db_m)::int AS "withMedicalConsent",
      count(*) FILTER (WHERE c_db_p)::int AS "withPersonalConsent",
      count(*) FILTER (WHERE c_db_no_notification IS NOT NULL)::int AS withdrawn
    FROM patient WHERE ${nameOwnCentre(tx)}`
  return counts
}
