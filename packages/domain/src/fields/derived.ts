import { sections, type FieldName } from './dictionary.ts'
import type { PatientRecord } from './values.ts'

/** The boolean fields that COMPLICATIONS_NUM counts (REQ-CRF-05). */
export const complicationFlags: readonly FieldName[] = (
  Object.keys(sections.Complications) as (keyof typeof sections.Complications)[]
).filter((name) => name !== 'COMPLICATIONS_NUM')

/** Counts the true complications, or returns `null` if there is none (RULE-33). The database computes the same at every save. */
export const countComplications = (record: PatientRecord): number | null =>
  complicationFlags.filter((name) => record[name] === true).length || null
