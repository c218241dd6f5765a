import { coalesced } from '../coalesced.ts'
import { TableError } from '../table-error.ts'
import type { TableFormat } from '../format.ts'
import type { OutputColumn } from './column.ts'
import { copyLines } from './copy-text.ts'
import { csvFormat } from './csv.ts'
import { jsonFormat } from './json.ts'
import type { RowFormat } from './row-format.ts'
import { RowWriter } from './row-writer.ts'
import { sheetFormat, sheetRows } from './sheet.ts'
import { xmlFormat } from './xml.ts'

export type FormatOptions = {
  readonly format: TableFormat
  /** In the order of COPY's cells. */
  readonly columns: readonly OutputColumn[]
  /** About how many rows will come, where it is known: very large workbooks are written in another form. */
  readonly expectedRows?: number
}

const formats: Readonly<Record<TableFormat, (columns: readonly OutputColumn[]) => RowFormat>> = {
  csv: csvFormat,
  json: jsonFormat,
  xml: xmlFormat,
  xlsx: sheetFormat,
}

/**
 * Makes a file of the bytes that `COPY (…) TO STDOUT` gives in its text format. It takes and gives piece by piece, and takes no more while
 * nobody takes what it gives; each piece has memory of its own, so that it can be given away to another thread. It works in the thread that calls it: a server formats through `format-apart.ts` (FAULT-23).
 * TableFault `xlsx_rows_too_many` when there are more rows than a sheet has.
 */
export async function* formatCopy(copy: AsyncIterable<Uint8Array>, options: FormatOptions): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { format, columns, expectedRows } = options
  if (format === 'xlsx') refuseTooManyRows(expectedRows)
  const text = formatted(copy, formats[format](columns))
  if (format !== 'xlsx') return yield* text
  const { packedWorkbook } = await import('./workbook.ts')
  yield* coalesced(packedWorkbook(text, { expectedRows, columns: columns.length }))
}

const refuseTooManyRows = (rows: number | undefined): void => {
  if (rows !== undefined && rows >= sheetRows) throw new TableError('xlsx_rows_too_many', { limit: sheetRows - 1 })
}

async function* formatted(copy: AsyncIterable<Uint8Array>, format: RowFormat): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  yield encoder.encode(format.head)
  const writer = new RowWriter(format)
  for await (const lines of copyLines(copy)) yield* writer.rows(lines)
  yield writer.rest()
  yield encoder.encode(format.tail)
}
