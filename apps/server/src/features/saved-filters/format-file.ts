import { Readable } from 'node:stream'
import type { FileFormat } from '@registry/api-contract/saved-filters'
import type { Field } from '@registry/domain/fields/dictionary'
import type { FieldType } from '@registry/domain/fields/field-definition'
import { formatInThread } from '@registry/tabular/worker/format-in-thread'
import type { ColumnType } from '@registry/tabular/write/column'

/** How files hold each kind (D4): a list of ids is text. */
const columnTypes: Record<FieldType, ColumnType> = {
  string: 'text',
  integer: 'number',
  float: 'number',
  date: 'date',
  boolean: 'boolean',
  choice: 'text',
  choices: 'text',
}

/**
 * The bytes of a file, made of the bytes of a COPY in a thread of their own (FAULT-23). Nothing is taken from the source before it is asked
 * for: who has left by then leaves no statement behind (FAULT-17). Taking no more stops the source.
 */
export const formatFile = (
  copy: AsyncIterable<Buffer>,
  format: FileFormat,
  fields: readonly Field[],
  expectedRows: number,
): AsyncIterable<Buffer> => {
  const columns = fields.map(({ name, type }) => ({ name, type: columnTypes[type] }))
  return formatInThread(Readable.from(copy, { objectMode: false }), { format, columns, expectedRows })
}
