import { sql, type SQL } from 'drizzle-orm'
import { boolean, check, date, doublePrecision, integer, text, type PgColumnBuilderBase } from 'drizzle-orm/pg-core'
import { fields, type Field, type SectionName } from '@registry/domain/fields/dictionary'
import type { FieldTable, FieldType } from '@registry/domain/fields/field-definition'
import { missingReasons } from '@registry/domain/fields/missing'
import { code } from './column-types.ts'

/** The column type of each field type (REQ-CRF-01). A new field type is a compile error here. */
const columnBuilders = {
  string: (name: string) => text(name),
  integer: (name: string) => integer(name),
  float: (name: string) => doublePrecision(name),
  date: (name: string) => date(name, { mode: 'string' }),
  boolean: (name: string) => boolean(name),
  choice: (name: string) => code(name),
  choices: (name: string) => text(name).array(),
} satisfies Record<FieldType, (name: string) => PgColumnBuilderBase>

type Columns = { [K in FieldType]: ReturnType<(typeof columnBuilders)[K]> }

/** The columns of the dictionary by their database name. Each value has the union of all field types. */
export type DictionaryColumns = Record<string, Columns[FieldType]>

export const listFields = (table: FieldTable): readonly Field[] => fields.filter((field) => field.table === table)

/** Builds new columns at each call, because a Drizzle builder belongs to one table. */
export const dictionaryColumns = (table: FieldTable): DictionaryColumns =>
  Object.fromEntries(listFields(table).map((field) => [field.column, columnBuilders[field.type](field.column)]))

type FormatLimit = (field: Field) => string | undefined

const formatTextLimit: FormatLimit = ({ column, maxLength }) =>
  maxLength === undefined ? undefined : `char_length(${column}) <= ${maxLength}`

const joinConditions = (parts: readonly (string | undefined | false)[]): string | undefined =>
  parts.filter(Boolean).join(' AND ') || undefined

const formatNumberLimit: FormatLimit = ({ column, min, max }) =>
  joinConditions([typeof min === 'number' && `${column} >= ${min}`, typeof max === 'number' && `${column} <= ${max}`])

/** Only fixed days become constraints. The limit `today` changes, so the rules of a save check it. */
const isFixedDay = (limit: unknown): limit is string => typeof limit === 'string' && limit !== 'today'
const formatDateLimit: FormatLimit = ({ column, min, max }) =>
  joinConditions([isFixedDay(min) && `${column} >= '${min}'`, isFixedDay(max) && `${column} <= '${max}'`])

const formatLimit = {
  string: formatTextLimit,
  integer: formatNumberLimit,
  float: formatNumberLimit,
  date: formatDateLimit,
  boolean: () => undefined,
  // A trigger checks that the id exists in its reference table.
  choice: () => undefined,
  choices: ({ column }) => `cardinality(${column}) BETWEEN 1 AND 200`,
} satisfies Record<FieldType, FormatLimit>

const listSections = (all: readonly Field[]): readonly SectionName[] => [...new Set(all.map(({ section }) => section))]

/**
 * Builds CHECK constraints from the hard limits of the dictionary, in addition to the rules of a save (REQ-CRF-02). One constraint covers a
 * whole section, because one for each field takes a tenth of an import.
 */
export const dictionaryChecks = (table: FieldTable) =>
  listSections(listFields(table)).flatMap((section) => {
    const limits = listFields(table).flatMap((field) => (field.section === section && formatLimit[field.type](field)) || [])
    const name = `${table}_${section.replace(' ', '_').toLowerCase()}_limits`
    return limits.length === 0 ? [] : [check(name, raw(limits.map((limit) => `(${limit})`).join(' AND ')))]
  })

const raw = (text: string): SQL => sql.raw(text)

export const checkListedValues = (lists: Readonly<Record<string, readonly string[]>>): SQL =>
  raw(
    Object.entries(lists)
      .map(([column, values]) => `${column} IN (${values.map((value) => `'${value}'`).join(', ')})`)
      .join(' AND '),
  )

/**
 * Restricts the reasons of missing values to an object of known reasons, without required fields (REQ-CRF-16). A trigger checks that the
 * columns exist.
 */
export const missingReasonsCheck = (table: 'patient_personal' | 'patient_medical') => {
  const required = listFields(table).flatMap((field) => (field.required === true ? [`'${field.column}'`] : []))
  const unknown = missingReasons.map((reason) => `@ != "${reason}"`).join(' && ')
  const parts = [
    `jsonb_typeof(missing_reasons) = 'object'`,
    // A lax path would unwrap lists, and comparing a number with a text is never true.
    `NOT jsonb_path_exists(missing_reasons, 'strict $.* ? (@.type() != "string" || ${unknown})', '{}', true)`,
    ...(required.length > 0 ? [`NOT missing_reasons ?| ARRAY[${required.join(', ')}]`] : []),
  ]
  return check(`${table}_missing_reasons`, raw(parts.join(' AND ')))
}
