import type { Transaction } from '@registry/db/transaction'

const columns = ['lic_last', 't2_heart_last', 't2_liver_last']

/** The last day on which the record of `medical` got another LIC or T2*, as SQL; null without one. */
export const lastMri = `(SELECT (max(saved.at) AT TIME ZONE 'Europe/Rome')::date
  FROM (SELECT at, ${columns.map((name) => `${name}, lag(${name}) OVER by_version AS ${name}_before`).join(', ')}
    FROM patient_medical_version WHERE patient_id = medical.patient_id WINDOW by_version AS (ORDER BY version)) AS saved
  WHERE ${columns.map((name) => `(${name} IS NOT NULL AND ${name} IS DISTINCT FROM ${name}_before)`).join(' OR ')})`

export const findLastMri = async ({ sql }: Transaction, patientId: number): Promise<string | null> => {
  // The statement is constant (THREAT-03).
  const [last] = await sql.unsafe<{ day: string | null }[]>(
    `SELECT ${lastMri}::text AS day FROM patient_medical AS medical WHERE medical.patient_id = $1`,
    [patientId],
  )
  return last?.day ?? null
}
