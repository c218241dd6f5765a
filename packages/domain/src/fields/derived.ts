import { sections, type FieldName } from './dictionary.ts'
import type { PatientRecord } from './values.ts'

/** The yes or no flags that COMPLICATIONS_NUM counts (spec 2, section 3). */
export const complicationFlags: readonly FieldName[] = (
  Object.keys(sections.Complications) as (keyof typeof sections.Complications)[]
).filter((name) => name !== 'COMPLICATIONS_NUM')

/** RULE-33 and D14: how many complications are true; `null` when none is. The database recomputes the same at every save. */
export const countComplications = (record: PatientRecord): number | null =>
  complicationFlags.filter((name) => record[name] === true).length || null
