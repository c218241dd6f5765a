/** The type of a column, which decides how JSON and XLSX store its values. A list is text (REQ-IMP-03). */
export type ColumnType = 'text' | 'number' | 'boolean' | 'date'

/** A column of a file. Dates arrive as `yyyy-mm-dd`, booleans as `true`/`false` or Postgres's `t`/`f`. */
export type OutputColumn = {
  readonly name: string
  readonly type: ColumnType
  /** Whether a text of CSV has no guard of formulas, because no spreadsheet reads it. */
  readonly unguarded?: boolean
}

export const isTrueText = (text: string): boolean => text === 't' || text === 'true'

/** True for a number that JSON and spreadsheets accept. Postgres can also send NaN and Infinity. */
export const isNumberText = (text: string): boolean => /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)
