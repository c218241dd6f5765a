import { medicalFields } from '@registry/domain/fields/dictionary'
import { observedAnalytes } from '@registry/domain/observations/analytes'
import { list, literal, today, type Statement } from './text.ts'

const dateColumns = list(medicalFields.flatMap(({ type, column }) => (type === 'date' ? [column] : [])))

/** The medical data as they were saved at a moment. */
const selectPast = (moment: string): string => `(SELECT patient_id FROM patient_medical) AS present CROSS JOIN LATERAL (
      SELECT value_sources, ${dateColumns} FROM patient_medical_version AS saved
      WHERE saved.patient_id = present.patient_id AND saved.at <= ${moment} ORDER BY saved.version DESC LIMIT 1) AS medical`

/**
 * Selects the newest day on which something is known of a patient's health: a dated result, a date of the clinical data, or a reported
 * statistic (REQ-COH-09). A record without dated results counts the day of its last save, because nothing else says when its values were
 * true; `dated` is then false. With a moment as SQL it is the day as it was known at that moment.
 */
export const selectLastSeen = (moment?: string): string => {
  const [from, holds, savedUntil] =
    moment === undefined
      ? ['patient_medical AS present', 'ended_at IS NULL', '']
      : [selectPast(moment), `recorded_at <= ${moment} AND (ended_at IS NULL OR ended_at > ${moment})`, ` AND saved.at <= ${moment}`]
  // One look-up in the index of the series for each analyte, whatever the number of results.
  const newestResult = `SELECT max(newest.day) AS day FROM unnest(ARRAY[${list(observedAnalytes.map(({ name }) => literal(name)))}]) AS analyte (name)
      CROSS JOIN LATERAL (SELECT max(taken_on) AS day FROM observation WHERE patient_id = present.patient_id AND analyte = analyte.name AND ${holds} OFFSET 0) AS newest`
  const lastReport = `SELECT max((mark.value ->> 'on')::date) FROM jsonb_each(value_sources) AS mark`
  const lastSave = `SELECT (max(saved.at) AT TIME ZONE 'Europe/Rome')::date FROM patient_medical_version AS saved
      WHERE saved.patient_id = present.patient_id AND saved.source <> 'computed'${savedUntil}`
  return `SELECT present.patient_id, result.day IS NOT NULL AS dated,
      least(greatest(result.day, ${dateColumns}, CASE WHEN result.day IS NULL THEN (${lastSave}) ELSE (${lastReport}) END),
        ${moment === undefined ? today : `(${moment} AT TIME ZONE 'Europe/Rome')::date`}) AS day
    FROM ${from} CROSS JOIN LATERAL (${newestResult}) AS result`
}

/** When a patient was last seen. The caller's row security applies to all of it. */
export const lastSeenStatements: readonly Statement[] = [
  `DROP VIEW IF EXISTS last_seen;
  CREATE VIEW last_seen WITH (security_invoker = true) AS
    ${selectLastSeen()}`,
]
