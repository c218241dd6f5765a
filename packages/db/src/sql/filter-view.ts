import { filterableFields, type Field } from '@registry/domain/fields/dictionary'
import type { FieldTable } from '@registry/domain/fields/field-definition'
import { anonymousFields, emptyValueSql } from '../anonymous-columns.ts'
import { list, type Statement } from './text.ts'

/** Where a field of the view comes from; identity has no place in it, so a field of that table cannot be filtered (D5, D10). */
const alias: Record<Exclude<FieldTable, 'patient_identity'>, string> = {
  patient: 'p',
  patient_personal: 'personal',
  patient_medical: 'medical',
}

const columnIn = (field: Field): string => {
  if (field.table === 'patient_identity') throw new Error(`${field.name} is identity and cannot be filterable (D5)`)
  const column = `${alias[field.table]}.${field.column}`
  return field.exportedLength === undefined ? column : `left(${column}, ${field.exportedLength}) AS ${field.column}`
}

/** What of a registration an anonymised record shows: the region in place of the centre, and that it is one. */
const shownOfPatient: Readonly<Record<string, string>> = {
  center_code: 'a.region',
  c_db: 'true',
  c_db_m: 'true',
  c_db_no_notification: "'v2'::text",
}

/** A field of a table that anonymised records do not have is empty; a new one too. */
const anonymousColumn = (field: Field): string => {
  const kept = anonymousFields.find(({ name }) => name === field.column)
  const shown: Record<FieldTable, string | undefined> = {
    patient: shownOfPatient[field.column],
    patient_identity: undefined,
    patient_personal: field.name === 'SEX' ? 'a.sex' : undefined,
    patient_medical: kept?.shown(`a.${field.column}`),
  }
  return `${shown[field.table] ?? emptyValueSql(field)} AS ${field.column}`
}

/**
 * What filters read (D10): consented patients, their personal values only with C_DB_P and their medical ones only with C_DB_M,
 * and of a value that nearly names a place its first characters alone.
 * Whose rows they are is decided by the row security of whoever asks.
 */
export const filterViewStatements: readonly Statement[] = [
  'DROP VIEW IF EXISTS filter_patient',
  `CREATE VIEW filter_patient WITH (security_invoker = true) AS
    SELECT p.id, ${list(filterableFields.map(columnIn))}
    FROM patient AS p
    LEFT JOIN patient_personal AS personal ON personal.patient_id = p.id AND p.c_db_p
    LEFT JOIN patient_medical AS medical ON medical.patient_id = p.id AND p.c_db_m
    WHERE p.c_db`,
  'DROP VIEW IF EXISTS filter_anonymous',
  `CREATE VIEW filter_anonymous WITH (security_invoker = true) AS
    SELECT ${list(filterableFields.map(anonymousColumn))} FROM anonymous_record AS a`,
]
