import type { SavedFilter } from '@registry/api-contract/saved-filters'
import { compileExpression, type Compilation } from '@registry/db/sql/expression'
import type { Expression } from '@registry/domain/expression/expression'
import type { Field } from '@registry/domain/fields/dictionary'
import type { Kind } from '@registry/domain/fields/kinds'
import { Refusal } from '@registry/domain/fault'
import { toExpression } from '@registry/domain/filter/condition'
import { selectedFields } from '@registry/domain/filter/selection'

/** What a saved filter asks for: which columns of which rows. */
export type FilterQuery = { readonly fields: readonly Field[]; readonly where: Expression }

/** Reads a stored filter as a question; one that cannot be honoured fails, it never means everybody (architecture, section 5). */
export const queryOf = ({ id, fields, where }: SavedFilter): FilterQuery => {
  if (!fields || !where) throw new Refusal('filter_broken', { id })
  return { fields: selectedFields(fields), where: toExpression(where) }
}

const column = (field: Field): string => `"${field.column}"`

/** The rows of a question, as SQL: those of patients, and anonymised records, which have no number (D8). */
export type Sources = { readonly patients: string; readonly anonymous: string }

export const sourcesOf = (where: Expression, bind: Compilation['bind'], today: string): Sources => {
  const condition = compileExpression(where, { bind, column, today })
  return { patients: `FROM filter_patient WHERE ${condition}`, anonymous: `FROM filter_anonymous WHERE ${condition}` }
}

/** How COPY's text form has each kind: as Postgres writes it, but for a list of ids, which D4 writes as JSON in text. */
const textOf: Record<Kind, (column: string) => string> = {
  string: (name) => name,
  integer: (name) => name,
  float: (name) => name,
  date: (name) => name,
  boolean: (name) => name,
  list: (name) => name,
  multilist: (name) => `to_json(${name})::text`,
}

/** The statement whose output is the rows of a file, in COPY's text form. Anonymised records come last, in another order each time. */
export const copyOf = (fields: readonly Field[], { patients, anonymous }: Sources): string => {
  const columns = fields.map((field) => textOf[field.kind](column(field))).join(', ')
  return `COPY ((SELECT ${columns} ${patients} ORDER BY id) UNION ALL (SELECT ${columns} ${anonymous} ORDER BY random())) TO STDOUT`
}
