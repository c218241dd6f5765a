/** Format of the non-null cells of a column. */
export type CellFormat = {
  /** Start of a cell, before its reference in a sheet. */
  readonly open: string
  /** Bytes are copied unchanged between `before` and `after` if none is in a class of `excluded` (`byte-classes.ts`). */
  readonly plain?: { readonly excluded: number; readonly before: string; readonly after: string }
  /** Follows `open` for true and for false. */
  readonly truth?: { readonly yes: string; readonly no: string }
  /** Returns what follows `open` for any other text. `raw` is the COPY text. */
  readonly other: (raw: string) => string
}

/** A text format as data; `row-writer.ts` writes the rows. */
export type RowFormat = {
  readonly head: string
  readonly tail: string
  readonly firstRow: string
  readonly nextRow: string
  readonly rowEnd: string
  readonly between: string
  /** If true, a null cell is empty. Otherwise the cell and its separator are omitted. */
  readonly everyCell?: true
  readonly cells: readonly CellFormat[]
  /** For a sheet: column letters for the cell references, the number of header rows, and the row limit. */
  readonly sheet?: { readonly letters: readonly string[]; readonly rowsBefore: number; readonly maxRows: number }
}
