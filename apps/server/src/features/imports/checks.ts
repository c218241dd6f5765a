import type { Transaction } from '@registry/db/transaction'
import { findField, type FieldName } from '@registry/domain/fields/dictionary'
import type { PatientRecord } from '@registry/domain/fields/values'
import type { ErrorCode } from '@registry/domain/error-messages'
import type { Severity } from '@registry/domain/rules/rule'
import { findNearCodes } from '../../shared/near-codes.ts'
import { maxReportedEntries, type ReportEntries, type ReportEntry } from './report-entries.ts'
import { createTable, runStatement } from './staging-tables.ts'

/** A field that a check reads, and its value as SQL. */
export type NeededField = { readonly name: FieldName; readonly value: string }

/**
 * A check of every row of a file: an SQL condition that is true for a wrong row, or a function of one record. The function runs
 * only where one of the fields in `needs` has a value.
 */
export type Check = { readonly severity: Severity; readonly field: string; readonly code: ErrorCode } & (
  | { readonly when: string }
  | { readonly needs: readonly NeededField[]; readonly isFailedBy: (record: PatientRecord) => boolean }
)
type SqlCheck = Extract<Check, { when: string }>
type RecordCheck = Extract<Check, { needs: unknown }>

/** The rows to check, as SQL: the FROM clause and the expression of the row number. */
export type CheckedRows = { readonly from: string; readonly rowNumber: string }

/** True where a row fails a check, or has a value that a function must check, as SQL. */
const anyCheckFails = (checks: readonly Check[]): string => {
  const conditions = checks.map((check) =>
    'when' in check ? `(${check.when})` : `num_nonnulls(${check.needs.map(({ value }) => value).join(', ')}) > 0`,
  )
  return conditions.length === 0 ? 'false' : conditions.join(' OR ')
}

/** Puts errors before warnings, so that the number of a check gives its severity. */
export const orderChecks = (checks: readonly Check[]): readonly Check[] => [
  ...checks.filter(({ severity }) => severity === 'error'),
  ...checks.filter(({ severity }) => severity === 'warning'),
]

const countErrors = (checks: readonly Check[]): number => checks.filter(({ severity }) => severity === 'error').length

/** Creates `import_failure`: the rows that fail checks, and the numbers of those checks. */
export const createFailureTable = (tx: Transaction): PromiseLike<unknown> =>
  createTable(tx, 'import_failure', '(row_number integer NOT NULL, rejects boolean NOT NULL, failed smallint[] NOT NULL) ON COMMIT DROP')

type Numbered<C> = readonly { readonly check: C; readonly number: number }[]

/**
 * Most rows fail no check, so the list of failed checks is computed for the others only. OFFSET prevents Postgres from computing it twice.
 */
const runSqlChecks = async (tx: Transaction, checks: Numbered<SqlCheck>, errorCount: number, rows: CheckedRows): Promise<void> => {
  if (checks.length === 0) return
  const numbers = checks.map(({ check, number }) => `CASE WHEN ${check.when} THEN ${number} END`)
  await runStatement(
    tx,
    `INSERT INTO import_failure SELECT failure.row_number, failure.failed[1] < ${errorCount}, failure.failed
    FROM (
      SELECT ${rows.rowNumber} AS row_number, array_remove(ARRAY[${numbers.join(', ')}]::smallint[], NULL) AS failed FROM ${rows.from}
      WHERE ${anyCheckFails(checks.map(({ check }) => check))}
      OFFSET 0) AS failure`,
  )
}

/** Records in memory at a time. */
const recordsPerFetch = 1000

const runRecordChecks = async (
  tx: Transaction,
  checks: Numbered<RecordCheck>,
  errorCount: number,
  { from, rowNumber }: CheckedRows,
): Promise<void> => {
  if (checks.length === 0) return
  const needed = new Map(checks.flatMap(({ check }) => check.needs.map(({ name, value }) => [name, value] as const)))
  const query = runStatement<PatientRecord & { row_number: number }>(
    tx,
    `SELECT ${rowNumber} AS row_number, ${[...needed].map(([name, value]) => `${value} AS "${name}"`).join(', ')} FROM ${from}
    WHERE ${anyCheckFails(checks.map(({ check }) => check))}`,
  )
  const failures: { row: number; number: number }[] = []
  for await (const records of query.cursor(recordsPerFetch)) {
    for (const record of records) {
      for (const { check, number } of checks) if (check.isFailedBy(record)) failures.push({ row: record.row_number, number })
    }
  }
  await tx.sql`
    INSERT INTO import_failure SELECT row_number, number < ${errorCount}, ARRAY[number]::smallint[]
    FROM unnest(${failures.map(({ row }) => row)}::int[], ${failures.map(({ number }) => number)}::int[]) AS failure (row_number, number)`
}

/** Runs all checks on all rows and stores the failures. `checks` must be ordered by `orderChecks`. */
export const runChecks = async (tx: Transaction, checks: readonly Check[], rows: CheckedRows): Promise<void> => {
  const numbered = checks.map((check, number) => ({ check, number }))
  const sqlChecks = numbered.flatMap(({ check, number }) => ('when' in check ? [{ check, number }] : []))
  const recordChecks = numbered.flatMap(({ check, number }) => ('needs' in check ? [{ check, number }] : []))
  await runSqlChecks(tx, sqlChecks, countErrors(checks), rows)
  await runRecordChecks(tx, recordChecks, countErrors(checks), rows)
}

/** True for an accepted row `target`, as SQL: its patient can be written and no check rejects it. */
export const accepted = `target.error IS NULL
  AND NOT EXISTS (SELECT FROM import_failure AS failure WHERE failure.row_number = target.row_number AND failure.rejects)`

type TargetError = { readonly row: number; readonly key: string; readonly error: ErrorCode }

/** Reports the rows whose patient is unknown or must not be written. */
const reportTargetErrors = async (tx: Transaction, entries: ReportEntries, rejectionCount: number): Promise<void> => {
  if (rejectionCount === 0) return
  const errors = await runStatement<TargetError>(
    tx,
    `SELECT row_number AS row, key, error FROM import_target WHERE error IS NOT NULL ORDER BY row_number LIMIT ${maxReportedEntries}`,
  )
  const unknown = errors.filter(({ error }) => error === 'import_patient_unknown').map(({ key }) => key)
  const near = await findNearCodes(tx, unknown)
  const rejections = errors.map(({ row, key, error: code }): ReportEntry => {
    const nearCode = near.get(key)
    return { row, key, field: 'CENTER_ID', code, ...(nearCode !== undefined && { params: { near: nearCode } }) }
  })
  entries.add({ rejections, rejectionCount })
}

type Failure = { readonly row: number; readonly key: string; readonly number: number; readonly value: string | null }

/** Reports the failed checks of a batch: the errors and then the warnings, within the limit of a report. */
const reportFailures = async (
  tx: Transaction,
  entries: ReportEntries,
  checks: readonly Check[],
  counts: { readonly rejectionCount: number; readonly warningCount: number },
): Promise<void> => {
  if (counts.rejectionCount + counts.warningCount === 0) return
  const columns = checks.map(({ field }) => `'${findField(field)?.column ?? ''}'`)
  // The rows of errors alone are read again, for the wrong value.
  const failures = await runStatement<Failure>(
    tx,
    `SELECT failure.*, left(to_jsonb(staged) ->> (ARRAY[${columns.join(', ')}])[number + 1], 80) AS value
    FROM (
      SELECT target.row_number AS row, target.key, number
      FROM import_failure AS failure JOIN import_target AS target USING (row_number), unnest(failure.failed) AS number
      ORDER BY number >= ${countErrors(checks)}, target.row_number, number LIMIT ${maxReportedEntries}) AS failure
    LEFT JOIN import_row AS staged ON staged.row_number = failure.row AND number < ${countErrors(checks)}
    ORDER BY row, number`,
  )
  const ofSeverity = (wanted: Severity) =>
    failures.flatMap(({ row, key, number, value }): ReportEntry[] => {
      const { severity, field, code } = checks[number] ?? {}
      if (severity !== wanted || field === undefined || code === undefined) return []
      return [{ row, key, field, code, ...(value !== null && { value }), ...(severity === 'warning' && { warning: true as const }) }]
    })
  entries.add({ ...counts, rejections: ofSeverity('error'), warnings: ofSeverity('warning') })
}

type BatchCounts = {
  readonly ok: number
  readonly unwritable: number
  readonly rejectionCount: number
  readonly warningCount: number
}

/** Adds the rejected rows and the failed checks of the batch to the report. Returns the number of accepted rows. */
export const reportBatch = async (tx: Transaction, entries: ReportEntries, checks: readonly Check[]): Promise<number> => {
  const errorCount = countErrors(checks)
  const [counted] = await runStatement<BatchCounts>(
    tx,
    `SELECT failure.*, (SELECT count(*)::int FROM import_target AS target WHERE ${accepted}) AS ok, (SELECT count(error)::int FROM import_target) AS unwritable
    FROM (SELECT count(*) FILTER (WHERE number < ${errorCount})::int AS "rejectionCount",
      count(*) FILTER (WHERE number >= ${errorCount})::int AS "warningCount" FROM import_failure, unnest(failed) AS number) AS failure`,
  )
  const { ok = 0, unwritable = 0, rejectionCount = 0, warningCount = 0 } = counted ?? {}
  await reportTargetErrors(tx, entries, unwritable)
  await reportFailures(tx, entries, checks, { rejectionCount, warningCount })
  return ok
}
