const megabyte = 1024 * 1024

/** Limits of a file (REQ-IMP-08). Beyond a limit the whole file is rejected; each limit has an error code. */
export type TableLimits = {
  /** Bytes of the file as sent. */
  readonly fileBytes: number
  /** Data rows, blank ones included. */
  readonly rows: number
  readonly columns: number
  /** UTF-16 units in a cell: the limit of Excel. */
  readonly cellCharacters: number
  /** Characters in the text of one row: limits the memory for an incomplete row. */
  readonly rowCharacters: number
  /** Unpacked bytes of an XLSX, both declared and counted. */
  readonly unpackedBytes: number
  /** Unpacked size of an XLSX as a multiple of the sent size. */
  readonly unpackRatio: number
  readonly zipEntries: number
  /** Shared strings of an XLSX: all are in memory while the sheet is read. */
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
