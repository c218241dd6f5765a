import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { TransactionSql } from 'postgres'
import type { RegistryTypes } from '@registry/db/connect'

export type Sql = TransactionSql<RegistryTypes>

/** A value of a row for COPY; a list becomes an array, an object JSON. */
export type CopyValue = string | number | boolean | readonly string[] | Readonly<Record<string, unknown>> | null | undefined

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const escaped = (text: string) => (/[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? '') : text)

const quoted = (item: string) => `"${item.replace(/["\\]/g, (character) => `\\${character}`)}"`
const isList = (value: object): value is readonly string[] => Array.isArray(value)

const cellOf = (value: CopyValue): string => {
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'string') return escaped(value)
  if (typeof value !== 'object') return String(value)
  return escaped(isList(value) ? `{${value.map(quoted).join(',')}}` : JSON.stringify(value))
}

/** One line of COPY's text format. */
export const copyLine = (values: readonly CopyValue[]): string => `${values.map(cellOf).join('\t')}\n`

const linesAtATime = 500

function* pieces(lines: readonly string[]): Generator<string> {
  for (let from = 0; from < lines.length; from += linesAtATime) yield lines.slice(from, from + linesAtATime).join('')
}

/** Sends `lines` into the columns of a table that is free of row security, such as a temporary one. */
export const copyInto = async (sql: Sql, table: string, columns: readonly string[], lines: readonly string[]): Promise<void> => {
  const target = await sql.unsafe(`COPY ${table} (${columns.join(', ')}) FROM STDIN`).writable()
  await pipeline(Readable.from(pieces(lines)), target)
}
