import { formatActorName, type Caller } from '@registry/api-contract/caller'
import type { Transaction } from '@registry/db/transaction'
import type { FieldName } from '@registry/domain/fields/dictionary'
import type { Value } from '@registry/domain/fields/values'
import { listForeignColumns, rejectionReasonColumn, type ImportCommand } from '@registry/domain/imports/columns'
import { listLabels, listSelectableIds } from '@registry/domain/reference/reference-values'
import { referenceTables } from '@registry/domain/reference/tables'
import type { KnownColumn } from '@registry/tabular/table'
import type { Deps } from '../../app/deps.ts'
import { readNotificationLimits } from '../../jobs/notification-limits.ts'
import { formatItalianDay } from '../../shared/day.ts'
import { readReferenceValues, type LabelledReferenceValues } from '../../shared/reference-values.ts'
import type { ReadingOptions } from './reading/options.ts'
import { ReportEntries } from './report-entries.ts'

/** A value that a file would change. */
export type DryRunChange = {
  readonly row: number
  readonly key: string
  readonly field: FieldName
  readonly before: Value
  readonly after: Value
}

/** The first changed values of a dry run, by row, and the count of all (REQ-IMP-06). */
export type DryRunChanges = { count: number; readonly first: DryRunChange[] }

/** The dependencies of the plans. */
export type ImportNeeds = Pick<Deps, 'readers' | 'keyedHash' | 'clock' | 'env' | 'outbox' | 'encryption' | 'messages'>

/** The sender of a file, as the consent ledger names it. */
export type Sender = { readonly channel: 'centre' | 'service'; readonly actor: string; readonly ipAddress: string }

export const describeSender = ({ actor, host }: Caller): Sender => ({
  channel: actor.kind === 'centre' ? 'service' : 'centre',
  actor: formatActorName(actor),
  ipAddress: host,
})

/** The context of an import in addition to its rows. `today` is an ISO day. Each step adds to `entries`. */
export type ImportContext = {
  readonly deps: ImportNeeds
  readonly sender: Sender
  readonly centre: string
  readonly referenceValues: LabelledReferenceValues
  /** Whether new patients are invited at once. The limits of 24 hours protect from invitations (THREAT-14). */
  readonly invites: boolean
  readonly today: string
  readonly entries: ReportEntries
  /** Collects the values that a dry run would change, if the caller may read records. */
  readonly changes?: DryRunChanges
}

/** Reads the inputs of row checks: the reference values, the day, and the options of the readers. */
export const readImportContext = async (
  tx: Transaction,
  deps: ImportNeeds,
  { sender, centre, invites = true }: Pick<ImportContext, 'sender' | 'centre'> & Partial<Pick<ImportContext, 'invites'>>,
): Promise<{ readonly context: ImportContext; readonly reading: Omit<ReadingOptions, 'command'> }> => {
  const referenceValues = await readReferenceValues(tx)
  const today = formatItalianDay(deps.clock())
  const listed = Object.fromEntries(referenceTables.map((table) => [table, [...listSelectableIds(referenceValues(table))]]))
  const labels = Object.fromEntries(referenceTables.map((table) => [table, Object.fromEntries(listLabels(referenceValues(table)))]))
  const { mobilePrefixes: prefixes } = await readNotificationLimits(tx)
  return {
    context: { deps, sender, centre, invites, referenceValues, today, entries: new ReportEntries() },
    reading: { today, listed, labels, prefixes },
  }
}

/** The rows in the staging table: their columns, and the columns that some of them clear. */
export type StagedBatch = { readonly columns: ReadonlySet<string>; readonly cleared: ReadonlySet<string> }

/**
 * The result of one batch: the accepted rows, and the changed rows. `newInADay` counts the patients that the centre registered in 24 hours,
 * including this file.
 */
export type BatchResult = { readonly ok: number; readonly changed: number; readonly newInADay?: number }

/** The import of one kind of file, in one transaction. */
export type ImportPlan = {
  readonly command: ImportCommand
  /** The columns that the file may have. */
  readonly columns: readonly KnownColumn[]
  /** The columns of the staging table, as SQL. */
  readonly stagingColumns: readonly string[]
  /** Checks and writes the rows in the staging table. */
  store(tx: Transaction, context: ImportContext, batch: StagedBatch): Promise<BatchResult>
  /** Runs once after all batches, in the same transaction. */
  finish?(tx: Transaction): Promise<void>
  /** Runs after the transaction, even after a dry run. */
  after?(deps: Deps, done: { readonly centre: string; readonly newInADay: number }): Promise<void>
}

/** A plan of a file of several centres. Only the operator's command imports consents on paper. */
export type CentresPlan = Omit<ImportPlan, 'command'> & { readonly command: ImportCommand | 'paperConsents' }

/** The known columns that an import ignores: columns of other imports, and the reasons of rejected rows. */
export const listIgnoredColumns = (command: ImportCommand): readonly KnownColumn[] =>
  [...listForeignColumns(command), rejectionReasonColumn].map((name) => ({ name, ignored: true }))
