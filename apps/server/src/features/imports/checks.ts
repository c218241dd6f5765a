import type { Transaction } from '@registry/db/transaction'
import type { FieldName } from '@registry/domain/fields/dictionary'
import type { PatientRecord } from '@registry/domain/fields/values'
import type { ErrorCode } from '@registry/domain/error-messages'
import type { Severity } from '@registry/domain/rules/rule'
import { noFindings, maxReportedEntries, type Entry, type FoundEntries } from './entries.ts'
import { runStatement } from './sql.ts'

/** A field of the rows that are asked, and its value as SQL. */
export type Needed = { readonly name: FieldName; readonly value: string }

/**
 * A question asked of every row of a file: as SQL over the rows, true where the row fails it; or, where SQL would be contrived, of one
 * record at a time and only where one of `needs` has a value.
 */
export type Check = { readonly severity: Severity; readonly field: string; readonly code: ErrorCode } & (
  | { readonly when: string }
  | { readonly needs: readonly Needed[]; readonly isFailedBy: (record: PatientRecord) => boolean }
)

/** The rows that are asked, as SQL: where they come from, and their number. */
export type Rows = { readonly from: string; readonly number: string }

/** True where a row fails some question, or may fail one that is not asked in SQL. */
export const anyCheckApplies = (checks: readonly Check[]): string => {
  const conditions = checks.map((check) =>
    'when' in check ? `(${check.when})` : `num_nonnulls(${check.needs.map(({ value }) => value).join(', ')}) > 0`,
  )
  return conditions.length === 0 ? 'false' : conditions.join(' OR ')
}

/** Refusals first, so that the number of a question says whether it refuses. */
export const orderChecks = (checks: readonly Check[]): readonly Check[] => [
  ...checks.filter(({ severity }) => severity === 'error'),
  ...checks.filter(({ severity }) => severity === 'warning'),
]

const refusing = (checks: readonly Check[]): number => checks.filter(({ severity }) => severity === 'error').length

export const createFailureTable = (tx: Transaction): PromiseLike<unknown> =>
  runStatement(
    tx,
    'CREATE TEMPORARY TABLE import_failure (row_number integer NOT NULL, refuses boolean NOT NULL, failed smallint[] NOT NULL) ON COMMIT DROP',
  )

type Numbered<C> = readonly { readonly check: C; readonly number: number }[]

/** Most rows fail no question: which ones it was is asked of the others only. OFFSET keeps the planner from asking again for what is kept. */
const askInSql = async (
  tx: Transaction,
  checks: Numbered<Extract<Check, { when: string }>>,
  refusals: number,
  rows: Rows,
): Promise<void> => {
  if (checks.length === 0) return
  const numbers = checks.map(({ check, number }) => `CASE WHEN ${check.when} THEN ${number} END`)
  await runStatement(
    tx,
    `INSERT INTO import_failure SELECT f.row_number, f.failed[1] < ${refusals}, f.failed
    FROM (
      SELECT ${rows.number} AS row_number, array_remove(ARRAY[${numbers.join(', ')}]::smallint[], NULL) AS failed FROM ${rows.from}
      WHERE ${anyCheckApplies(checks.map(({ check }) => check))}
      OFFSET 0) AS f`,
  )
}

/** Records looked at in memory at a time. */
const atATime = 1000

const askInMemory = async (
  tx: Transaction,
  checks: Numbered<Extract<Check, { needs: unknown }>>,
  refusals: number,
  { from, number: row }: Rows,
): Promise<void> => {
  if (checks.length === 0) return
  const needed = new Map(checks.flatMap(({ check }) => check.needs.map(({ name, value }) => [name, value] as const)))
  const found = runStatement<PatientRecord & { row_number: number }>(
    tx,
    `SELECT ${row} AS row_number, ${[...needed].map(([name, value]) => `${value} AS "${name}"`).join(', ')} FROM ${from}
    WHERE ${anyCheckApplies(checks.map(({ check }) => check))}`,
  )
  const failures: { row: number; number: number }[] = []
  for await (const records of found.cursor(atATime)) {
    for (const record of records) {
      for (const { check, number } of checks) if (check.isFailedBy(record)) failures.push({ row: record.row_number, number })
    }
  }
  await tx.sql`
    INSERT INTO import_failure SELECT row_number, number < ${refusals}, ARRAY[number]::smallint[]
    FROM unnest(${failures.map(({ row }) => row)}::int[], ${failures.map(({ number }) => number)}::int[]) AS failure (row_number, number)`
}

/** Asks all questions, `inOrder`, of all rows. */
export const runChecks = async (tx: Transaction, checks: readonly Check[], rows: Rows): Promise<void> => {
  const numbered = checks.map((check, number) => ({ check, number }))
  const inSql = numbered.flatMap(({ check, number }) => ('when' in check ? [{ check, number }] : []))
  const inMemory = numbered.flatMap(({ check, number }) => ('needs' in check ? [{ check, number }] : []))
  await askInSql(tx, inSql, refusing(checks), rows)
  await askInMemory(tx, inMemory, refusing(checks), rows)
}

/** The rows `t` of import_target that may go in: the patient is known and open, and no question refuses. */
export const accepted = 't.fault IS NULL AND NOT EXISTS (SELECT FROM import_failure AS f WHERE f.row_number = t.row_number AND f.refuses)'

export const countAccepted = async (tx: Transaction): Promise<number> => {
  const [counted] = await runStatement<{ ok: number }>(tx, `SELECT count(*)::int AS ok FROM import_target AS t WHERE ${accepted}`)
  return counted?.ok ?? 0
}

type Line = { readonly row_number: number; readonly key: string; readonly number: number }
const linesOf = (tx: Transaction, condition: string): PromiseLike<readonly Line[]> =>
  runStatement<Line>(
    tx,
    `SELECT t.row_number, t.key, number FROM import_failure AS f JOIN import_target AS t USING (row_number), unnest(f.failed) AS number
    WHERE ${condition} ORDER BY t.row_number, number LIMIT ${maxReportedEntries}`,
  )

/** What the questions found, for the report. */
export const listFailures = async (tx: Transaction, checks: readonly Check[]): Promise<FoundEntries> => {
  if (checks.length === 0) return noFindings
  const refusals = refusing(checks)
  const [counted] = await runStatement<{ refused: number; warned: number }>(
    tx,
    `SELECT count(*) FILTER (WHERE number < ${refusals})::int AS refused, count(*) FILTER (WHERE number >= ${refusals})::int AS warned
    FROM import_failure, unnest(failed) AS number`,
  )
  const entry = ({ row_number: row, key, number }: Line): Entry[] => {
    const check = checks[number]
    return check
      ? [{ row, key, field: check.field, code: check.code, ...(check.severity === 'warning' && { warning: true as const }) }]
      : []
  }
  return {
    refusals: (await linesOf(tx, `number < ${refusals}`)).flatMap(entry),
    refusalCount: counted?.refused ?? 0,
    warnings: (await linesOf(tx, `number >= ${refusals}`)).flatMap(entry),
    warningCount: counted?.warned ?? 0,
  }
}
