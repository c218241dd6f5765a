import type { LeftOut } from '@registry/api-contract/saved-filters'
import type { Transaction } from '@registry/db/transaction'

/** A row of `buildCountQuery`. */
export type FilterCounts = {
  readonly total: number
  readonly anonymous: number
  readonly no_consent: number
  readonly no_answer: number
  readonly no_value: number
}

/** Counts the visible patients that a filter leaves out, by reason: consent, missing answer or missing value (REQ-FIL-04). */
export const countLeftOut = async ({ sql }: Transaction, counted: FilterCounts | undefined): Promise<LeftOut> => {
  const [unregistered] = await sql<{ refused: number; unanswered: number }[]>`
    SELECT count(*) FILTER (WHERE NOT c_db)::int AS refused, count(*) FILTER (WHERE c_db IS NULL)::int AS unanswered FROM patient`
  return {
    noConsent: (unregistered?.refused ?? 0) + (counted?.no_consent ?? 0),
    noAnswer: (unregistered?.unanswered ?? 0) + (counted?.no_answer ?? 0),
    noValue: counted?.no_value ?? 0,
  }
}
