import type { ReaderContext } from '@registry/domain/fields/reader'
import type { ImportCommand } from '@registry/domain/imports/columns'
import { referenceTables } from '@registry/domain/reference/tables'
import type { RowTransform } from '@registry/tabular/worker/transform'
import type { FoundEntries } from '../entries.ts'

/** What the reader is told: plain data, since it crosses processes. */
export type ReadingOptions = {
  readonly command: ImportCommand
  readonly today: string
  /** The ids of each reference table that a record may hold. */
  readonly listed: Readonly<Record<string, readonly string[]>>
  /** The prefixes of mobiles to which the registry writes. */
  readonly prefixes: readonly string[]
}

/**
 * What the reader tells with some rows: how many are staged, the columns they fill, in the order of their cells, and those of them that
 * some row clears. Rows that are refused are not staged.
 */
export type StagedRows = {
  readonly kind: 'rows'
  readonly count: number
  readonly columns: readonly string[]
  readonly cleared: readonly string[]
}
/** What it tells at the end: how many rows there were, and what was found in them. */
export type ReadingDone = { readonly kind: 'done'; readonly rows: number; readonly found: FoundEntries }
export type ReadingReport = StagedRows | ReadingDone

export type RowReader = RowTransform<ReadingReport>

/** The context in which a file's values are read; a comma may part decimals where the file's delimiter is `;` (D4). */
export const contextOf = ({ today, listed }: ReadingOptions, decimalComma: boolean): ReaderContext => {
  const sets = new Map(referenceTables.map((table) => [table, new Set(listed[table])]))
  return { today, decimalComma, referenceIds: (table) => sets.get(table) ?? new Set() }
}
