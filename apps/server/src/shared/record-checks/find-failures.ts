import { compileExpression, quotedLiterals } from '@registry/db/sql/expression'
import type { Transaction } from '@registry/db/transaction'
import { getField, type FieldName } from '@registry/domain/fields/dictionary'
import type { FieldTable } from '@registry/domain/fields/field-definition'
import type { PatientRecord } from '@registry/domain/fields/values'
import type { RecordCheck } from '@registry/domain/rules/record-checks'
import { alias, buildPreviousValue, buildStoredDay, buildStoredSource, newestResult, selectRecords, storedValue } from './stored-record.ts'

/** A record that fails a check, and a hash of the values that the check read. */
export type Failure = { readonly patient: number; readonly check: RecordCheck; readonly fingerprint: string }
type FoundFailure = { readonly patient: number; readonly number: number; readonly fingerprint: string }

export const listDataDomains = ({ reads }: RecordCheck): ReadonlySet<FieldTable> =>
  new Set(reads.map((name) => getField(name).table).filter((table) => table === 'patient_personal' || table === 'patient_medical'))

/** A check of a hidden section has no result: its values are unknown, not missing (REQ-CON-11). */
const dataDomainsAreVisible = (check: RecordCheck): string =>
  ['true', ...[...listDataDomains(check)].map((table) => `${alias[table]}.patient_id IS NOT NULL`)].join(' AND ')

const registeredBirthDate = 'identity.birth_date'

const fingerprint = (check: RecordCheck): string =>
  `jsonb_build_array(${[...check.reads.map((name) => storedValue(getField(name))), ...('differsFrom' in check ? [registeredBirthDate] : [])].join(', ')})`

/** A withdrawn record can no longer be corrected. */
const checkedPatients = 'identity.patient_id = ANY ($1) AND patient.c_db_no_notification IS NULL'

/** Runs a statement with the patients as its value. The statements consist of names and literals of the dictionary and the rules (THREAT-03). */
export const selectOfPatients = <Row extends object>({ sql }: Transaction, statement: string, patients: readonly number[]) =>
  sql.unsafe<Row[]>(statement, [[...patients]])

type Numbered<C> = readonly { readonly check: C; readonly number: number }[]
type StatementCheck = Exclude<RecordCheck, { isViolatedBy: unknown }>
type FunctionCheck = Extract<RecordCheck, { isViolatedBy: unknown }>

const buildViolation = (check: StatementCheck, today: string): string =>
  'differsFrom' in check
    ? `${storedValue(getField(check.fields[0]))} <> ${registeredBirthDate}`
    : compileExpression(check.violatedWhen, {
        bind: quotedLiterals,
        column: (field, moment) => (moment === 'record' ? storedValue(field) : buildPreviousValue(field)),
        recordedOn: buildStoredDay,
        source: buildStoredSource,
        newestResult,
        today,
      })

const findStatementFailures = async (
  tx: Transaction,
  checks: Numbered<StatementCheck>,
  today: string,
  patients: readonly number[],
): Promise<readonly FoundFailure[]> => {
  if (checks.length === 0) return []
  const failed = checks.map(
    ({ check, number }) => `CASE WHEN ${dataDomainsAreVisible(check)} AND ${buildViolation(check, today)} THEN ${number} END`,
  )
  const values = checks.map(({ check, number }) => `WHEN ${number} THEN ${fingerprint(check)}`)
  return selectOfPatients<FoundFailure>(
    tx,
    `SELECT identity.patient_id AS patient, failed.number, md5((CASE failed.number ${values.join(' ')} END)::text) AS fingerprint
    ${selectRecords} CROSS JOIN LATERAL unnest(array_remove(ARRAY[${failed.join(', ')}]::integer[], NULL)) AS failed (number)
    WHERE ${checkedPatients}`,
    patients,
  )
}

const findFunctionFailures = async (
  tx: Transaction,
  checks: Numbered<FunctionCheck>,
  patients: readonly number[],
): Promise<readonly FoundFailure[]> => {
  if (checks.length === 0) return []
  const names = [...new Set(checks.flatMap(({ check }) => check.reads))]
  const columns = [
    ...names.map((name: FieldName) => `${storedValue(getField(name))} AS "${name}"`),
    ...checks.map(
      ({ check, number }) =>
        `CASE WHEN ${dataDomainsAreVisible(check)} THEN md5(${fingerprint(check)}::text) END AS "fingerprint ${number}"`,
    ),
  ]
  const records = await selectOfPatients<PatientRecord & Readonly<Record<`fingerprint ${number}`, string | null>> & { patient: number }>(
    tx,
    `SELECT identity.patient_id AS patient, ${columns.join(', ')} ${selectRecords} WHERE ${checkedPatients}`,
    patients,
  )
  return records.flatMap((record) =>
    checks.flatMap(({ check, number }) => {
      const hash = record[`fingerprint ${number}`]
      return typeof hash === 'string' && check.isViolatedBy(record) ? [{ patient: record.patient, number, fingerprint: hash }] : []
    }),
  )
}

/** Finds the failed checks of stored records, as a set (REQ-CRF-10). The caller limits the number of patients. */
export const findFailures = async (
  tx: Transaction,
  checks: readonly RecordCheck[],
  today: string,
  patients: readonly number[],
): Promise<readonly Failure[]> => {
  const numbered = checks.map((check, number) => ({ check, number }))
  const statements = numbered.flatMap(({ check, number }) => ('isViolatedBy' in check ? [] : [{ check, number }]))
  const functions = numbered.flatMap(({ check, number }) => ('isViolatedBy' in check ? [{ check, number }] : []))
  const found = [
    ...(await findStatementFailures(tx, statements, today, patients)),
    ...(await findFunctionFailures(tx, functions, patients)),
  ]
  return found.flatMap(({ patient, number, fingerprint: hash }) => {
    const check = checks[number]
    return check ? [{ patient, check, fingerprint: hash }] : []
  })
}
