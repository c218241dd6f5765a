import type { FieldType } from '@registry/domain/fields/field-definition'
import { parseList } from '@registry/domain/fields/values'

/** NULL in the text format of COPY (PostgreSQL documentation, COPY, "Text Format"). */
export const nullCell = String.raw`\N`

const escapes: Readonly<Record<string, string>> = { '\\': String.raw`\\`, '\t': String.raw`\t`, '\n': String.raw`\n`, '\r': String.raw`\r` }

export const formatText = (text: string): string =>
  /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character) : text

/** Formats texts as a Postgres array. */
export const formatArray = (items: readonly string[]): string =>
  formatText(`{${items.map((item) => `"${item.replace(/["\\]/g, (character) => `\\${character}`)}"`).join(',')}}`)

const keepText = (text: string): string => text

/** Formats the canonical text of each field type for COPY. Numbers, days and booleans contain nothing to escape. */
export const formatCell = {
  string: formatText,
  integer: keepText,
  float: keepText,
  date: keepText,
  boolean: keepText,
  choice: formatText,
  choices: (text) => formatArray(parseList(text) ?? []),
} satisfies Record<FieldType, (text: string) => string>
