import type { SavedFilter } from '@registry/api-contract/saved-filters'
import { compileExpression, type Compilation } from '@registry/db/sql/expression'
import { listExpressionFields, type Expression } from '@registry/domain/expression/expression'
import { getField, type Field } from '@registry/domain/fields/dictionary'
import type { FieldTable, FieldType } from '@registry/domain/fields/field-definition'
import { AppError } from '@registry/domain/error'
import { buildExpression } from '@registry/domain/filter/condition'
import { listSelectedFields } from '@registry/domain/filter/selection'

/** What a saved filter asks for: which columns of which rows. */
export type FilterQuery = { readonly fields: readonly Field[]; readonly where: Expression }

/** Reads a stored filter as a question; one that cannot be honoured fails, it never means everybody (architecture, section 5). */
export const buildQuery = ({ id, fields, where }: SavedFilter): FilterQuery => {
  if (!fields || !where) throw new AppError('filter_broken', { id })
  return { fields: listSelectedFields(fields), where: buildExpression(where) }
}

const column = (field: Field): string => `"${field.column}"`

/** The consent that shows the values of each table, as a column of the views that filters read (D5, D10). */
const consentColumns: Record<FieldTable, string | undefined> = {
  patient: undefined,
  patient_identity: undefined,
  patient_personal: 'c_db_p',
  patient_medical: 'c_db_m',
}
const shownWhen = ({ table }: Field): string | undefined => consentColumns[table]

const compileCondition = (where: Expression, bind: Compilation['bind'], today: string): string =>
  compileExpression(where, { bind, column, today, shownWhen })

/** The rows of a question, as SQL: those of patients, and anonymised records, which have no number (D8). */
export type Sources = { readonly patients: string; readonly anonymous: string }

export const buildSources = (where: Expression, bind: Compilation['bind'], today: string): Sources => {
  const condition = compileCondition(where, bind, today)
  return { patients: `FROM filter_patient WHERE ${condition}`, anonymous: `FROM filter_anonymous WHERE ${condition}` }
}

/**
 * Counts the patients that the condition finds, as `total`, the anonymised records, and the patients whom it leaves out because it is
 * unknown of them, by reason: a consent that it needs is refused (`no_consent`) or not given yet (`no_answer`), or all are given and a
 * value is missing (`no_value`). `more` adds columns.
 */
export const buildCountQuery = (where: Expression, bind: Compilation['bind'], today: string, more = ''): string => {
  const consents = [...new Set(listExpressionFields(where).flatMap((name) => shownWhen(getField(name)) ?? []))]
  const any = (state: string): string => consents.map((consent) => `${consent} IS ${state}`).join(' OR ') || 'false'
  const [refused, unanswered] = [`(${any('FALSE')})`, `(${any('NULL')})`]
  // OFFSET keeps Postgres from working the condition out once for each count.
  return `SELECT count(*) FILTER (WHERE meets)::int AS total,
      count(*) FILTER (WHERE meets IS NULL AND ${refused})::int AS no_consent,
      count(*) FILTER (WHERE meets IS NULL AND NOT ${refused} AND ${unanswered})::int AS no_answer,
      count(*) FILTER (WHERE meets IS NULL AND NOT ${refused} AND NOT ${unanswered})::int AS no_value,
      (SELECT count(*)::int ${buildSources(where, bind, today).anonymous}) AS anonymous${more}
    FROM (SELECT id, c_db_p, c_db_m, ${compileCondition(where, bind, today)} AS meets FROM filter_patient OFFSET 0) AS asked`
}

/** How COPY's text form has each kind: as Postgres writes it, but for a list of ids, which D4 writes as JSON in text. */
const copyFormats: Record<FieldType, (column: string) => string> = {
  string: (name) => name,
  integer: (name) => name,
  float: (name) => name,
  date: (name) => name,
  boolean: (name) => name,
  choice: (name) => name,
  choices: (name) => `to_json(${name})::text`,
}

/** The statement whose output is the rows of a file, in COPY's text form. Anonymised records come last, in another order each time. */
export const buildCopyStatement = (fields: readonly Field[], { patients, anonymous }: Sources): string => {
  const columns = fields.map((field) => copyFormats[field.type](column(field))).join(', ')
  return `COPY ((SELECT ${columns} ${patients} ORDER BY id) UNION ALL (SELECT ${columns} ${anonymous} ORDER BY random())) TO STDOUT`
}
