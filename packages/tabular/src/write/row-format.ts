/** How one column's cells are written, when they are not null. */
export type CellFormat = {
  /** What begins a cell, before its place where the format has places. */
  readonly open: string
  /** Text that holds no byte of the classes in `unlike` (`byte-classes.ts`), or a plain number, is copied between these as it stands. */
  readonly plain?: { readonly unlike: number; readonly before: string; readonly after: string }
  /** What follows `open` where the text is true, and where it is not. */
  readonly truth?: { readonly yes: string; readonly no: string }
  /** What follows `open` for any other text, given as COPY has it. */
  readonly other: (raw: string) => string
}

/** A text format as a list of what its rows are made of; `row-writer.ts` writes them. */
export type RowFormat = {
  readonly head: string
  readonly tail: string
  readonly firstRow: string
  readonly nextRow: string
  readonly rowEnd: string
  readonly between: string
  /** Whether a null leaves its place empty; otherwise it is left out with what would be between. */
  readonly everyCell?: true
  readonly cells: readonly CellFormat[]
  /** For a sheet: each row has its number and each cell its place, by these letters and that number; rows are counted from `rowsBefore`. */
  readonly sheet?: { readonly letters: readonly string[]; readonly rowsBefore: number; readonly mostRows: number }
}
