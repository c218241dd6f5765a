import type { Complications } from '../clinical/complications.ts'
import type { Values } from '../clinical/values.ts'
import type { Day } from '../calendar.ts'

/** A day on which the centre saved the record of a patient, before its last save. */
export type Visit = {
  readonly day: Day
  /** Years from the visit to the last save. */
  readonly yearsAgo: number
  /** Years of age at the visit, and at the last save. */
  readonly age: number
  readonly ageNow: number
  /** The complications that the patient had by then. */
  readonly complications: Complications
}

/** A save of the medical record: the moment, and the values after it. */
export type Save = { readonly at: string; readonly values: Values }
