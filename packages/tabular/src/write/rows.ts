import type { TableFormat } from '../format.ts'
import type { OutputColumn } from './column.ts'
import { copyLine, type Value } from './copy-rows.ts'
import { csvFormat } from './csv.ts'
import { jsonFormat } from './json.ts'
import { RowWriter } from './row-writer.ts'
import { smallWorkbook } from './small-workbook.ts'
import { xmlFormat } from './xml.ts'

const formats = { csv: csvFormat, json: jsonFormat, xml: xmlFormat }

/**
 * The file of a small table: a reference table, a template, a summary, up to about 1,000 rows. Larger ones are formatted in a thread (`format-apart.ts`).
 * Each row has a value for each column, in their order.
 */
export const writeRows = async (
  rows: readonly (readonly Value[])[],
  columns: readonly OutputColumn[],
  format: TableFormat,
): Promise<Uint8Array> => {
  if (format === 'xlsx') return smallWorkbook(rows, columns)
  const rowFormat = formats[format](columns)
  const lines = Buffer.from(rows.map(copyLine).join(''))
  const writer = new RowWriter(rowFormat)
  return Buffer.concat([Buffer.from(rowFormat.head), ...writer.rows(lines), writer.rest(), Buffer.from(rowFormat.tail)])
}
