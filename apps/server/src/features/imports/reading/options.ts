import type { ReaderContext } from '@registry/domain/fields/reader'
import type { ImportCommand } from '@registry/domain/imports/columns'
import { referenceTables } from '@registry/domain/reference/tables'
import type { ReadFormat } from '@registry/tabular/format'
import type { RowTransform } from '@registry/tabular/worker/transform'
import type { FoundEntries } from '../report-entries.ts'
import type { SeenRows } from './seen-rows.ts'

/** The options of the reader, as plain data: they are sent to another process. */
export type ReadingOptions = {
  readonly command: ImportCommand | 'paperConsents'
  readonly format?: ReadFormat
  readonly today: string
  /** An empty cell clears the stored value; otherwise it keeps it (REQ-IMP-04). */
  readonly emptyClears?: boolean
  /** The ids of each reference table that a record can contain. */
  readonly listed: Readonly<Record<string, readonly string[]>>
  /** The labels of the ids of each reference table. */
  readonly labels: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  /** The allowed mobile prefixes. */
  readonly prefixes: readonly string[]
  /** The number of options of each question that a paper can answer. */
  readonly questions?: Readonly<Record<string, number>>
}

/**
 * The reader's report with some rows: their number, their columns in order, and the cleared columns. Rejected rows are not included, but
 * `read` counts them too.
 */
export type StagedRows = {
  readonly kind: 'rows'
  readonly count: number
  readonly read: number
  readonly columns: readonly string[]
  readonly cleared: readonly string[]
}
/** The reader's report at the end: the number of all rows, and the entries of the report. */
export type ReadingDone = { readonly kind: 'done'; readonly rows: number; readonly found: FoundEntries }
export type ReadingReport = StagedRows | ReadingDone

/** `seen` can be replaced between two batches. */
export type RowReader = RowTransform<ReadingReport> & { seen: SeenRows }

export type ValueOptions = Pick<ReadingOptions, 'today' | 'listed' | 'labels'>

/** The context of a file's values. A comma can separate decimals if the file's delimiter is `;` (REQ-IMP-03). */
export const buildReaderContext = ({ today, listed, labels }: ValueOptions, decimalComma: boolean): ReaderContext => {
  const sets = new Map(referenceTables.map((table) => [table, new Set(listed[table])]))
  return {
    today,
    decimalComma,
    referenceIds: (table) => sets.get(table) ?? new Set(),
    referenceLabels: (table) => new Map(Object.entries(labels[table] ?? {})),
  }
}
