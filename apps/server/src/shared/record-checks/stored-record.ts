import type { Field } from '@registry/domain/fields/dictionary'
import type { FieldTable } from '@registry/domain/fields/field-definition'
import { computedStatistics } from '@registry/domain/observations/analytes'

/** The names of the tables of a record in the statements of imports and checks. */
export const alias = {
  patient: 'patient',
  patient_identity: 'identity',
  patient_personal: 'personal',
  patient_medical: 'medical',
} as const satisfies Record<FieldTable, string>

/** The stored value of a field, as SQL. */
export const storedValue = ({ table, column }: Pick<Field, 'table' | 'column'>): string => `${alias[table]}."${column}"`

/** A value, or the reason why it is missing: a centre that gives a reason has answered. */
export const answered = (field: Field): string =>
  `coalesce((${storedValue(field)})::text, ${alias[field.table]}.missing_reasons ->> '${field.column}')`

const patientColumn = {
  patient: 'id',
  patient_identity: 'patient_id',
  patient_personal: 'patient_id',
  patient_medical: 'patient_id',
} as const satisfies Record<FieldTable, string>

/**
 * Joins tables of the record by the patient. Values that are hidden from the centre are unknown there, for instance personal data without
 * consent.
 */
export const buildJoins = (tables: readonly FieldTable[], patient: string): string =>
  tables.map((table) => `LEFT JOIN ${table} AS ${alias[table]} ON ${alias[table]}.${patientColumn[table]} = ${patient}`).join(' ')

/** The records that the caller sees, with the sections whose consents were given. */
export const selectRecords = `FROM patient_identity AS identity JOIN patient ON patient.id = identity.patient_id
  ${buildJoins(['patient_personal', 'patient_medical'], 'identity.patient_id')}`

const computed: ReadonlySet<Field> = new Set(computedStatistics)

/** The history table of each section. */
const versionTables: Readonly<Partial<Record<FieldTable, string>>> = {
  patient_personal: 'patient_personal_version',
  patient_medical: 'patient_medical_version',
}

const otherVersions = (field: Field, versions: string): string =>
  `FROM ${versions} AS saved WHERE saved.patient_id = ${alias[field.table]}.patient_id AND saved."${field.column}" IS DISTINCT FROM ${storedValue(field)}`

/** The day of the newest result of a computed statistic, or of its report, as SQL; empty for any other value (REQ-OBS-05). */
const markedDay = (field: Field): readonly string[] => {
  const mark = `${alias[field.table]}.value_sources -> '${field.column}'`
  return computed.has(field) ? [`(CASE ${mark} ->> 'by' WHEN 'computed' THEN ${mark} ->> 'day' ELSE ${mark} ->> 'on' END)::date`] : []
}

/**
 * The day of the stored value, as SQL: that of its dated result, or the one on which the field got it (REQ-CRF-03); today if no version is
 * stored.
 */
export const buildStoredDay = (field: Field, today: string): string => {
  const versions = versionTables[field.table]
  if (versions === undefined) return today
  const savedDay = `(SELECT (min(saved.at) AT TIME ZONE 'Europe/Rome')::date FROM ${versions} AS saved
    WHERE saved.patient_id = ${alias[field.table]}.patient_id AND saved.version > coalesce((SELECT max(saved.version) ${otherVersions(field, versions)}), 0))`
  return `coalesce(${[...markedDay(field), savedDay, today].join(', ')})`
}

/** Whether the stored value was computed from dated results or reported, as SQL (REQ-OBS-05). */
export const buildStoredSource = (field: Field): string =>
  computed.has(field) ? `coalesce(${alias[field.table]}.value_sources -> '${field.column}' ->> 'by', 'reported')` : "'reported'::text"

/** The day of the newest dated result of the record, as SQL (RULE-40). */
export const newestResult = `(SELECT max(result.taken_on) FROM observation AS result WHERE result.patient_id = ${alias.patient_medical}.patient_id AND result.ended_at IS NULL)`

/** The previous value of the stored field, as SQL (RULE-38); without a history the current one. */
export const buildPreviousValue = (field: Field): string => {
  const versions = versionTables[field.table]
  if (versions === undefined) return storedValue(field)
  return `(SELECT saved."${field.column}" ${otherVersions(field, versions)} ORDER BY saved.version DESC LIMIT 1)`
}

/** The previous value of the stored field that is not empty, with the moment of its last save, as JSON in SQL (REQ-CRF-10). */
export const buildPreviousSave = (field: Field): string => {
  const versions = versionTables[field.table]
  if (versions === undefined) return 'NULL::jsonb'
  return `(SELECT jsonb_build_object('value', saved."${field.column}", 'at', saved.at) ${otherVersions(field, versions)}
    AND saved."${field.column}" IS NOT NULL ORDER BY saved.version DESC LIMIT 1)`
}
