import type { Transaction } from '@registry/db/transaction'

/** Finds the patient code of the centre that equals an unknown code without letter case, blanks, `_` and `-`. */
export const findNearCodes = async ({ sql }: Transaction, unknown: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (unknown.length === 0) return new Map()
  const found = await sql<{ key: string; near: string }[]>`
    SELECT unknown.key, min(identity.centre_patient_code) AS near
    FROM unnest(${[...unknown]}::text[]) AS unknown (key)
    JOIN patient_identity AS identity ON lower(translate(identity.centre_patient_code, ' _-', '')) = lower(translate(unknown.key, ' _-', ''))
    WHERE identity.centre_code = (SELECT current_setting('app.centre'))
    GROUP BY unknown.key`
  return new Map(found.map(({ key, near }) => [key, near]))
}
