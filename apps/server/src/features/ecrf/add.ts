import type { Caller } from '@registry/api-contract/caller'
import type { NewPatient } from '@registry/api-contract/ecrf'
import type { Transaction } from '@registry/db/transaction'
import { AppError, validationError, type ErrorDetail } from '@registry/domain/error'
import type { RegistrationColumn } from '@registry/domain/imports/columns'
import type { Cell } from '@registry/tabular/table'
import type { RecordDiscrepancy, RecordWriter } from '../../shared/record-writer.ts'
import { toFormCode } from './form-code.ts'

const columns = {
  CENTER_ID: 'code',
  SURNAME: 'surname',
  NAME: 'name',
  LOGIN_MODE: 'loginMode',
  EMAIL: 'email',
  MOBILE_PREFIX: 'mobilePrefix',
  MOBILE: 'mobile',
  C_DB: 'authorised',
  BIRTH_DATE: 'birthDate',
  GUARDIAN_SURNAME: 'guardianSurname',
  GUARDIAN_NAME: 'guardianName',
  GUARDIAN_EMAIL: 'guardianEmail',
  GUARDIAN_MOBILE: 'guardianMobile',
} as const satisfies Partial<Record<RegistrationColumn, keyof NewPatient>>
const columnNames = Object.keys(columns) as (keyof typeof columns)[]

const isColumn = (name: string | undefined): name is keyof typeof columns => name !== undefined && Object.hasOwn(columns, name)

const toFieldError = ({ field, code, params }: RecordDiscrepancy): readonly [string, ErrorDetail] => [
  isColumn(field) ? columns[field] : 'code',
  { code: toFormCode(code), ...(params && { params }) },
]

const isKnown = async ({ sql }: Transaction, centre: string, code: string): Promise<boolean> =>
  (await sql`SELECT FROM patient_identity WHERE centre_code = ${centre} AND centre_patient_code = ${code}`).length > 0

/**
 * Registers and invites a patient (REQ-PAT-01, REQ-PAT-08). Returns the warnings and the number of patients that the centre registered in
 * 24 hours.
 * @throws AppError record_code_in_use; validation_failed with the error of each field
 */
export const addPatient = async (
  writer: RecordWriter,
  tx: Transaction,
  caller: Caller,
  { centre, ...typed }: Omit<NewPatient, 'centre'> & { readonly centre: string },
): Promise<{ readonly newInADay: number; readonly warnings: readonly RecordDiscrepancy[] }> => {
  if (await isKnown(tx, centre, typed.code)) throw new AppError('record_code_in_use', undefined, { code: { code: 'record_code_in_use' } })
  const cells = columnNames.flatMap((column): [RegistrationColumn, Cell][] => {
    const value = typed[columns[column]]
    return value === undefined ? [] : [[column, String(value)]]
  })
  const { found, newInADay = 0 } = await writer.register(tx, caller, centre, new Map(cells))
  if (found.rejections.length > 0) throw validationError(Object.fromEntries(found.rejections.toReversed().map(toFieldError)))
  return {
    newInADay,
    warnings: found.warnings.map((warning) => ({ ...warning, field: isColumn(warning.field) ? columns[warning.field] : 'code' })),
  }
}
