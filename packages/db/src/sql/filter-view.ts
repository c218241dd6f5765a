import { filterableFields, type Field } from '@registry/domain/fields/dictionary'
import type { FieldTable } from '@registry/domain/fields/field-definition'
import { anonymousFields, emptyValueSql } from '../anonymous-columns.ts'
import { list, type Statement } from './text.ts'

/** The table aliases of the view. Identity has none, so its fields cannot be filtered (REQ-FIL-03). */
const tableAliases: Record<Exclude<FieldTable, 'patient_identity'>, string> = {
  patient: 'patient',
  patient_personal: 'personal',
  patient_medical: 'medical',
}

const formatColumn = (field: Field): string => {
  if (field.table === 'patient_identity') throw new Error(`${field.name} is identity and cannot be filterable (REQ-FIL-03)`)
  const column = `${tableAliases[field.table]}.${field.column}`
  return field.exportedLength === undefined ? column : `left(${column}, ${field.exportedLength}) AS ${field.column}`
}

/** The patient columns of an anonymous record: the region in place of the centre, and the withdrawal v2 (REQ-CON-08). */
const patientColumns: Readonly<Record<string, string>> = {
  centre_code: 'anonymous.region',
  c_db: 'true',
  c_db_m: 'true',
  c_db_no_notification: "'v2'::text",
}

/** Fields that an anonymous record does not have are empty, also new ones. */
const formatAnonymousColumn = (field: Field): string => {
  const anonymousField = anonymousFields.find(({ name }) => name === field.column)
  const shown: Record<FieldTable, string | undefined> = {
    patient: patientColumns[field.column],
    patient_identity: undefined,
    patient_personal: field.name === 'SEX' ? 'anonymous.sex' : undefined,
    patient_medical: anonymousField?.shown(`anonymous.${field.column}`),
  }
  return `${shown[field.table] ?? emptyValueSql(field)} AS ${field.column}`
}

/**
 * The views for filters (REQ-FIL-04): registered patients, personal values only with C_DB_P, medical values only with C_DB_M, and only the
 * first characters of a postcode (REQ-EXP-05). Reasons of missing values have the consent of their block (REQ-CRF-16). The row security of the caller decides which patients are visible.
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
  'DROP VIEW IF EXISTS filter_anonymous',
  `CREATE VIEW filter_anonymous WITH (security_invoker = true) AS
    SELECT ${list(filterableFields.map(formatAnonymousColumn))},
      NULL::jsonb AS personal_missing_reasons, NULL::jsonb AS medical_missing_reasons
    FROM anonymous_record AS anonymous`,
]
