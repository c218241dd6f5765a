import { geotree } from '@registry/db/schema/geography'
import type { Transaction } from '@registry/db/transaction'
import { readReferenceValues, type LabelledReferenceValues } from '../../../shared/reference-values.ts'

/** Reads the reference values, and as `geotree` the areas of generalised values, which have a separate table. */
export const readValuesAndAreas = async (tx: Transaction): Promise<LabelledReferenceValues> => {
  const values = await readReferenceValues(tx)
  const tree = await tx.db
    .select({ id: geotree.id, trans_it: geotree.transIt, trans_en: geotree.transEn })
    .from(geotree)
    .orderBy(geotree.position)
  const areas = tree.map((row) => ({ ...row, extra: {} }))
  return (table) => (table === 'geotree' ? areas : values(table))
}
