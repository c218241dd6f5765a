import type { Transaction } from '@registry/db/transaction'
import { followUpFields, followUps, parseMonths, type FollowUpField } from '@registry/domain/indicators/indicators'
import { getField } from '@registry/domain/fields/dictionary'
import { buildStoredDay, storedValue } from './stored-record.ts'

/** Whether the indicators count a patient, as SQL. */
export const isCounted = '(patient.c_db AND patient.c_db_no_notification IS NULL)'

/** Whether a patient's values are measured again, as SQL: not without the clinical data, and not after death. */
export const isFollowedUp = `(${isCounted} AND medical.patient_id IS NOT NULL AND ${storedValue(getField('DEAD_DATE'))} IS NULL)`

/** Whether nothing is known of a patient's health for so long, as SQL (REQ-COH-09). */
const isNotSeen = (months: number): string =>
  `coalesce((SELECT seen.day FROM last_seen AS seen WHERE seen.patient_id = patient.id) < $2::date - make_interval(months => ${months}), true)`

/** Whether a value is to measure again on the day $2, as SQL: one rule for the indicator and for the list of its patients (REQ-CRF-12). */
export const buildOverdue = (name: FollowUpField, months: number): string => {
  if (name === 'LAST_SEEN') return `(${isFollowedUp} AND ${isNotSeen(months)})`
  const field = getField(name)
  const isOld = `${buildStoredDay(field, '$2::date')} < $2::date - make_interval(months => ${months})`
  return `(${isFollowedUp} AND (${storedValue(field)} IS NULL OR ${isOld}))`
}

export type FollowUpMonths = Readonly<Record<FollowUpField, number>>

/** The intervals of the settings, in months. */
export const readFollowUpMonths = async ({ sql }: Transaction): Promise<FollowUpMonths> => {
  const rows = await sql<{ key: string; value: string }[]>`
    SELECT key, value FROM setting WHERE key = ANY (${followUpFields.map((name) => followUps[name].setting)})`
  const read = (name: FollowUpField): number => parseMonths(name, rows.find(({ key }) => key === followUps[name].setting)?.value)
  return {
    FERRITIN_LAST: read('FERRITIN_LAST'),
    T2_HEART_LAST: read('T2_HEART_LAST'),
    LIC_LAST: read('LIC_LAST'),
    LAST_SEEN: read('LAST_SEEN'),
  }
}
