import { filterableFields, type Field } from '@registry/domain/fields/dictionary'
import type { FieldTable } from '@registry/domain/fields/field-definition'
import { list, type Statement } from './text.ts'

/** The table aliases of the view. Identity has none, so its fields cannot be filtered (REQ-FIL-03). */
const tableAliases: Record<Exclude<FieldTable, 'patient_identity'>, string> = {
  patient: 'patient',
  patient_personal: 'personal',
  patient_medical: 'medical',
}

const formatColumn = (field: Field): string => {
  if (field.table === 'patient_identity') throw new Error(`${field.name} is identity and cannot be filterable (REQ-FIL-03)`)
  return shorten(field, `${tableAliases[field.table]}.${field.column}`)
}

/** The patient's consents at the past moment. */
const formatPastColumn = (field: Field): string =>
  field.table === 'patient' && field.name.toUpperCase().startsWith('C_') ? `past.${field.column}` : formatColumn(field)

const shorten = (field: Field, column: string): string =>
  field.exportedLength === undefined ? column : `left(${column}, ${field.exportedLength}) AS ${field.column}`

const pastMoment = `current_setting('app.as_of')::timestamptz`

/** The version of a section at the past moment. The role of filters reads no other column. */
const selectPastDataDomain = (table: 'patient_personal' | 'patient_medical'): string => `
      SELECT ${list(filterableFields.filter((field) => field.table === table).map(({ column }) => `saved.${column}`))}, saved.missing_reasons FROM ${table}_version AS saved
      WHERE saved.patient_id = patient.id AND saved.at <= ${pastMoment} ORDER BY saved.version DESC LIMIT 1`

/**
 * The views for filters (REQ-FIL-04). They contain registered patients. Personal values need C_DB_P, medical values C_DB_M, and a postcode
 * has its first characters only (REQ-EXP-05). Reasons of missing values need the consent of their section (REQ-CRF-16). The caller's row
 * security decides which patients are visible. `filter_patient_past` has the values and consents of a past moment, of patients who still
 * give their consents (REQ-EXP-11).
 */
export const filterViewStatements: readonly Statement[] = [
  'DROP VIEW IF EXISTS filter_patient',
  `CREATE VIEW filter_patient WITH (security_invoker = true) AS
    SELECT patient.id, ${list(filterableFields.map(formatColumn))},
      personal.missing_reasons AS personal_missing_reasons, medical.missing_reasons AS medical_missing_reasons
    FROM patient
    LEFT JOIN patient_personal AS personal ON personal.patient_id = patient.id AND patient.c_db_p
    LEFT JOIN patient_medical AS medical ON medical.patient_id = patient.id AND patient.c_db_m
    WHERE patient.c_db`,
  'DROP VIEW IF EXISTS filter_patient_past',
  `CREATE VIEW filter_patient_past WITH (security_invoker = true) AS
    SELECT patient.id, ${list(filterableFields.map(formatPastColumn))},
      personal.missing_reasons AS personal_missing_reasons, medical.missing_reasons AS medical_missing_reasons
    FROM patient JOIN list_past_consents(${pastMoment}) AS past ON past.id = patient.id
    LEFT JOIN LATERAL (${selectPastDataDomain('patient_personal')}) AS personal ON patient.c_db_p AND past.c_db_p
    LEFT JOIN LATERAL (${selectPastDataDomain('patient_medical')}) AS medical ON patient.c_db_m AND past.c_db_m
    WHERE patient.c_db AND past.c_db`,
]
