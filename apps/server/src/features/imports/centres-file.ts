import type { Transaction } from '@registry/db/transaction'
import type { KnownColumn } from '@registry/tabular/table'
import { appErrorFromTable } from '../../shared/errors/app-error-from-table.ts'
import type { ImportContext, ImportNeeds, ImportPlan, StagedBatch } from './import-plan.ts'
import {
  centreColumn,
  type CentrePart,
  type CentreReadingDone,
  type CentreReadingOptions,
  type CentreReadingReport,
} from './reading/centre-rows.ts'
import { batchRows, BatchCopy, busySeconds, type StoredFile } from './staging.ts'
import { createCentresTable, createStagingTable, runStatement } from './staging-tables.ts'

const transform = new URL('./reading/centre-rows.ts', import.meta.url).href

/** A file of several centres whose valid rows are in a table of the connection. */
export type CentresFile = Omit<CentreReadingDone, 'kind' | 'parts'> & {
  readonly plan: ImportPlan
  readonly columns: readonly KnownColumn[]
  readonly table: string
  readonly batch: StagedBatch
  readonly parts: ReadonlyMap<string, CentrePart>
}

/** A field repeats the centre. A request to return would write to the person at once. */
const omitted: ReadonlySet<string> = new Set(['center_code', 'ASKS_TO_RETURN'])

/** The columns of the plan, with the centre. */
const listColumns = ({ columns }: ImportPlan): readonly KnownColumn[] => [
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
  plan: ImportPlan,
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

/** Stores the rows of one centre with the plan of the file, batch by batch. */
export const storeCentrePart = async (
  tx: Transaction,
  context: ImportContext,
  { plan, table, batch }: CentresFile,
  { rows, found }: CentrePart,
): Promise<StoredFile> => {
  const columns = [...batch.columns].filter((column) => column !== 'centre')
  const names = columns.map((column) => `"${column}"`).join(', ')
  const total = { ok: 0, changed: 0, newInADay: 0 }
  for (let after: number | undefined = 0; columns.length > 0;) {
    await createStagingTable(tx, plan.stagingColumns)
    const [last]: { row: number | null }[] = await runStatement<{ row: number | null }>(
      tx,
      `WITH copied AS (
        INSERT INTO import_row (${names}) SELECT ${names} FROM ${table}
        WHERE centre = current_setting('app.centre') AND row_number > ${after} ORDER BY row_number LIMIT ${batchRows} RETURNING row_number)
      SELECT max(row_number) AS row FROM copied`,
    )
    after = last?.row ?? undefined
    if (after === undefined) break
    const { ok, changed } = await plan.store(tx, context, { columns: new Set(columns), cleared: batch.cleared })
    total.ok += ok
    total.changed += changed
  }
  return { ...total, rows, found }
}
