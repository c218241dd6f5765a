import type { Transaction } from '@registry/db/transaction'

/** Rows that no other row resembles, and rows in groups of fewer than five (those alone included), by what others may know of a person. */
export type SmallGroups = { readonly alone: number; readonly inSmallGroups: number }

/** The fewest rows that look alike for none of them to be a small group (D10). */
const enoughAlike = 5

/**
 * Counts how many of the chosen patients could be told apart by age, sex, area, birth region and genotype (D10). The day of birth is no
 * field of filters, so this reads the tables, under the row security of whoever exports.
 */
export const countSmallGroups = async ({ sql }: Transaction, patientIds: string, today: string): Promise<SmallGroups> => {
  const [counted] = await sql<SmallGroups[]>`
    SELECT coalesce(sum(alike) FILTER (WHERE alike = 1), 0)::int AS alone,
      coalesce(sum(alike) FILTER (WHERE alike < ${enoughAlike}), 0)::int AS "inSmallGroups"
    FROM (
      SELECT count(*) AS alike
      FROM unnest(string_to_array(${patientIds}, ',')::integer[]) AS chosen (id)
      LEFT JOIN patient_personal AS personal ON personal.patient_id = chosen.id AND personal.consented
      LEFT JOIN patient_medical AS medical ON medical.patient_id = chosen.id AND medical.consented
      GROUP BY extract(year FROM age(${today}::date, personal.dob)), personal.sex, personal.address_area, personal.lob_region, medical.genotype
    ) AS groups`
  return counted ?? { alone: 0, inSmallGroups: 0 }
}
