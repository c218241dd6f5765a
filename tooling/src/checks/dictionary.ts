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

/** Columns of the dictionary's tables that are not fields: keys, row security, versions and internal columns (REQ-CRF-01). */
const ownColumns: Record<FieldTable, ReadonlySet<string>> = {
  patient: new Set(['id', 'lang', 'c_incidental', 'consent_subject', 'consent_chain_hash', 'majority_told_at', 'created_at']),
  patient_identity: new Set(['patient_id', 'centre_code', 'record_id', 'version', 'login_mode', 'birth_date']),
  patient_personal: new Set(['patient_id', 'centre_code', 'version', 'consented', 'closed', 'missing_reasons']),
  patient_medical: new Set(['patient_id', 'centre_code', 'version', 'consented', 'closed', 'missing_reasons', 'value_sources']),
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

/** Finds fields without texts, reference table or column, and columns that are no field. */
export const checkDictionary = (
  fields: readonly Field[],
  tables: Readonly<Record<FieldTable, readonly Column[]>>,
  referenceValues: readonly string[],
): Violation[] => {
  const fieldDiscrepancies = fields.flatMap((field) => {
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
  const known = new Set(fields.map(({ table, column }) => `${table}.${column}`))
  const unlisted = Object.entries(tables).flatMap(([table, columns]) =>
    columns
      .filter(({ name }) => !known.has(`${table}.${name}`) && !ownColumns[table as FieldTable].has(name))
      .map(({ name }) => ({
        path: `${table}.${name}`,
        problem: 'is a column that the dictionary does not know',
        remedy: 'add the field, or list the column in ownColumns of tooling/src/checks/dictionary.ts',
      })),
  )
  return [...fieldDiscrepancies, ...unlisted]
}
