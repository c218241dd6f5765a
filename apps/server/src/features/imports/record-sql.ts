import type { Field } from '@registry/domain/fields/dictionary'
import type { FieldTable } from '@registry/domain/fields/field-definition'
import { blockColumns, type BlockCommand, type ColumnUse } from '@registry/domain/imports/columns'
import type { StagedBatch } from './staging.ts'

/** The names of the tables of a record in the statements of an import. The rows of the file are `staged`. */
export const alias = {
  patient: 'patient',
  patient_identity: 'identity',
  patient_personal: 'personal',
  patient_medical: 'medical',
} as const satisfies Record<FieldTable, string>

/** The block that each command writes. */
export const blocks = {
  putPersonalData: { block: 'PATIENT', table: 'patient_personal' },
  putMedicalData: { block: 'MEDICAL_DATA', table: 'patient_medical' },
} as const

/** The fields of a file by their use, and the columns that some of its rows clear. */
export type FileFields = {
  readonly command: BlockCommand
  readonly stored: readonly Field[]
  readonly compared: readonly Field[]
  readonly ignored: readonly Field[]
  readonly cleared: ReadonlySet<string>
}

export const listFileFields = (command: BlockCommand, { columns, cleared }: StagedBatch): FileFields => {
  const listByUse = (wanted: ColumnUse): readonly Field[] =>
    blockColumns[command].filter(({ use, field }) => use === wanted && columns.has(field.column)).map(({ field }) => field)
  return { command, stored: listByUse('store'), compared: listByUse('agree'), ignored: listByUse('keep'), cleared }
}

/** The stored value of a field, as SQL. */
export const storedValue = ({ table, column }: Field): string => `${alias[table]}."${column}"`

/** The value of a field after the import, as SQL: the row's value, NULL if the row clears it, else the stored one (REQ-IMP-04). */
export const importedValue = ({ cleared }: FileFields, field: Field): string => {
  const value = `coalesce(staged."${field.column}", ${storedValue(field)})`
  return cleared.has(field.column) ? `CASE WHEN '${field.column}' = ANY (staged.cleared) THEN NULL ELSE ${value} END` : value
}

const patientColumn = {
  patient: 'id',
  patient_identity: 'patient_id',
  patient_personal: 'patient_id',
  patient_medical: 'patient_id',
} as const satisfies Record<FieldTable, string>

/**
 * Joins tables of the record by the patient, and reads them for the patients in `among` only. Values that the centre must not see are
 * unknown there, for instance personal data without consent.
 */
export const buildJoins = (tables: readonly FieldTable[], patient: string, among?: string): string =>
  tables
    .map((table) => {
      const column = `${alias[table]}.${patientColumn[table]}`
      return `LEFT JOIN ${table} AS ${alias[table]} ON ${column} = ${patient}${among === undefined ? '' : ` AND ${column} = ${among}`}`
    })
    .join(' ')
