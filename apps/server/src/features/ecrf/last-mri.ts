import type { Transaction } from '@registry/db/transaction'
import { getField } from '@registry/domain/fields/dictionary'

const analytes = ['LIC', 'T2_HEART', 'T2_LIVER'] as const
const columns = analytes.map((name) => getField(`${name}_LAST`).column)

/** The last day on which the record got another reported LIC or T2*: a computed one has the day of its result. */
const lastReport = `(SELECT (max(saved.at) AT TIME ZONE 'Europe/Rome')::date
  FROM (SELECT at, source, ${columns.map((name) => `${name}, lag(${name}) OVER by_version AS ${name}_before`).join(', ')}
    FROM patient_medical_version WHERE patient_id = medical.patient_id WINDOW by_version AS (ORDER BY version)) AS saved
  WHERE saved.source <> 'computed' AND (${columns.map((name) => `(${name} IS NOT NULL AND ${name} IS DISTINCT FROM ${name}_before)`).join(' OR ')}))`

/** The day of the last LIC or T2* of the record of `medical`, as SQL; null without one. */
export const lastMri = `greatest(${lastReport}, ${analytes
  .map(
    (name) => `(SELECT max(taken_on) FROM observation WHERE patient_id = medical.patient_id AND analyte = '${name}' AND ended_at IS NULL)`,
  )
  .join(', ')})`

export const findLastMri = async ({ sql }: Transaction, patientId: number): Promise<string | null> => {
  // The statement is constant (THREAT-03).
  const [last] = await sql.unsafe<{ day: string | null }[]>(
    `SELECT ${lastMri}::text AS day FROM patient_medical AS medical WHERE medical.patient_id = $1`,
    [patientId],
  )
  return last?.day ?? null
}
