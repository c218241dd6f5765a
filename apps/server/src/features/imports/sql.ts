import type { Transaction } from '@registry/db/transaction'

/**
 * Runs a statement of a load. Its text is made of names of the dictionary, of rules and of this feature's own tables; nothing that
 * came with a file is ever in it, since that travels by COPY.
 */
export const runStatement = <Row extends object = Record<string, unknown>>({ sql }: Transaction, statement: string) =>
  sql.unsafe<Row[]>(statement)

/** Opens a COPY into a temporary table; ending the stream ends the COPY. */
export const copyInto = ({ sql }: Transaction, table: string, columns: readonly string[]) =>
  sql.unsafe(`COPY ${table} (${columns.map((column) => `"${column}"`).join(', ')}) FROM STDIN`).writable()
