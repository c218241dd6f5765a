import type { TableFormat } from '../format.ts'
import type { OutputColumn } from './column.ts'
import { formatCopyLine, type Value } from './copy-rows.ts'
import { csvFormat } from './csv.ts'
import { jsonFormat } from './json.ts'
import { RowWriter } from './row-writer.ts'
import { smallWorkbook } from './small-workbook.ts'
import { xmlFormat } from './xml.ts'

const formats = { csv: csvFormat, json: jsonFormat, xml: xmlFormat }

/**
 * Formats a small table as a file: up to about 1,000 rows. `worker/format-in-thread.ts` formats larger tables.
 * Each row has one value per column, in the order of the columns.
 */
export const writeRows = async (
  rows: readonly (readonly Value[])[],
  columns: readonly OutputColumn[],
  format: TableFormat,
): Promise<Uint8Array> => {
  if (format === 'xlsx') return smallWorkbook([{ name: 'Sheet1', rows, columns }])
  const rowFormat = formats[format](columns)
  const lines = Buffer.from(rows.map(formatCopyLine).join(''))
  const writer = new RowWriter(rowFormat)
  return Buffer.concat([Buffer.from(rowFormat.head), ...writer.rows(lines), writer.rest(), Buffer.from(rowFormat.tail)])
}
