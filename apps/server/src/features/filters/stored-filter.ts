import type { Condition } from '@registry/domain/filter/condition'
import { WrittenCondition } from '@registry/domain/filter/condition'
import { FieldSelection } from '@registry/domain/filter/selection'
import { checkFreeSql } from './free-sql/free-sql.ts'

/** Only the stored text counts: an additional tree would not be strict, and is rejected with the row (REQ-FIL-07). */
const readCondition = async (stored: unknown): Promise<Condition | null> => {
  const written = WrittenCondition.safeParse(stored).data
  if (written?.kind !== 'sql') return written ?? null
  const { tree } = await checkFreeSql(written.text)
  return tree ? { ...written, tree } : null
}

/** The field selection and the condition of a filter as stored; null if one no longer parses. */
export type StoredFilter = { readonly fields: FieldSelection | null; readonly where: Condition | null }

/** Reads a stored filter. One that no longer parses is broken, never one without conditions (REQ-FIL-08). */
export const readStoredFilter = async (fields: unknown, condition: unknown): Promise<StoredFilter> => ({
  fields: FieldSelection.safeParse(fields).data ?? null,
  where: await readCondition(condition),
})
