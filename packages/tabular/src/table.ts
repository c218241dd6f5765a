/** A cell that clears the stored value: `\N` in any format, `null` in JSON (REQ-IMP-04). A boolean, because it is sent between processes. */
export const CLEAR = true

/**
 * The text of a cell; null if it is empty, which keeps the stored value; or CLEAR. Excel dates are `yyyy-mm-dd`. A cell of a workbook that
 * contains a number, and not its text, is a number: its decimal sign is no question (REQ-IMP-03).
 */
export type Cell = string | number | null | typeof CLEAR

/** Number 1 is the first row after the header. Blank rows count but are not delivered. */
export type Row = { readonly number: number; readonly cells: readonly Cell[] }

/**
 * Consecutive rows of a file. The cells have the order of `columns`.
 * In JSON and XML a later batch can have additional columns at the end.
 * `decimalComma` is true for a CSV with `;` as delimiter and for the texts of a workbook: the comma is their decimal sign (REQ-IMP-03).
 */
export type Batch = { readonly columns: readonly string[]; readonly decimalComma: boolean; readonly rows: readonly Row[] }

/** An accepted column. `Batch.columns` uses its name; the file can use any letter case. */
export type KnownColumn = { readonly name: string; readonly required?: boolean }
