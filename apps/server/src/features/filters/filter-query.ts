import type { SavedFilter } from '@registry/api-contract/saved-filters'
import { compileExpression, quotedLiterals, type Compilation } from '@registry/db/sql/expression'
import { listExpressionFields, type Expression } from '@registry/domain/expression/expression'
import { listFieldConsents } from '@registry/domain/fields/data-domain-consent'
import { getField, type Field } from '@registry/domain/fields/dictionary'
import { canMissForReason } from '@registry/domain/fields/missing'
import type { FieldTable, FieldType } from '@registry/domain/fields/field-definition'
import { AppError } from '@registry/domain/error'
import { findCoarser, type Coarser } from '@registry/domain/filter/generalise'
import { buildExpression } from '@registry/domain/filter/condition-tree'
import { listSelectedFields } from '@registry/domain/filter/selected-fields'

/** The extended protocol rejects a second statement in the text (THREAT-03). */
export const oneStatement = { prepare: false, simple: false }

/** The selected fields and the condition of a saved filter. */
export type FilterQuery = { readonly fields: readonly Field[]; readonly where: Expression }

/**
 * Builds the query of a stored filter.
 * @throws AppError filter_broken if the filter no longer parses (REQ-FIL-08)
 */
export const buildQuery = ({ id, fields, where }: SavedFilter): FilterQuery => {
  if (!fields || !where) throw new AppError('filter_broken', { id })
  return { fields: listSelectedFields(fields), where: buildExpression(where) }
}

const column = (field: Field): string => `"${field.column}"`

/** The consents that show the values of a field, as columns of the filter views (REQ-CON-11, REQ-FIL-04). */
export const listNeededColumns = (field: Field): readonly string[] => listFieldConsents(field).map((consent) => column(getField(consent)))

const reasonColumns: Readonly<Record<FieldTable, string | undefined>> = {
  patient: undefined,
  patient_identity: undefined,
  patient_personal: 'personal_missing_reasons',
  patient_medical: 'medical_missing_reasons',
}
const missingReasons = ({ table }: Field): string | undefined => reasonColumns[table]

/** The columns of a result, by position, whose values need one consent. */
type ConsentColumns = { readonly consent: string; readonly columns: readonly number[] }

export const listConsentColumns = (fields: readonly Field[]): readonly ConsentColumns[] => {
  const consents = [...new Set(fields.flatMap(listNeededColumns))]
  return consents.map((consent) => ({
    consent,
    columns: fields.flatMap((field, position) => (listNeededColumns(field).includes(consent) ? [position] : [])),
  }))
}

/** The view of the patients: today, or at the moment of the setting `app.as_of`. */
export type PatientView = 'filter_patient' | 'filter_patient_past'

/** The dated results at the moment of the patients. */
export const resultViews = {
  filter_patient: 'filter_observation',
  filter_patient_past: 'filter_observation_past',
} as const satisfies Record<PatientView, string>

export const compileCondition = (
  where: Expression,
  bind: Compilation['bind'],
  today: string,
  view: PatientView = 'filter_patient',
): string =>
  compileExpression(where, {
    bind,
    column,
    missingReasons,
    results: { view: resultViews[view], patient: `${view}.id` },
    today,
    shownWhen: (field) => listNeededColumns(field).join(' and ') || undefined,
  })

/** The patients that a query reads. `centre` limits them by its index; row security alone would read those of all centres. */
export type PatientSource = { readonly centre: string | undefined; readonly view?: PatientView | undefined }

/** The view as SQL, limited to the one centre of the caller. */
export const formatPatientSource = ({ centre, view = 'filter_patient' }: PatientSource): string =>
  centre === undefined ? view : `(SELECT * FROM ${view} WHERE centre_code = ${quotedLiterals(centre, 'text')}) AS ${view}`

/** The selected patients of a query, as SQL. */
export const buildSource = (where: Expression, bind: Compilation['bind'], today: string, source: PatientSource): string =>
  `FROM ${formatPatientSource(source)} WHERE ${compileCondition(where, bind, today, source.view)}`

/**
 * Builds the statement that counts the selected patients (`total`) and the patients with an unknown condition. The reasons are: a needed
 * consent is refused (`no_consent`) or not answered (`no_answer`), or a value is missing (`no_value`). `more` adds columns.
 */
export const buildCountQuery = (where: Expression, bind: Compilation['bind'], today: string, source: PatientSource, more = ''): string => {
  const consents = [...new Set(listExpressionFields(where).flatMap((name) => listNeededColumns(getField(name))))]
  const hasConsent = (state: string): string => consents.map((consent) => `${consent} IS ${state}`).join(' OR ') || 'false'
  const [refused, unanswered] = [`(${hasConsent('FALSE')})`, `(${hasConsent('NULL')})`]
  // OFFSET makes Postgres evaluate the condition once instead of once for each count.
  return `SELECT count(*) FILTER (WHERE meets)::int AS total,
      count(*) FILTER (WHERE meets IS NULL AND ${refused})::int AS no_consent,
      count(*) FILTER (WHERE meets IS NULL AND NOT ${refused} AND ${unanswered})::int AS no_answer,
      count(*) FILTER (WHERE meets IS NULL AND NOT ${refused} AND NOT ${unanswered})::int AS no_value${more}
    FROM (SELECT id, c_db_p, c_db_m, ${compileCondition(where, bind, today, source.view)} AS meets FROM ${formatPatientSource(source)} OFFSET 0) AS checked_patient`
}

/** The COPY expression of each field type. Several choices become a JSON list (REQ-IMP-03). */
const copyFormats: Record<FieldType, (column: string) => string> = {
  string: (name) => name,
  integer: (name) => name,
  float: (name) => name,
  date: (name) => name,
  boolean: (name) => name,
  choice: (name) => name,
  choices: (name) => `to_json(${name})::text`,
}

/** The areas of the country by the ids of regions, areas and centres. */
export type Areas = Readonly<Record<string, string>>

/** The band of ten years that contains a band of five. */
const formatTenYears = (band: string): string => {
  const decade = `split_part(${band}, '-', 1)::integer / 10 * 10`
  return `CASE WHEN ${band} IN ('80-84', '85+') THEN '80+' ELSE (${decade}) || '-' || (${decade} + 9) END`
}

/** The SQL of a field in a result; with areas, its generalised value (REQ-EXP-06). An unknown region or centre becomes empty. */
export const formatResultColumn = (field: Field, areas: Areas | undefined): string => {
  const coarser = areas && findCoarser(field)
  if (coarser === undefined) return column(field)
  const values: Record<Coarser, string> = {
    year: `date_trunc('year', ${column(field)})::date`,
    area: `(${quotedLiterals(JSON.stringify(areas), 'text')}::jsonb ->> ${column(field)})`,
    'ten years': formatTenYears(column(field)),
    'twelve months': `${column(field)} / 12 * 12`,
    'first digit': `left(${column(field)}, 1)`,
  }
  return values[coarser]
}

/**
 * The SQL of the reasons of missing values, such as `HB=unknown; ALT=refused`, in the order of the fields (REQ-EXP-12). The views return
 * the reasons of a section only with its consent.
 */
export const formatReasonsColumn = (fields: readonly Field[]): string => {
  const reasons = fields.flatMap((field) => {
    const stored = missingReasons(field)
    return stored && canMissForReason(field) ? [`'${field.name}=' || (${stored} ->> '${field.column}')`] : []
  })
  return reasons.length === 0 ? 'NULL::text' : `nullif(array_to_string(ARRAY[${reasons.join(', ')}], '; '), '')`
}

/** A column with 1 if a code is among several choices, otherwise 0. */
export type Indicator = { readonly field: Field; readonly code: string; readonly name: string; readonly label: Field['label'] }

/** The additions to the exact values of a result's fields. */
export type ResultOptions = {
  /** Writes each text in one line, because statistics programs read one record from each line (REQ-EXP-08). */
  readonly oneLine?: boolean
  /** Adds columns after all others. */
  readonly indicators?: readonly Indicator[]
  /** Generalises the values. */
  readonly areas?: Areas | undefined
  /** Adds the reasons of missing values as the last column (REQ-EXP-12). */
  readonly missingReasons?: boolean
  /** Adds the number of the patient as the first column. The text is a different one for each export (REQ-EXP-15). */
  readonly numberedBy?: string | undefined
}

const formatOneLine = (text: string): string => `regexp_replace(${text}, '\\s*[\\n\\r\\v\\f\\u0085\\u2028\\u2029]+\\s*', ' / ', 'g')`

/** Empty if the list is empty, like the list itself. */
const formatIndicator = ({ field, code }: Indicator): string => `(${quotedLiterals(code, 'text')} = ANY(${column(field)}))::int`

const listCopied = (
  fields: readonly Field[],
  { areas, oneLine = false, missingReasons: withReasons = false, indicators = [] }: ResultOptions,
): readonly string[] => [
  ...fields.map((field) => {
    const text = copyFormats[field.type](formatResultColumn(field, areas))
    return oneLine && field.type === 'string' ? formatOneLine(text) : text
  }),
  ...(withReasons ? [formatReasonsColumn(fields)] : []),
  ...indicators.map(formatIndicator),
]

/**
 * Builds the COPY statement of a file. A repeated export needs the same order (REQ-EXP-11). A generalised file is ordered by its own
 * values. So nobody can join its rows to another file by position (THREAT-33).
 */
export const buildCopyStatement = (fields: readonly Field[], source: string, options: ResultOptions): string => {
  const columns = listCopied(fields, options)
  if (options.numberedBy !== undefined)
    return `COPY (SELECT ${[`${formatNumber(fields, options)} AS number`, ...columns].join(', ')} ${source} ORDER BY 1) TO STDOUT`
  const order = options.areas ? fields.map((_, index) => index + 1).join(', ') : 'id'
  return `COPY (SELECT ${columns.join(', ')} ${source} ORDER BY ${order}) TO STDOUT`
}

/** The place of a patient in the file. Among generalised rows that are equal, it depends on the export only. */
const formatNumber = (fields: readonly Field[], options: ResultOptions): string => {
  const order = options.areas
    ? [...listCopied(fields, { areas: options.areas }), `md5(id || ${quotedLiterals(options.numberedBy ?? '', 'text')})`]
    : ['id']
  return `row_number() OVER (ORDER BY ${order.join(', ')})`
}

/** The patients of a file with the numbers that `buildCopyStatement` gives them, and their consents. */
export const buildNumberedPatients = (fields: readonly Field[], source: string, options: ResultOptions): string =>
  `SELECT id, c_db_p, c_db_m, ${formatNumber(fields, options)} AS number ${source}`

/** The participants of a study today, or those of an export, with the values of the moment `app.as_of`. */
export type Participants = { readonly study: string } | { readonly exportId: string }

/**
 * The participants as SQL: `in_study` with pseudonyms, and `shown` with the values of those who still give the consents. The order of
 * pseudonyms reveals nothing about the patients (REQ-STU-09). `join` is LEFT JOIN for a list of all participants.
 */
export const buildParticipantSource = (participants: Participants, bind: Compilation['bind'], join = 'JOIN'): string => {
  const [listed, view]: readonly [string, PatientView] =
    'study' in participants
      ? [`list_study_participants(${bind(participants.study, 'text')})`, 'filter_patient']
      : [`list_exported_participants(${bind(participants.exportId, 'uuid')})`, 'filter_patient_past']
  return `FROM ${listed} AS in_study ${join} ${view} AS shown ON shown.id = in_study.participant AND in_study.consents`
}

/** Builds the COPY statement of a study's file: the pseudonym, then the fields of the filter. */
export const buildStudyCopyStatement = (fields: readonly Field[], participants: Participants, options: ResultOptions): string =>
  `COPY (SELECT ${['in_study.pseudonym', ...listCopied(fields, options)].join(', ')} ${buildParticipantSource(participants, quotedLiterals)} ORDER BY in_study.pseudonym) TO STDOUT`
