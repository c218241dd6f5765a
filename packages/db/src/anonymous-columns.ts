import { boolean, doublePrecision, integer, smallint, text, type PgColumnBuilderBase } from 'drizzle-orm/pg-core'
import type { Field } from '@registry/domain/fields/dictionary'
import type { FieldType } from '@registry/domain/fields/field-definition'
import { code } from './column-types.ts'
import { listFields } from './columns.ts'

type AnonymousType = {
  readonly column: (name: string) => PgColumnBuilderBase
  /** SQL for the anonymous value of a stored value. */
  readonly from: (stored: string) => string
  /** SQL for the value in filters of an anonymous value. */
  readonly shown: (anonymous: string) => string
}

const keepUnchanged = (value: string): string => value

/** Rounds to two significant digits, because the centre could recognise its patient by an exact laboratory value. */
const roundTo = (type: string) => (value: string) =>
  `(CASE WHEN ${value} = 0 THEN 0 ELSE round(${value}::numeric, 1 - floor(log(abs(${value}::numeric)))::integer) END)::${type}`

/**
 * The anonymous form of each field type (REQ-CON-08): the year of a date, two digits of a measured value, nothing of free text. A new field
 * type is a compile error here.
 */
const anonymousTypes = {
  string: undefined,
  integer: { column: (name) => integer(name), from: roundTo('integer'), shown: keepUnchanged },
  float: { column: (name) => doublePrecision(name), from: roundTo('double precision'), shown: keepUnchanged },
  date: {
    column: (name) => smallint(name),
    from: (stored) => `extract(year FROM ${stored})::smallint`,
    shown: (anonymous) => `make_date(${anonymous}, 1, 1)`,
  },
  boolean: { column: (name) => boolean(name), from: keepUnchanged, shown: keepUnchanged },
  choice: { column: (name) => code(name), from: keepUnchanged, shown: keepUnchanged },
  choices: { column: (name) => text(name).array(), from: keepUnchanged, shown: keepUnchanged },
} satisfies Record<FieldType, AnonymousType | undefined>

const sqlTypes = {
  string: 'text',
  integer: 'integer',
  float: 'double precision',
  date: 'date',
  boolean: 'boolean',
  choice: 'text',
  choices: 'text[]',
} satisfies Record<FieldType, string>

/** SQL for the value in filters of a field that anonymous records do not have. */
export const emptyValueSql = ({ type }: Pick<Field, 'type'>): string => `NULL::${sqlTypes[type]}`

export type AnonymousField = AnonymousType & { readonly field: Field; readonly name: string }

/** The medical fields of an anonymous record. */
export const anonymousFields: readonly AnonymousField[] = listFields('patient_medical').flatMap((field) => {
  const anonymousType: AnonymousType | undefined = anonymousTypes[field.type]
  return anonymousType ? [{ ...anonymousType, field, name: field.column }] : []
})

/** Builds the Drizzle columns of the anonymous record. Each call builds new ones, because a builder belongs to one table. */
export const anonymousColumns = (): Record<string, PgColumnBuilderBase> =>
  Object.fromEntries(anonymousFields.map(({ name, column }) => [name, column(name)]))
