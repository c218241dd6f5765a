import type { Field } from '@registry/domain/fields/dictionary'
import { dataDomainColumns, type DataDomainCommand, type ColumnUse } from '@registry/domain/imports/columns'
import { storedValue } from '../../shared/record-checks/stored-record.ts'
import type { StagedBatch } from './import-plan.ts'

/** The section that each command writes. */
export const dataDomains = {
  putPersonalData: { dataDomain: 'PATIENT', table: 'patient_personal' },
  putMedicalData: { dataDomain: 'MEDICAL_DATA', table: 'patient_medical' },
} as const

/** The fields of a file by their use, and the columns that some of its rows clear. */
export type FileFields = {
  readonly command: DataDomainCommand
  readonly stored: readonly Field[]
  readonly compared: readonly Field[]
  readonly ignored: readonly Field[]
  readonly cleared: ReadonlySet<string>
}

export const listFileFields = (command: DataDomainCommand, { columns, cleared }: StagedBatch): FileFields => {
  const listByUse = (wanted: ColumnUse): readonly Field[] =>
    dataDomainColumns[command].filter(({ use, field }) => use === wanted && columns.has(field.column)).map(({ field }) => field)
  return { command, stored: listByUse('store'), compared: listByUse('agree'), ignored: listByUse('keep'), cleared }
}

/** The value of a field after the import, as SQL: the row's value, NULL if cleared, else the stored one (REQ-IMP-04). */
export const importedValue = ({ cleared }: FileFields, field: Field): string => {
  const value = `coalesce(staged."${field.column}", ${storedValue(field)})`
  return cleared.has(field.column) ? `CASE WHEN '${field.column}' = ANY (staged.cleared) THEN NULL ELSE ${value} END` : value
}

/** True where the row changes the field, as SQL. */
export const valueDiffers = (file: FileFields, field: Field): string =>
  file.cleared.has(field.column)
    ? `${importedValue(file, field)} IS DISTINCT FROM ${storedValue(field)}`
    : `(staged."${field.column}" IS NOT NULL AND staged."${field.column}" IS DISTINCT FROM ${storedValue(field)})`
