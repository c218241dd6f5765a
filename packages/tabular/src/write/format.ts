import { coalesceChunks } from './coalesce-chunks.ts'
import { TableError } from '../table-error.ts'
import type { TableFormat } from '../format.ts'
import type { Delimiter, OutputColumn } from './column.ts'
import { splitCopyLines } from './copy-text.ts'
import { csvFormat } from './csv.ts'
import { jsonFormat } from './json.ts'
import type { RowFormat } from './row-format.ts'
import { RowWriter } from './row-writer.ts'
import { sheetFormat, sheetRows } from './sheet.ts'
import { xmlFormat } from './xml.ts'

export type FormatOptions = {
  readonly format: TableFormat
  /** In the order of the cells of COPY. */
  readonly columns: readonly OutputColumn[]
  /** For CSV. */
  readonly delimiter?: Delimiter
  /** Estimated number of rows, if known. Very large workbooks need the 64-bit ZIP form. */
  readonly expectedRows?: number
}

const formats: Readonly<Record<TableFormat, (columns: readonly OutputColumn[], delimiter?: Delimiter) => RowFormat>> = {
  csv: csvFormat,
  json: jsonFormat,
  xml: xmlFormat,
  xlsx: sheetFormat,
}

/**
 * Formats the text output of `COPY (…) TO STDOUT` as a file, chunk by chunk. It reads no further while the consumer is busy.
 * Each chunk has its own memory, so it can move to another thread.
 * Runs in the calling thread; a server formats through `worker/format-in-thread.ts` (FAULT-23).
 * @throws TableError `xlsx_rows_too_many` if a sheet cannot hold the rows
 */
export async function* formatCopy(copy: AsyncIterable<Uint8Array>, options: FormatOptions): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { format, columns, delimiter, expectedRows } = options
  if (format === 'xlsx') rejectTooManyRows(expectedRows)
  const text = formatRows(copy, formats[format](columns, delimiter))
  if (format !== 'xlsx') return yield* text
  const { packWorkbook } = await import('./workbook.ts')
  yield* coalesceChunks(packWorkbook(text, { expectedRows, columns: columns.length }))
}

const rejectTooManyRows = (rows: number | undefined): void => {
  if (rows !== undefined && rows >= sheetRows) throw new TableError('xlsx_rows_too_many', { limit: sheetRows - 1 })
}

async function* formatRows(copy: AsyncIterable<Uint8Array>, format: RowFormat): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  yield encoder.encode(format.head)
  const writer = new RowWriter(format)
  for await (const lines of splitCopyLines(copy)) yield* writer.rows(lines)
  yield writer.rest()
  yield encoder.encode(format.tail)
}
