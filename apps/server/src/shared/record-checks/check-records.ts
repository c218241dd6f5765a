import type { Transaction } from '@registry/db/transaction'
import type { FieldName } from '@registry/domain/fields/dictionary'
import { buildRecordChecks } from '@registry/domain/rules/record-checks'
import { readReferenceValues } from '../reference-values.ts'
import { findFailures, listDataDomains, type Failure } from './find-failures.ts'

const openDiscrepancies = async ({ sql }: Transaction, centre: string, failures: readonly Failure[]): Promise<void> => {
  const rows = failures.map(({ patient, check, fingerprint }) => {
    const dataDomains = listDataDomains(check)
    // A check of the registration alone is part of the personal data.
    return {
      patient,
      key: check.key,
      fingerprint,
      medical: dataDomains.has('patient_medical'),
      personal: !dataDomains.has('patient_medical') || dataDomains.has('patient_personal'),
    }
  })
  // The order prevents a deadlock between two checks of the same records.
  await sql`
    INSERT INTO record_discrepancy (patient_id, centre_code, check_key, personal, medical, fingerprint)
    SELECT patient, ${centre}, key, personal, medical, fingerprint
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS failure (patient int, key text, personal boolean, medical boolean, fingerprint text)
    ORDER BY patient, key
    ON CONFLICT (patient_id, check_key) DO UPDATE SET
      fingerprint = excluded.fingerprint, state = 'open', opened_at = CASE WHEN record_discrepancy.state = 'open' THEN record_discrepancy.opened_at ELSE now() END,
      corrected_at = NULL, answer = NULL, answered_by = NULL, answered_at = NULL, closed_by = NULL, closed_at = NULL
    WHERE record_discrepancy.state IN ('corrected', 'closed') OR record_discrepancy.fingerprint <> excluded.fingerprint`
}

/** The discrepancies whose check is satisfied now. They remain until the centre closes them. */
const offerForClosing = async (
  { sql }: Transaction,
  patients: readonly number[],
  keys: readonly string[] | undefined,
  failures: readonly Failure[],
): Promise<void> => {
  await sql`
    UPDATE record_discrepancy SET state = 'corrected', corrected_at = now()
    WHERE patient_id = ANY (${[...patients]}) AND state IN ('open', 'answered') ${keys ? sql`AND check_key = ANY (${[...keys]})` : sql``}
      AND NOT EXISTS (
        SELECT FROM unnest(${failures.map(({ patient }) => patient)}::int[], ${failures.map(({ check }) => check.key)}::text[]) AS failure (patient_id, check_key)
        WHERE failure.patient_id = record_discrepancy.patient_id AND failure.check_key = record_discrepancy.check_key)`
}

export type RecordsToCheck = {
  readonly centre: string
  readonly patients: readonly number[]
  /** The changed fields. Without them every check runs. */
  readonly changed?: readonly FieldName[]
  readonly today: string
}

/** Checks stored records of a centre, opens new discrepancies, and offers those with correct values for closing (REQ-CRF-10). */
export const checkRecords = async (tx: Transaction, { centre, patients, changed, today }: RecordsToCheck): Promise<void> => {
  const all = buildRecordChecks(await readReferenceValues(tx), today)
  const checks = changed ? all.filter(({ reads }) => reads.some((name) => changed.includes(name))) : all
  if (checks.length === 0 || patients.length === 0) return
  const failures = await findFailures(tx, checks, today, patients)
  if (failures.length > 0) await openDiscrepancies(tx, centre, failures)
  await offerForClosing(tx, patients, changed && checks.map(({ key }) => key), failures)
}
