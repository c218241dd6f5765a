import type { ReferenceTable } from '../reference/tables.ts'

/** The types of fields. Every consumer of the dictionary is a table closed over this union. So a new type is a compile error. */
export type FieldType = 'string' | 'integer' | 'float' | 'date' | 'boolean' | 'choice' | 'choices'

/** One text in both languages of the product. */
export type Translations = { readonly it: string; readonly en: string }

/** The data domains of a record, by their legacy names. */
export type DataDomain = 'PATIENT' | 'MEDICAL_DATA'

/** The database table of a field. `patient` and `patient_identity` contain the registration by the centre. */
export type FieldTable = 'patient' | 'patient_identity' | 'patient_personal' | 'patient_medical'

/**
 * A condition on the value of another field. An unknown value meets `isNot`, and `is` with `orUnknown`.
 * `includes` is met by a choice whose components contain the text, such as a regimen with a drug.
 */
export type FieldCondition = { readonly field: string } & (
  | { readonly is: string | boolean; readonly orUnknown?: true }
  | { readonly isNot: string }
  | { readonly isGiven: true }
  | { readonly includes: string }
)

/**
 * One entry of the field dictionary.
 * Limits of numbers are in `unit`. Limits of dates are ISO days, and `today` is the day of the check.
 * A value outside `min` and `max` is rejected. Outside `warnMin` and `warnMax` it is accepted with a warning.
 */
export type FieldDefinition = {
  readonly type: FieldType
  readonly label: Translations
  readonly hint?: Translations
  readonly table?: FieldTable
  /** The column of the database, if it is not the name in lower case. */
  readonly column?: string
  readonly referenceTable?: ReferenceTable
  readonly unit?: string
  readonly min?: number | string
  readonly max?: number | string
  readonly warnMin?: number | string
  readonly warnMax?: number | string
  readonly maxLength?: number
  readonly required?: true
  readonly requiredWhen?: { readonly field: string; readonly is?: string }
  /** The form shows the field, and completeness counts it, only under this condition (REQ-CRF-18). */
  readonly appliesWhen?: FieldCondition
  /** The field whose value the form proposes for this one (REQ-CRF-19). */
  readonly proposedFrom?: string
  readonly derived?: true
  /** Filters compute the value at each run, and nothing stores it (REQ-FIL-25). */
  readonly computed?: true
  /** A personal value that also needs the consent to medical data. */
  readonly needsMedical?: true
  /** The codes of a choice without a reference table. Each is its own label. */
  readonly codes?: readonly string[]
  readonly personal?: true
  readonly filterable?: false
  /** Filters and exports use only this many first characters of the value (REQ-EXP-05). */
  readonly exportedLength?: number
  readonly loinc?: string
}

export type Section = Readonly<Record<string, FieldDefinition>>
