import type { Caller } from '@registry/api-contract/caller'
import type { Transaction } from '@registry/db/transaction'
import { listForeignColumns, refusalReasonColumn, type ImportCommand } from '@registry/domain/imports/columns'
import type { ReferenceValues } from '@registry/domain/reference/reference-values'
import type { KnownColumn } from '@registry/tabular/table'
import type { Deps } from '../../app/deps.ts'
import type { Findings } from './findings.ts'
import type { StagedBatch } from './staging.ts'

/** What an import needs beside its rows. `today` is an ISO day. */
export type ImportContext = {
  readonly deps: Deps
  readonly caller: Caller
  readonly centre: string
  readonly referenceValues: ReferenceValues
  readonly today: string
}

/**
 * The result of one batch: the accepted rows, the rows that changed something, and the findings. `newInADay` counts the patients that the
 * centre registered in 24 hours, this file included.
 */
export type BatchResult = { readonly ok: number; readonly changed: number; readonly found: Findings; readonly newInADay?: number }

/**
 * Stores the rows of one file, some thousand at a time. Each batch has a new staging table. `end` stores the rows that `store` left for later.
 * Afterwards the staging table can have other columns.
 */
export type RowStore = { store(batch: StagedBatch): Promise<BatchResult>; end?(): Promise<BatchResult> }

/** How one kind of file is imported, in one transaction. */
export type ImportPlan = {
  readonly command: ImportCommand
  /** The columns that the file may have. */
  readonly columns: readonly KnownColumn[]
  /** The columns of the staging table, as SQL. */
  readonly stagingColumns: readonly string[]
  /** Chooses the columns of the staging table for a file with these columns. Without it, the table has all. */
  readonly chooseStagingColumns?: (columns: ReadonlySet<string>) => readonly string[]
  open(tx: Transaction, context: ImportContext): RowStore
  /** Runs after the transaction, also after a dry run. */
  after?(deps: Deps, done: { readonly centre: string; readonly newInADay: number }): Promise<void>
}

/** The known columns that an import does not read: those of the other imports, and the reasons of a file of refused rows. */
export const listIgnoredColumns = (command: ImportCommand): readonly KnownColumn[] =>
  [...listForeignColumns(command), refusalReasonColumn].map((name) => ({ name, ignored: true }))
