import type { Caller } from '@registry/api-contract/caller'
import type { Transaction } from '@registry/db/transaction'
import type { ImportCommand } from '@registry/domain/imports/columns'
import type { ReferenceValues } from '@registry/domain/reference/reference-values'
import type { KnownColumn } from '@registry/tabular/table'
import type { Deps } from '../../deps.ts'
import type { FoundEntries } from './entries.ts'
import type { Staged } from './staging.ts'

/** What a load works with beside its rows. */
export type ImportContext = {
  readonly deps: Deps
  readonly by: Caller
  readonly centre: string
  readonly referenceValues: ReferenceValues
  readonly today: string
}

/** What became of rows that could be read. `changed` counts what is not as before, `newInADay` the centre's new patients of 24 hours with those of this file. */
export type BatchResult = { readonly ok: number; readonly changed: number; readonly found: FoundEntries; readonly newInADay?: number }

/**
 * One kind of file: its columns, those of the staging table as SQL, the temporary tables that it works with, and what is done with rows
 * once they are staged. That happens some thousand rows at a time, all in one transaction.
 */
export type ImportPlan = {
  readonly command: ImportCommand
  readonly columns: readonly KnownColumn[]
  readonly staging: readonly string[]
  /** The temporary tables, emptied after each lot of rows. */
  readonly tables: readonly string[]
  prepare(tx: Transaction): Promise<void>
  store(tx: Transaction, context: ImportContext, staged: Staged): Promise<BatchResult>
  /** Looks at what a load did, or would do, once its transaction has ended. */
  after?(deps: Deps, done: { readonly centre: string; readonly newInADay: number }): Promise<void>
}
