/** The type of a column, which decides how JSON and XLSX store its values. A list is text. */
export type ColumnType = 'text' | 'number' | 'boolean' | 'date'

/** Delimiter of CSV cells. With a semicolon numbers have a decimal comma, as Excel in Italian reads them. */
export type Delimiter = 'comma' | 'semicolon'

/** A column of a file. Dates arrive as `yyyy-mm-dd`, booleans as `true`/`false` or Postgres's `t`/`f`. */
export type OutputColumn = {
  readonly name: string
  readonly type: ColumnType
  /** Whether a text of CSV has no guard of formulas, because no spreadsheet reads it. */
  readonly unguarded?: boolean
  /** Labels by code, for a text column. A JSON list of codes becomes a list of labels. An unknown code stays. */
  readonly labels?: ReadonlyMap<string, string>
}

export const isTrueText = (text: string): boolean => text === 't' || text === 'true'

/** True for a number that JSON and spreadsheets accept. Postgres can also send NaN and Infinity. */
export const isNumberText = (text: string): boolean => /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)
