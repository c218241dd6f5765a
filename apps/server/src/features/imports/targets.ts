import type { Transaction } from '@registry/db/transaction'
import type { ErrorCode } from '@registry/domain/error-messages'
import type { Block } from '@registry/domain/fields/field-definition'
import { findWriteError } from '@registry/domain/patient/writing'
import { maxReportedEntries, type Entry, type FoundEntries } from './entries.ts'
import { runStatement } from './sql.ts'

const answers = [true, false, null] as const
const withdrawals = [null, 'v1', 'v2', 'v3'] as const

const written = (value: boolean | string | null): string => (typeof value === 'string' ? `'${value}'` : String(value))

/** RULE-36 as SQL over the patient `p`: each state that there is, and what the rule says of it. */
export const consentErrorSql = (block: Block): string => {
  const states = withdrawals.flatMap((withdrawal) => answers.map((answer) => ({ withdrawal, answer })))
  const column = block === 'PATIENT' ? 'c_db_p' : 'c_db_m'
  const cases = states.flatMap(({ withdrawal, answer }) => {
    const detail = findWriteError(block, { personal: answer, medical: answer, withdrawal })
    const state = `p.${column} IS NOT DISTINCT FROM ${written(answer)} AND p.c_db_no_notification IS NOT DISTINCT FROM ${written(withdrawal)}`
    return detail ? [`WHEN ${state} THEN '${detail}'`] : []
  })
  return `CASE ${cases.join(' ')} END`
}

/** Where each row of a lot leads; `fault` says why nothing may be written there, if so. */
export const createTargetTable = (tx: Transaction): PromiseLike<unknown> =>
  runStatement(
    tx,
    `CREATE TEMPORARY TABLE import_target ON COMMIT DROP AS
    SELECT 0 AS row_number, center_id AS key, patient_id, NULL::text AS fault FROM patient_identity WITH NO DATA`,
  )

/** What may be wrong with where a row leads, as SQL: with the patient `p`, and with a code that nobody has; or NULL. */
export type TargetFaults = { readonly known: string; readonly unknown: string }

/** Finds the patient of each staged row; OFFSET keeps it a look-up by key, whatever the planner thinks of how many patients a centre has. */
export const findTargets = async (tx: Transaction, { known, unknown }: TargetFaults): Promise<void> => {
  // Of a temporary table the planner knows nothing, and takes its rows for few.
  await runStatement(tx, 'ANALYZE import_row (row_number, key)')
  await runStatement(
    tx,
    `INSERT INTO import_target SELECT s.row_number, s.key, p.id, CASE WHEN p.id IS NULL THEN ${unknown} ELSE ${known} END
    FROM import_row AS s
    LEFT JOIN LATERAL (
      SELECT patient.* FROM patient_identity AS i JOIN patient ON patient.id = i.patient_id
      WHERE i.center_code = (SELECT current_setting('app.centre')) AND i.center_id = s.key
      OFFSET 0) AS p ON true`,
  )
  await runStatement(tx, 'ANALYZE import_target')
}

type Line = { readonly row_number: number; readonly key: string; readonly fault: ErrorCode }

/** Rows whose patient is not there or not open. */
export const listTargetErrors = async (tx: Transaction): Promise<FoundEntries> => {
  const lines = await runStatement<Line>(
    tx,
    `SELECT row_number, key, fault FROM import_target WHERE fault IS NOT NULL ORDER BY row_number LIMIT ${maxReportedEntries}`,
  )
  const [counted] = await runStatement<{ refused: number }>(
    tx,
    'SELECT count(*)::int AS refused FROM import_target WHERE fault IS NOT NULL',
  )
  const refusals = lines.map(({ row_number: row, key, fault: detail }): Entry => ({ row, key, field: 'CENTER_ID', code: detail }))
  return { refusals, refusalCount: counted?.refused ?? 0, warnings: [], warningCount: 0 }
}
