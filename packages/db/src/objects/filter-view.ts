import { filterableFields, type Field } from '@registry/domain/fields/dictionary'
import type { FieldTable } from '@registry/domain/fields/kinds'
import { list, type Statement } from './sql.ts'

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

/**
 * What filters read (D10): consented patients, their personal values only with C_DB_P and their medical ones only with C_DB_M,
 * and of a value that nearly names a place its first characters alone.
 * Whose rows they are is decided by the row security of whoever asks.
 */
export const filterViewObjects: readonly Statement[] = [
  'DROP VIEW IF EXISTS filter_patient',
  `CREATE VIEW filter_patient WITH (security_invoker = true) AS
    SELECT p.id, ${list(filterableFields.map(columnIn))}
    FROM patient AS p
    LEFT JOIN patient_personal AS personal ON personal.patient_id = p.id AND p.c_db_p
    LEFT JOIN patient_medical AS medical ON medical.patient_id = p.id AND p.c_db_m
    WHERE p.c_db`,
]
