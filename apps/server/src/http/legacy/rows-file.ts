import { mediaTypes, type TableFormat } from '@registry/tabular/format'
import { formatRowsInThread } from '@registry/tabular/worker/format-in-thread'
import type { OutputColumn } from '@registry/tabular/write/column'
import { createFileResponse, type FileResponse } from '../downloads.ts'

/** The format of a file, or undefined for rows. Old programs read JSON, and rows on screen, from the response (document 1, section 7). */
export const findFileFormat = (format: TableFormat | 'video'): Exclude<TableFormat, 'json'> | undefined =>
  format === 'video' || format === 'json' ? undefined : format

type RowsFile = {
  /** The name of the file without its ending. */
  readonly name: string
  readonly format: TableFormat
  readonly columns: readonly OutputColumn[]
}

/** Builds the file of a table in memory. */
export const buildRowsFile = <Row extends Readonly<Record<string, string | number | boolean | null>>>(
  { name, format, columns }: RowsFile,
  rows: readonly Row[],
): FileResponse => {
  const cells = rows.map((row) => columns.map(({ name: column }) => row[column] ?? null))
  return createFileResponse(`${name}.${format}`, mediaTypes[format], formatRowsInThread(cells, { format, columns }), { rows: rows.length })
}
