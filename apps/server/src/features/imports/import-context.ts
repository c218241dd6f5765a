import type { Caller } from '@registry/api-contract/caller'
import type { Transaction } from '@registry/db/transaction'
import { listLabels, listSelectableIds } from '@registry/domain/reference/reference-values'
import { referenceTables } from '@registry/domain/reference/tables'
import { formatItalianDay } from '../../shared/day.ts'
import type { Deps } from '../../app/deps.ts'
import { readNotificationLimits } from '../../jobs/notification-limits.ts'
import { readReferenceValues } from '../../shared/reference-values.ts'
import type { ImportContext } from './import-plan.ts'
import type { ReadingOptions } from './reading/options.ts'

/** Reads what the checks of rows need: the reference values, the day, and the options of the readers. */
export const readImportContext = async (
  tx: Transaction,
  deps: Deps,
  caller: Caller,
  centre: string,
): Promise<{ readonly context: ImportContext; readonly reading: Omit<ReadingOptions, 'command'> }> => {
  const referenceValues = await readReferenceValues(tx)
  const today = formatItalianDay(deps.clock())
  const listed = Object.fromEntries(referenceTables.map((table) => [table, [...listSelectableIds(referenceValues(table))]]))
  const labels = Object.fromEntries(referenceTables.map((table) => [table, Object.fromEntries(listLabels(referenceValues(table)))]))
  const { mobilePrefixes: prefixes } = await readNotificationLimits(tx)
  return { context: { deps, caller, centre, referenceValues, today }, reading: { today, listed, labels, prefixes } }
}
