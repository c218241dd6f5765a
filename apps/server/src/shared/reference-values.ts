import { referenceValue } from '@registry/db/schema/reference'
import type { Transaction } from '@registry/db/transaction'
import type { ReferenceValue, TranslationColumns } from '@registry/domain/reference/reference-values'
import type { ReferenceTable } from '@registry/domain/reference/tables'

/** Returns the reference values of a table in their order, with their labels. */
export type LabelledReferenceValues = (table: ReferenceTable) => readonly (ReferenceValue & TranslationColumns)[]

/** Reads all reference values in one query. They are under a thousand small rows, so a cache is not worth its invalidation. */
export const readReferenceValues = async ({ db }: Transaction): Promise<LabelledReferenceValues> => {
  const { tableName, id, transIt, transEn, extra, position } = referenceValue
  const rows = await db
    .select({ tableName, id, trans_it: transIt, trans_en: transEn, extra })
    .from(referenceValue)
    .orderBy(tableName, position)
  const byTable = Map.groupBy(rows, (row) => row.tableName)
  return (table) => byTable.get(table) ?? []
}
