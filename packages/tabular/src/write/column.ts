/** What the texts of a column are, which decides how JSON and XLSX hold them. A list is text (D4). */
export type ColumnKind = 'text' | 'number' | 'boolean' | 'date'

/** A column of a file to be written. Dates come as `yyyy-mm-dd`, booleans as `true`/`false` or Postgres's `t`/`f`. */
export type OutputColumn = { readonly name: string; readonly kind: ColumnKind }

export const isTrueText = (text: string): boolean => text === 't' || text === 'true'

/** Whether the text is a number in JSON's and a spreadsheet's sense; Postgres also writes NaN and Infinity. */
export const isNumberText = (text: string): boolean => /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)
