import type { Cell } from '@registry/api-contract/fields'
import type { WithheldCells } from '@registry/api-contract/saved-filters'
import type { listConsentColumns } from '../filter-query.ts'

/** Maximum number of rows on screen (REQ-EXP-01). */
export const maxRowsOnScreen = 1000

export const formatCell = (value: unknown): Cell => {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return JSON.stringify(value)
}

/** Lists each consent with the rows whose patient has not given it. `given` has a flag for each consent. */
export const listWithheldCells = (
  consentColumns: ReturnType<typeof listConsentColumns>,
  given: readonly (readonly unknown[])[],
): WithheldCells[] =>
  consentColumns
    .map(({ columns }, position) => ({
      columns: [...columns],
      rows: given.flatMap((flags, row) => (flags[position] === true ? [] : [row])),
    }))
    .filter(({ rows }) => rows.length > 0)
