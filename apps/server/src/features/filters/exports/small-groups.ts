import type { Transaction } from '@registry/db/transaction'
import { minGroupSize } from '@registry/domain/access/small-groups'
import { listBandLimits } from '@registry/domain/fields/age-bands'
import { ageBandYears } from '@registry/domain/filter/generalise'
import type { Areas } from '../filter-query.ts'

/** Counts of unique rows, and of rows in groups under five (unique rows included). */
export type SmallGroups = { readonly alone: number; readonly inSmallGroups: number }

/** The years of an age band in an exact export. */
const exportedBandYears = 5

type GroupOptions = {
  readonly today: string
  /** The names of the exported columns. Other columns make nobody unique. */
  readonly columns: readonly string[]
  /** Counts the groups of generalised values. */
  readonly areas?: Areas | undefined
}

/**
 * Counts patients in small groups of the same ages, years since diagnosis, months since last seen, sex, area, region of birth and genotype
 * (REQ-EXP-04). Their ids are one text with commas. Filters have no date of birth, so the query reads the tables, with the row security of
 * the caller.
 */
export const countSmallGroups = async (
  { sql }: Transaction,
  patientIds: string,
  { today, columns, areas }: GroupOptions,
): Promise<SmallGroups> => {
  const years = areas ? ageBandYears : exportedBandYears
  const months = areas ? 12 : 1
  const limits = `{${listBandLimits(years).join(',')}}`
  const known = JSON.stringify(areas ?? {})
  const has = (column: string): boolean => columns.includes(column)
  const [found] = await sql<SmallGroups[]>`
    SELECT coalesce(sum(patients) FILTER (WHERE patients = 1), 0)::integer AS alone,
      coalesce(sum(patients) FILTER (WHERE patients < ${minGroupSize}), 0)::integer AS "inSmallGroups"
    FROM (
      SELECT count(*) AS patients FROM unnest(string_to_array(${patientIds}, ',')::integer[]) AS selected (id)
      LEFT JOIN patient_personal AS personal ON personal.patient_id = selected.id AND personal.consented
      LEFT JOIN patient_medical AS medical ON medical.patient_id = selected.id AND medical.consented
      GROUP BY
        CASE WHEN ${has('AGE_BAND')}::boolean THEN width_bucket(extract(year FROM age(${today}::date, personal.dob))::integer, ${limits}::text::integer[]) END,
        CASE WHEN ${has('AGE_AT_DEATH_BAND')}::boolean THEN width_bucket(extract(year FROM age(medical.dead_date, personal.dob))::integer, ${limits}::text::integer[]) END,
        CASE WHEN ${has('YEARS_SINCE_DIAGNOSIS')}::boolean THEN extract(year FROM age(${today}::date, medical.dod)) END,
        CASE WHEN ${has('MONTHS_SINCE_LAST_SEEN')}::boolean THEN
          (SELECT (extract(year FROM away) * 12 + extract(month FROM away))::integer / ${months} FROM last_seen, age(${today}::date, day) AS away WHERE patient_id = medical.patient_id) END,
        CASE WHEN ${has('SEX')}::boolean THEN personal.sex END,
        CASE WHEN ${has('address_area')}::boolean THEN coalesce(${known}::text::jsonb ->> personal.address_area, personal.address_area) END,
        CASE WHEN ${has('lob_region')}::boolean THEN coalesce(${known}::text::jsonb ->> personal.lob_region, personal.lob_region) END,
        CASE WHEN ${has('GENOTYPE')}::boolean THEN medical.genotype END
    ) AS alike`
  return found ?? { alone: 0, inSmallGroups: 0 }
}
