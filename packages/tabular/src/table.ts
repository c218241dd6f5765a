/** A cell that says "take the stored value away": `\N` in any format, `null` in JSON (D4). It crosses processes as it is. */
export const CLEAR = true

/** The text of a cell, null where it is empty (the stored value stays as it is), or CLEAR. Dates of spreadsheets are `yyyy-mm-dd`. */
export type Cell = string | null | typeof CLEAR

/** Number 1 is the first row after the header; blank rows are counted but never delivered. */
export type Row = { readonly number: number; readonly cells: readonly Cell[] }

/**
 * Some rows of a file, in its order. Cells stand in the order of `columns`.
 * In JSON and XML a later batch may have more columns than an earlier one, always added at the end.
 * `decimalComma` is true in a CSV whose delimiter is `;`: there numbers may have a comma (D4).
 */
export type Batch = { readonly columns: readonly string[]; readonly decimalComma: boolean; readonly rows: readonly Row[] }

/** A column that a file may have, under the name that `Batch.columns` will use for it, whatever the letter case in the file. */
export type KnownColumn = { readonly name: string; readonly required?: boolean }
