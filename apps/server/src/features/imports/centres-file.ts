import type { Transaction } from '@registry/db/transaction'
import type { KnownColumn } from '@registry/tabular/table'
import { appErrorFromTable } from '../../shared/errors/app-error-from-table.ts'
import type { CentresPlan, ImportContext, ImportNeeds, StagedBatch } from './import-plan.ts'
import {
  centreColumn,
  type CentrePart,
  type CentreReadingDone,
  type CentreReadingOptions,
  type CentreReadingReport,
} from './reading/centre-rows.ts'
import { BatchCopy, busySeconds, type StoredFile } from './staging.ts'
import { createCentresTable, createStagingTable, runStatement } from './staging-tables.ts'

const transform = new URL('./reading/centre-rows.ts', import.meta.url).href

/** A file of several centres whose valid rows are in a table of the connection. */
export type CentresFile = Omit<CentreReadingDone, 'kind' | 'parts'> & {
  readonly plan: CentresPlan
  readonly columns: readonly KnownColumn[]
  readonly table: string
  readonly batch: StagedBatch
  readonly parts: ReadonlyMap<string, CentrePart>
}

/** A field repeats the centre. A request to return would write to the person at once, and a guardian is invited by the centre. */
const omitted: ReadonlySet<string> = new Set([
  'center_code',
  'ASKS_TO_RETURN',
  'GUARDIAN_SURNAME',
  'GUARDIAN_NAME',
  'GUARDIAN_EMAIL',
  'GUARDIAN_MOBILE',
])

/** The columns of the plan, with the centre. */
const listColumns = ({ columns }: CentresPlan): readonly KnownColumn[] => [
  { name: centreColumn, required: true, key: true },
  ...columns.filter(({ name, ignored }) => !ignored && !omitted.has(name)),
]

/**
 * Reads a file of several centres in a child process into a table of the connection, from which each centre's rows are stored.
 * @throws AppError if the whole file is rejected
 */
export const stageCentresFile = async (
  tx: Transaction,
  { readers }: Pick<ImportNeeds, 'readers'>,
  plan: CentresPlan,
  path: string,
  options: CentreReadingOptions,
): Promise<CentresFile> => {
  const table = `rows_of_${plan.command.toLowerCase()}`
  await createCentresTable(tx, table, plan.stagingColumns)
  const copy = new BatchCopy(tx, table)
  const columns = listColumns(plan)
  const task = { format: 'csv', columns, busySeconds, transform: { url: transform, options } } as const
  let done: CentreReadingDone | undefined
  try {
    for await (const { bytes, report } of readers.transform<CentreReadingOptions, CentreReadingReport>(path, task)) {
      if (report?.kind === 'done') done = report
      else if (report && bytes && report.count > 0) await copy.add(report, bytes)
    }
  } catch (error) {
    await copy.abort()
    throw appErrorFromTable(error)
  }
  if (!done) throw new Error('the reader ended without its report')
  const batch = await copy.end()
  await runStatement(tx, `CREATE INDEX ON ${table} (centre, row_number); ANALYZE ${table}`)
  const { parts, ...rest } = done
  return { ...rest, plan, columns, table, batch, parts: new Map(parts.map((part) => [part.centre, part])) }
}

/** Stores the rows of one centre with the plan of the file, all in one batch. */
export const storeCentrePart = async (
  tx: Transaction,
  context: ImportContext,
  { plan, table, batch }: CentresFile,
  { rows, found }: CentrePart,
): Promise<StoredFile> => {
  const columns = new Set(batch.columns)
  columns.delete('centre')
  // Every row of the file was rejected.
  if (columns.size === 0) return { ok: 0, changed: 0, newInADay: 0, rows, found }
  const names = [...columns].map((column) => `"${column}"`).join(', ')
  await createStagingTable(tx, plan.stagingColumns)
  await runStatement(
    tx,
    `INSERT INTO import_row (${names}) SELECT ${names} FROM ${table} WHERE centre = current_setting('app.centre') ORDER BY row_number`,
  )
  const { ok, changed, newInADay = 0 } = await plan.store(tx, context, { columns, cleared: batch.cleared })
  return { ok, changed, newInADay, rows, found }
}
