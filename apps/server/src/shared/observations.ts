import type { observationSources } from '@registry/domain/observations/observation'
import type { Transaction } from '@registry/db/transaction'
import type { Observation } from '@registry/domain/observations/observation'
import type { ErrorCode } from '@registry/domain/error-messages'
import { computedStatistics } from '@registry/domain/observations/analytes'
import { checkRecords, type RecordsToCheck } from './record-checks/check-records.ts'

/** A result that a file, a form or a program sends about a patient of the centre. */
export type SentObservation = Observation & { readonly row: number; readonly patientId: number }
type Outcome = 'added' | 'unchanged' | 'sample'

const toColumns = ({ takenOn, standardValue, ...others }: Observation) => ({ ...others, taken_on: takenOn, standard_value: standardValue })

/**
 * The results whose day precedes the birth or follows the death. Row security hides a birth without consent, so it decides nothing then
 * (REQ-OBS-02).
 */
export const findDayErrors = async (
  { sql }: Transaction,
  sent: readonly Pick<SentObservation, 'row' | 'patientId' | 'takenOn'>[],
): Promise<ReadonlyMap<number, ErrorCode>> => {
  const rows = sent.map(({ row, patientId, takenOn }) => ({ row, patient: patientId, day: takenOn }))
  const found = await sql<{ row: number; early: boolean }[]>`
    SELECT sent.row, (sent.day < personal.dob) IS TRUE AS early
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS sent (row integer, patient integer, day date)
    LEFT JOIN patient_personal AS personal ON personal.patient_id = sent.patient LEFT JOIN patient_medical AS medical ON medical.patient_id = sent.patient
    WHERE sent.day < personal.dob OR sent.day > medical.dead_date`
  return new Map(found.map(({ row, early }) => [row, early ? 'observation_before_birth' : 'observation_after_death']))
}

/** Adds results of patients whose medical data the centre may write. Returns the outcome of each row. */
export const addObservations = async (
  { sql }: Transaction,
  source: (typeof observationSources)[number],
  sent: readonly SentObservation[],
): Promise<ReadonlyMap<number, Outcome>> => {
  const rows = sent.map(({ row, patientId, ...result }) => ({ row_number: row, patient_id: patientId, ...toColumns(result) }))
  const outcomes = await sql<{ row: number; outcome: Outcome }[]>`
    SELECT row_number AS row, outcome FROM add_observations(${JSON.stringify(rows)}::text::jsonb, ${source})`
  return new Map(outcomes.map(({ row, outcome }) => [row, outcome]))
}

/** Corrects a result, or removes it without a new one. Returns what prevented it. */
export const correctObservation = async (
  { sql }: Transaction,
  source: (typeof observationSources)[number],
  { id, result, reason }: { readonly id: number; readonly result: Observation | null; readonly reason: string },
): Promise<'corrected' | 'ended' | 'present'> => {
  const row = result === null ? null : JSON.stringify(toColumns(result))
  const [found] = await sql<{ outcome: 'corrected' | 'ended' | 'present' }[]>`
    SELECT correct_observation(${id}::bigint, ${row}::text::jsonb, ${reason}, ${source}) AS outcome`
  if (!found) throw new Error('The correction has no outcome')
  return found.outcome
}

/** Computes the statistics of patients from their results, and returns the patients whose record changed (REQ-OBS-04). */
export const computeStatistics = async ({ sql }: Transaction, patients: readonly number[]): Promise<readonly number[]> => {
  const [found] = await sql<{ changed: number[] }[]>`SELECT compute_statistics(${[...patients]}::integer[]) AS changed`
  return found?.changed ?? []
}

/** Computes the statistics of a few patients, and checks their records at once, as after a save of the form. */
export const refreshStatistics = async (tx: Transaction, check: Omit<RecordsToCheck, 'changed'>): Promise<void> => {
  await computeStatistics(tx, check.patients)
  // RULE-40 compares the death with all results, also those without a statistic.
  await checkRecords(tx, { ...check, changed: [...computedStatistics.map(({ name }) => name), 'DEAD_DATE'] })
}
