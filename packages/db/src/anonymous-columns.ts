import { boolean, doublePrecision, integer, smallint, text, type PgColumnBuilderBase } from 'drizzle-orm/pg-core'
import type { Field } from '@registry/domain/fields/dictionary'
import type { FieldType } from '@registry/domain/fields/field-definition'
import { code } from './column-types.ts'
import { listFields } from './columns.ts'

type Kept = {
  readonly column: (name: string) => PgColumnBuilderBase
  /** The value of the anonymised record, as SQL over the stored one. */
  readonly from: (stored: string) => string
  /** The value as filters show it, as SQL over the anonymised one. */
  readonly shown: (kept: string) => string
}

const unchanged = (value: string): string => value

/** Two significant digits: the exact figure of a laboratory leads the centre that measured it back to its patient. */
const rounded = (type: string) => (value: string) =>
  `(CASE WHEN ${value} = 0 THEN 0 ELSE round(${value}::numeric, 1 - floor(log(abs(${value}::numeric)))::integer) END)::${type}`

/**
 * What an anonymised record keeps of each kind of field (D8): of a date the year, of a measured value two digits, of free text nothing.
 * A new kind is a compile error here, and a new field is treated as its kind.
 */
const anonymous = {
  string: undefined,
  integer: { column: (name) => integer(name), from: rounded('integer'), shown: unchanged },
  float: { column: (name) => doublePrecision(name), from: rounded('double precision'), shown: unchanged },
  date: {
    column: (name) => smallint(name),
    from: (stored) => `extract(year FROM ${stored})::smallint`,
    shown: (kept) => `make_date(${kept}, 1, 1)`,
  },
  boolean: { column: (name) => boolean(name), from: unchanged, shown: unchanged },
  choice: { column: (name) => code(name), from: unchanged, shown: unchanged },
  choices: { column: (name) => text(name).array(), from: unchanged, shown: unchanged },
} satisfies Record<FieldType, Kept | undefined>

const types = {
  string: 'text',
  integer: 'integer',
  float: 'double precision',
  date: 'date',
  boolean: 'boolean',
  choice: 'text',
  choices: 'text[]',
} satisfies Record<FieldType, string>

/** The value of a field of which an anonymised record keeps nothing, as filters show it. */
export const emptyValueSql = ({ type }: Pick<Field, 'type'>): string => `NULL::${types[type]}`

export type AnonymousField = Kept & { readonly field: Field; readonly name: string }

/** The medical fields of which an anonymised record keeps something. */
export const anonymousFields: readonly AnonymousField[] = listFields('patient_medical').flatMap((field) => {
  const kept: Kept | undefined = anonymous[field.type]
  return kept ? [{ ...kept, field, name: field.column }] : []
})

/** Drizzle columns of the anonymised record; made anew at each call since a builder belongs to one table. */
export const anonymousColumns = (): Record<string, PgColumnBuilderBase> =>
  Object.fromEntries(anonymousFields.map(({ name, column }) => [name, column(name)]))
