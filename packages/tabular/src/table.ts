import type { TableErrorCode, TableErrorParams } from './table-error.ts'

/** A cell that clears the stored value: `\N` in any format, `null` in JSON. A boolean, because it is sent between processes. */
export const CLEAR = true

/** Reasons why a cell cannot be read. Its row is rejected, and the other rows are imported. */
export type CellProblem = {
  readonly problem: Extract<TableErrorCode, 'xlsx_error_cell' | 'xlsx_formula_empty' | 'xlsx_number_too_long' | 'file_column_unnamed'>
  readonly params: TableErrorParams
}

/**
 * The text of a cell; null if it is empty, which keeps the stored value; or CLEAR. Excel dates are `yyyy-mm-dd`. A workbook's cell with a
 * number, not its text, is a number, so its decimal sign is certain.
 */
export type Cell = string | number | null | typeof CLEAR | CellProblem

export const isProblem = (cell: Cell | undefined): cell is CellProblem => typeof cell === 'object' && cell !== null

/** Number 1 is the first row after the header. Rows without a value count but are not delivered. `problem` is a value outside the columns. */
export type Row = { readonly number: number; readonly cells: readonly Cell[]; readonly problem?: CellProblem }

/**
 * Consecutive rows of a file. The cells have the order of `columns`.
 * In JSON and XML a later batch can have additional columns at the end.
 * `decimalComma` is true for a CSV with `;` as delimiter and for the texts of a workbook.
 * `sparse` is true for JSON and XML. There null is a cell that the row does not name; an empty cell is an empty text.
 * `ignored` are the columns so far that the caller does not read.
 */
export type Batch = {
  readonly columns: readonly string[]
  readonly decimalComma: boolean
  readonly sparse: boolean
  readonly ignored: readonly string[]
  readonly rows: readonly Row[]
}

/**
 * An accepted column. `Batch.columns` uses its name; the file can use any letter case. A file needs every `required` column, and one other
 * than its `key`. An `ignored` column has a known name but is not read.
 */
export type KnownColumn = {
  readonly name: string
  readonly required?: boolean
  readonly key?: boolean
  readonly ignored?: boolean
}
