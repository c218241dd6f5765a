import { nameOwnCentre, type Transaction } from '@registry/db/transaction'

export type PatientCounts = {
  readonly registered: number
  readonly invited: number
  readonly withMedicalConsent: number
  readonly withPersonalConsent: number
  readonly withdrawn: number
}

export const countPatients = async (tx: Transaction): Promise<PatientCounts | undefined> => {
  const [counts] = await tx.sql<PatientCounts[]>`
    SELECT count(*)::int AS registered,
      count(*) FILTER (WHERE c_db IS NULL)::int AS invited,
      count(*) FILTER (WHERE c_db_m)::int AS "withMedicalConsent",
      count(*) FILTER (WHERE c_db_p)::int AS "withPersonalConsent",
      count(*) FILTER (WHERE c_db_no_notification IS NOT NULL)::int AS withdrawn
    FROM patient WHERE ${nameOwnCentre(tx)}`
  return counts
}
