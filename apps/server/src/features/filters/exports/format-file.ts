import { Readable } from 'node:stream'
import type { FileFormat } from '@registry/domain/file-formats'
import type { Field } from '@registry/domain/fields/dictionary'
import type { FieldType } from '@registry/domain/fields/field-definition'
import { missingReasonsColumn } from '@registry/domain/fields/missing'
import { formatInThread } from '@registry/tabular/worker/format-in-thread'
import type { ColumnType, Delimiter, OutputColumn } from '@registry/tabular/write/column'

/** The column type of each field type. Several choices are a JSON list in text (REQ-IMP-03). */
const columnTypes: Record<FieldType, ColumnType> = {
  string: 'text',
  integer: 'number',
  float: 'number',
  date: 'date',
  boolean: 'boolean',
  choice: 'text',
  choices: 'text',
}

/** The columns of fields, and with `missingReasons` the one of their reasons (REQ-EXP-12). */
export const toOutputColumns = (fields: readonly Field[], missingReasons: boolean): readonly OutputColumn[] => [
  ...fields.map(({ name, type }) => ({ name, type: columnTypes[type] })),
  ...(missingReasons ? [{ name: missingReasonsColumn.name, type: 'text' } as const] : []),
]

/**
 * Formats the bytes of a COPY as a file in a worker thread (FAULT-23). It reads the source only on demand, so a client that disconnected
 * earlier starts no statement (FAULT-17). Ending the iteration stops the source.
 */
export const formatFile = (
  copy: AsyncIterable<Buffer>,
  format: FileFormat,
  columns: readonly OutputColumn[],
  delimiter: Delimiter,
  expectedRows: number,
): AsyncIterable<Buffer> => formatInThread(Readable.from(copy, { objectMode: false }), { format, columns, delimiter, expectedRows })
