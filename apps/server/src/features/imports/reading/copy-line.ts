import type { FieldType } from '@registry/domain/fields/field-definition'
import { parseList } from '@registry/domain/fields/values'

/** COPY's text format: a cell that is null, and the signs around cells (PostgreSQL, COPY, "Text Format"). */
export const nullCell = String.raw`\N`

const escapes: Readonly<Record<string, string>> = { '\\': String.raw`\\`, '\t': String.raw`\t`, '\n': String.raw`\n`, '\r': String.raw`\r` }

export const textCell = (text: string): string =>
  /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character) : text

/** Names and ids as an array of Postgres. */
export const arrayCell = (items: readonly string[]): string =>
  textCell(`{${items.map((item) => `"${item.replace(/["\\]/g, (character) => `\\${character}`)}"`).join(',')}}`)

const asItIs = (text: string): string => text

/** How the canonical text of each kind is written for COPY: numbers, days and answers have no sign that needs care. */
export const cellOfKind = {
  string: textCell,
  integer: asItIs,
  float: asItIs,
  date: asItIs,
  boolean: asItIs,
  choice: textCell,
  choices: (text) => arrayCell(parseList(text) ?? []),
} satisfies Record<FieldType, (text: string) => string>
