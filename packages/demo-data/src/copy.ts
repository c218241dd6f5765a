import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { TransactionSql } from 'postgres'
import type { RegistryTypes } from '@registry/db/connect'

export type Sql = TransactionSql<RegistryTypes>

/** A value of a row for COPY. A list becomes an array, an object becomes JSON. */
export type CopyValue = string | number | boolean | readonly string[] | Readonly<Record<string, unknown>> | null | undefined

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const escapeText = (text: string) => (/[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? '') : text)

const quoteItem = (item: string) => `"${item.replace(/["\\]/g, (character) => `\\${character}`)}"`
const isList = (value: object): value is readonly string[] => Array.isArray(value)

const formatCell = (value: CopyValue): string => {
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'string') return escapeText(value)
  if (typeof value !== 'object') return String(value)
  return escapeText(isList(value) ? `{${value.map(quoteItem).join(',')}}` : JSON.stringify(value))
}

/** Formats one row in the text format of COPY, with the line break. */
export const copyLine = (values: readonly CopyValue[]): string => `${values.map(formatCell).join('\t')}\n`

const linesPerChunk = 500

function* joinLines(lines: readonly string[]): Generator<string> {
  for (let from = 0; from < lines.length; from += linesPerChunk) yield lines.slice(from, from + linesPerChunk).join('')
}

/** Copies `lines` into the columns of a table without row security, such as a temporary one. */
export const copyInto = async (sql: Sql, table: string, columns: readonly string[], lines: readonly string[]): Promise<void> => {
  const target = await sql.unsafe(`COPY ${table} (${columns.join(', ')}) FROM STDIN`).writable()
  await pipeline(Readable.from(joinLines(lines)), target)
}
