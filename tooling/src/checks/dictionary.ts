import type { Field } from '@registry/domain/fields/dictionary'
import type { FieldTable, FieldType } from '@registry/domain/fields/field-definition'
import type { Violation } from '../repository.ts'

/** A column as the database schema declares it. */
export type Column = { readonly name: string; readonly type: string }

const columnTypes: Record<FieldType, RegExp> = {
  string: /^text$/,
  integer: /^integer$|^smallint$/,
  float: /^double precision$/,
  date: /^date$/,
  boolean: /^boolean$/,
  choice: /^text$/,
  choices: /^text\[\]$/,
}

const generate = 'correct the entry or its column (packages/db/src/columns.ts), then run `pnpm db:generate`'

const findColumnProblem = (field: Field, columns: readonly Column[]): string | undefined => {
  const column = columns.find(({ name }) => name === field.column)
  if (!column) return `has no column ${field.column} in ${field.table}`
  return columnTypes[field.type].test(column.type.replace(/ COLLATE.*$/, ''))
    ? undefined
    : `is a ${field.type} and stored as ${column.type}`
}

const lacksTexts = ({ label, hint }: Field): boolean =>
  [label.it, label.en, ...(hint ? [hint.it, hint.en] : [])].some((text) => text.trim() === '')

/** Finds fields without texts, reference table or column. */
export const checkDictionary = (
  fields: readonly Field[],
  tables: Readonly<Record<FieldTable, readonly Column[]>>,
  referenceValues: readonly string[],
): Violation[] =>
  fields.flatMap((field) => {
    const isChoice = field.type === 'choice' || field.type === 'choices'
    const section = 'in its section under packages/domain/src/fields/sections'
    const column = findColumnProblem(field, tables[field.table])
    const problems = [
      lacksTexts(field) && { problem: 'lacks a text in a language', remedy: `write label and hint in both languages ${section}` },
      isChoice &&
        !(field.referenceTable && referenceValues.includes(field.referenceTable)) && {
          problem: 'is a choice without a reference table',
          remedy: `name a table of packages/domain/src/reference/tables.ts ${section}`,
        },
      column !== undefined && { problem: column, remedy: generate },
    ]
    return problems.flatMap((problem) => (problem ? [{ path: field.name, ...problem }] : []))
  })
