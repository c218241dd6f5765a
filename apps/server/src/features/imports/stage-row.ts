import { finished } from 'node:stream/promises'
import type { Transaction } from '@registry/db/transaction'
import type { Cell } from '@registry/tabular/table'
import type { Findings } from './findings.ts'
import type { RowReader } from './reading/options.ts'
import type { StagedBatch } from './staging.ts'
import { copyInto } from './staging-tables.ts'

/**
 * Reads one row that comes from no file, such as a save of the form, and copies it into the staging table. The checks of files then apply
 * to it, so that both have the same findings. A row with an invalid cell is not staged.
 */
export const stageRow = async (
  tx: Transaction,
  reader: RowReader,
  cells: ReadonlyMap<string, Cell>,
): Promise<{ readonly batch: StagedBatch; readonly found: Findings }> => {
  const row = { number: 1, cells: [...cells.values()] }
  const { bytes, report } = reader.batch({ columns: [...cells.keys()], decimalComma: false, sparse: true, ignored: [], rows: [row] })
  const done = reader.end?.().report
  if (report?.kind !== 'rows' || !bytes || done?.kind !== 'done') throw new Error('the reader of a row returned no report')
  const batch = { rows: report.count, columns: new Set(report.columns), cleared: new Set(report.cleared) }
  if (report.count > 0) {
    const copy = await copyInto(tx, 'import_row', report.columns)
    copy.end(bytes)
    await finished(copy)
  }
  return { batch, found: done.found }
}
