const megabyte = 1024 * 1024

/** What a file may at most hold (D4). Past a limit the whole file is refused with a code of its own. */
export type TableLimits = {
  /** Bytes of the file as sent. */
  readonly fileBytes: number
  /** Data rows, blank ones included. */
  readonly rows: number
  readonly columns: number
  /** UTF-16 units in a cell: what a spreadsheet's cell can hold. */
  readonly cellCharacters: number
  /** Characters in one row's text, a bound on what is kept in memory while the end of the row is awaited. */
  readonly rowCharacters: number
  /** Bytes that an XLSX may unpack to, declared and counted. */
  readonly unpackedBytes: number
  /** How many times the size of what was sent an XLSX may unpack to. */
  readonly unpackRatio: number
  readonly zipEntries: number
  /** Distinct texts that an XLSX keeps beside its sheet: all of them are in memory while the sheet is read. */
  readonly sharedStrings: number
}

export const defaultLimits: TableLimits = {
  fileBytes: 50 * megabyte,
  rows: 200_000,
  columns: 500,
  cellCharacters: 32_767,
  rowCharacters: 2_000_000,
  unpackedBytes: 200 * megabyte,
  unpackRatio: 100,
  zipEntries: 200,
  sharedStrings: 1_000_000,
}
