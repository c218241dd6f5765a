import type { Source, ValueChange } from '../ecrf/history.ts'
import { toItalianDay } from '../ecrf/record-days.ts'
import { type FieldName, fields as allFields } from '../fields/dictionary.ts'
import { type MissingReason, type MissingValues, withMissingCells } from '../fields/missing.ts'
import type { PatientRecord, Value } from '../fields/values.ts'
import { observedAnalytes } from '../observations/analytes.ts'
import type { Applicability } from '../rules/applies.ts'
import { findOwnBand, type OwnBand } from './bands.ts'
import { getOwnSection, ownSectionNames, type OwnSectionName } from './sections.ts'

/** A value of the patient's record: its reason if it is missing, and the day and source of its last change. */
export type OwnField = {
  readonly field: FieldName
  readonly value: Value
  readonly missing: MissingReason | null
  /**
   * False for a field that nobody misses: one that other values make meaningless, such as the date of an operation that did not happen,
   * and one that the registry calculates from others.
   */
  readonly applies: boolean
  readonly day: string | null
  readonly source: Source | null
  readonly band: OwnBand | null
  /** The day from which the patient reads a new value or reason, which is absent until then; otherwise null. */
  readonly readableFrom: string | null
}

export type OwnSectionValues = {
  readonly section: OwnSectionName
  /** Whether centre and researchers may use the section. */
  readonly inUse: boolean
  readonly fields: readonly OwnField[]
}

export type OwnRecordSource = {
  readonly values: PatientRecord
  readonly missing: MissingValues
  /** The oldest first. */
  readonly changes: readonly Pick<ValueChange, 'field' | 'at' | 'source' | 'new'>[]
  /** The fields whose values are delayed, each with the day from which it is readable. */
  readonly delayed?: ReadonlyMap<FieldName, string>
}

/** Fields that the registry calculates. Of an analyte, a centre can leave out the value of the visit. */
const calculated: ReadonlySet<FieldName> = new Set([
  ...observedAnalytes.flatMap(({ field, statistics }) => statistics.map((each) => each.field.name).filter((name) => name !== field.name)),
  ...allFields.flatMap(({ name, derived }) => (derived ? [name] : [])),
])

/** Builds the sections of a patient's own record, with and without consent: stored data are readable (REQ-PAT-25). */
export const buildOwnRecord = (
  { values, missing, changes, delayed }: OwnRecordSource,
  { appliesTo }: Applicability,
  today: string,
): readonly OwnSectionValues[] => {
  const lastChanges = new Map(changes.map((change) => [change.field, change]))
  const record = withMissingCells(values, missing)
  return ownSectionNames.map((section) => {
    const { consent, fields } = getOwnSection(section)
    return {
      section,
      inUse: consent === undefined || values[consent] === true,
      fields: fields.map((field): OwnField => {
        const value = values[field] ?? null
        const reason = missing[field] ?? null
        const change = value === null && reason === null ? undefined : lastChanges.get(field)
        return {
          field,
          value,
          missing: reason,
          // Nobody misses the choice of a withdrawal.
          applies: field !== 'C_DB_NO_NOTIFICATION' && !calculated.has(field) && appliesTo(field, record),
          day: change ? toItalianDay(change.at) : null,
          source: change?.source ?? null,
          band: findOwnBand(field, values, today) ?? null,
          readableFrom: delayed?.get(field) ?? null,
        }
      }),
    }
  })
}
