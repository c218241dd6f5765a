import type { Transaction } from '@registry/db/transaction'

/** Numbers of unique rows, and of rows in groups under five (unique rows included). */
export type SmallGroups = { readonly alone: number; readonly inSmallGroups: number }

/** A group of fewer rows is a small group (REQ-EXP-04). */
const minGroupSize = 5

/**
 * Counts the selected patients in small groups of the same age, sex, area, region of birth and genotype (REQ-EXP-04). Filters have no date
 * of birth, so the query reads the tables, with the row security of the caller.
 */
export const countSmallGroups = async ({ sql }: Transaction, patientIds: string, today: string): Promise<SmallGroups> => {
  const [counted] = await sql<SmallGroups[]>`
    SELECT coalesce(sum(alike) FILTER (WHERE alike = 1), 0)::int AS alone,
      coalesce(sum(alike) FILTER (WHERE alike < ${minGroupSize}), 0)::int AS "inSmallGroups"
    FROM (
      SELECT count(*) AS alike
      FROM unnest(string_to_array(${patientIds}, ',')::integer[]) AS chosen (id)
      LEFT JOIN patient_personal AS personal ON personal.patient_id = chosen.id AND personal.consented
      LEFT JOIN patient_medical AS medical ON medical.patient_id = chosen.id AND medical.consented
      GROUP BY extract(year FROM age(${today}::date, personal.dob)), personal.sex, personal.address_area, personal.lob_region, medical.genotype
    ) AS groups`
  return counted ?? { alone: 0, inSmallGroups: 0 }
}
