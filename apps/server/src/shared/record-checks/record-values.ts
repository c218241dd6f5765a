import { quotedLiterals } from '@registry/db/sql/expression'
import type { Transaction } from '@registry/db/transaction'
import { getField, type Field, type FieldName } from '@registry/domain/fields/dictionary'
import { canMissForReason, missingCellPrefix } from '@registry/domain/fields/missing'
import type { PatientRecord } from '@registry/domain/fields/values'
import { selectOfPatients } from './find-failures.ts'
import { alias, selectRecords, storedValue } from './stored-record.ts'

/** A value as JSON, or the cell of the reason why it is missing (REQ-CRF-16). */
const valueOrReason = (field: Field): string => {
  const value = `to_jsonb(${storedValue(field)})`
  if (!canMissForReason(field)) return value
  const reason = `${alias[field.table]}.missing_reasons ->> '${field.column}'`
  return `coalesce(${value}, to_jsonb(${quotedLiterals(missingCellPrefix, 'text')} || (${reason})))`
}

/** The current values of fields, by patient. Values of a section that is hidden from the caller are empty. */
export const readRecordValues = async (
  tx: Transaction,
  names: readonly FieldName[],
  patients: readonly number[],
): Promise<ReadonlyMap<number, PatientRecord>> => {
  if (names.length === 0 || patients.length === 0) return new Map()
  const columns = names.map((name) => `${valueOrReason(getField(name))} AS "${name}"`)
  const records = await selectOfPatients<PatientRecord & { patient: number }>(
    tx,
    `SELECT identity.patient_id AS patient, ${columns.join(', ')} ${selectRecords} WHERE identity.patient_id = ANY ($1)`,
    patients,
  )
  return new Map(records.map(({ patient, ...values }) => [patient, values]))
}
