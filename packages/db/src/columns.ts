import { sql, type SQL } from 'drizzle-orm'
import { boolean, check, date, doublePrecision, integer, text, type PgColumnBuilderBase } from 'drizzle-orm/pg-core'
import { fields, type Field } from '@registry/domain/fields/dictionary'
import type { FieldTable, FieldType } from '@registry/domain/fields/field-definition'
import { code } from './column-types.ts'

/** How each kind of field is stored (D13): a new kind is a compile error here. */
const columnOf = {
  string: (name: string) => text(name),
  integer: (name: string) => integer(name),
  float: (name: string) => doublePrecision(name),
  date: (name: string) => date(name, { mode: 'string' }),
  boolean: (name: string) => boolean(name),
  choice: (name: string) => code(name),
  choices: (name: string) => text(name).array(),
} satisfies Record<FieldType, (name: string) => PgColumnBuilderBase>

type Columns = { [K in FieldType]: ReturnType<(typeof columnOf)[K]> }

/** The columns of the dictionary by their database name; their values are typed as any kind may be. */
export type DictionaryColumns = Record<string, Columns[FieldType]>

/** Fields of one table, in dictionary order. */
export const listFields = (table: FieldTable): readonly Field[] => fields.filter((field) => field.table === table)

/** Drizzle columns of the fields that a table holds; made anew at each call since a builder belongs to one table. */
export const dictionaryColumns = (table: FieldTable): DictionaryColumns =>
  Object.fromEntries(listFields(table).map((field) => [field.column, columnOf[field.type](field.column)]))

type Limits = (field: Field) => string | undefined

const textLimit: Limits = ({ column, maxLength }) => (maxLength === undefined ? undefined : `char_length(${column}) <= ${maxLength}`)

const joined = (parts: readonly (string | undefined | false)[]): string | undefined => parts.filter(Boolean).join(' AND ') || undefined

const numberLimit: Limits = ({ column, min, max }) =>
  joined([typeof min === 'number' && `${column} >= ${min}`, typeof max === 'number' && `${column} <= ${max}`])

/** Only fixed days: a limit of `today` moves, so it belongs to the rules of a save and not to the table. */
const isDay = (limit: unknown): limit is string => typeof limit === 'string' && limit !== 'today'
const dateLimit: Limits = ({ column, min, max }) => joined([isDay(min) && `${column} >= '${min}'`, isDay(max) && `${column} <= '${max}'`])

const listLimit: Limits = ({ column }) => `char_length(${column}) BETWEEN 1 AND 80`

const limitOf = {
  string: textLimit,
  integer: numberLimit,
  float: numberLimit,
  date: dateLimit,
  boolean: () => undefined,
  choice: listLimit,
  choices: ({ column }) => `cardinality(${column}) BETWEEN 1 AND 200`,
} satisfies Record<FieldType, Limits>

/** The hard limits of the dictionary as CHECK constraints, the last wall behind the rules (D13, D14). */
export const dictionaryChecks = (table: FieldTable) =>
  listFields(table).flatMap((field) => {
    const limit = limitOf[field.type](field)
    return limit ? [check(`${table}_${field.column}_limit`, raw(limit))] : []
  })

const raw = (text: string): SQL => sql.raw(text)
