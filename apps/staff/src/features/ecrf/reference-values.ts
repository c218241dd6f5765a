import type { RecordChoices } from '@registry/api-contract/ecrf'
import type { ReferenceValues } from '@registry/domain/reference/reference-values'

/** The choices of the form as the rules of the domain read them. */
export const toReferenceValues = (choices: RecordChoices): ReferenceValues => {
  const tables = new Map(Object.entries(choices).map(([table, rows]) => [table, rows.map(({ id, ...extra }) => ({ id, extra }))]))
  return (table) => tables.get(table) ?? []
}
