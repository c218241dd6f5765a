import { medicalFields } from '@registry/domain/fields/dictionary'
import { observedAnalytes } from '@registry/domain/observations/analytes'
import { list, literal, today, type Statement } from './text.ts'

const dateColumns = list(medicalFields.flatMap(({ type, column }) => (type === 'date' ? [`medical.${column}`] : [])))

/** One look-up in the index of the series for each analyte, whatever the number of results. */
const newestResult = `SELECT max(newest.day) AS day FROM unnest(ARRAY[${list(observedAnalytes.map(({ name }) => literal(name)))}]) AS analyte (name)
      CROSS JOIN LATERAL (SELECT max(taken_on) AS day FROM observation WHERE patient_id = medical.patient_id AND analyte = analyte.name AND ended_at IS NULL OFFSET 0) AS newest`

const lastReport = `SELECT max((mark.value ->> 'on')::date) FROM jsonb_each(medical.value_sources) AS mark`
const lastSave = `SELECT (max(saved.at) AT TIME ZONE 'Europe/Rome')::date FROM patient_medical_version AS saved
      WHERE saved.patient_id = medical.patient_id AND saved.source <> 'computed'`

/**
 * The newest day on which something is known of a patient's health: a dated result, a date of the clinical data, or a reported statistic
 * (REQ-COH-09). A record without dated results counts the day of its last save, because nothing else says when its values were true;
 * `dated` is then false. The caller's row security applies to all of it.
 */
export const lastSeenStatements: readonly Statement[] = [
  `DROP VIEW IF EXISTS last_seen;
  CREATE VIEW last_seen WITH (security_invoker = true) AS
    SELECT medical.patient_id, result.day IS NOT NULL AS dated,
      least(greatest(result.day, ${dateColumns}, CASE WHEN result.day IS NULL THEN (${lastSave}) ELSE (${lastReport}) END),
        ${today}) AS day
    FROM patient_medical AS medical CROSS JOIN LATERAL (${newestResult}) AS result`,
]
