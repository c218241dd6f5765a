import type { Field, FieldName } from '../fields/dictionary.ts'

/**
 * Coarser values of an export: days as years, ages in ten years, months in whole years, regions and centres as areas, a postcode by its first
 * digit (REQ-EXP-06).
 */
export type Coarser = 'year' | 'ten years' | 'twelve months' | 'area' | 'first digit'

/** Returns how a field becomes coarser; undefined for a field that stays as it is. */
export const findCoarser = ({ name, type, referenceTable }: Pick<Field, 'name' | 'type' | 'referenceTable'>): Coarser | undefined => {
  if (type === 'date') return 'year'
  if (name === 'AGE_BAND' || name === 'AGE_AT_DEATH_BAND') return 'ten years'
  if (name === 'MONTHS_SINCE_LAST_SEEN') return 'twelve months'
  if (name === 'center_code' || referenceTable === 'svc_region') return 'area'
  return name === 'address_zip' ? 'first digit' : undefined
}

/** The years of an age band in the groups of a coarser export. */
export const ageBandYears = 10

const recognisingFields: readonly FieldName[] = [
  'AGE_BAND',
  'AGE_AT_DEATH_BAND',
  'YEARS_SINCE_DIAGNOSIS',
  'MONTHS_SINCE_LAST_SEEN',
  'SEX',
  'address_area',
  'lob_region',
  'GENOTYPE',
]

/** Lists the exported fields by which patients can be recognised. Other columns make nobody unique (REQ-EXP-04). */
export const listRecognisingFields = (exported: readonly FieldName[]): readonly FieldName[] =>
  recognisingFields.filter((name) => exported.includes(name))

/** The length of a reason, in characters. */
export const reasonMin = 10
export const reasonMax = 500

/** Patients of an export, and how many of them are unique or in groups under five. */
export type ExportRisk = { readonly patients: number; readonly alone: number; readonly inSmallGroups: number }

/** Exact values of unique patients are exported only with a reason, which the manifest keeps (REQ-EXP-07). */
export const needsReason = ({ alone }: ExportRisk): boolean => alone > 0
