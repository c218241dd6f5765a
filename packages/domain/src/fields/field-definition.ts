import type { ReferenceTable } from '../reference/tables.ts'

/** The kinds of value a field can hold; every consumer of the dictionary is a table closed over this union (D13). */
export type FieldType = 'string' | 'integer' | 'float' | 'date' | 'boolean' | 'choice' | 'choices'

/** The same words in both languages of the product. */
export type Translations = { readonly it: string; readonly en: string }

/** The block as the legacy paths name it. */
export type Block = 'PATIENT' | 'MEDICAL_DATA'

/** The table that holds a field. `patient` and `patient_identity` are the centre's own registration (D5). */
export type FieldTable = 'patient' | 'patient_identity' | 'patient_personal' | 'patient_medical'

/**
 * One entry of the field dictionary (D13).
 * Limits of numbers are in `unit`; limits of dates are ISO days, and `today` means the day of the check.
 * Outside `min`/`max` a value is refused; outside `warnMin`/`warnMax` it is accepted with a warning (D14).
 */
export type FieldDefinition = {
  readonly type: FieldType
  readonly label: Translations
  readonly hint?: Translations
  readonly table?: FieldTable
  readonly referenceTable?: ReferenceTable
  readonly unit?: string
  readonly min?: number | string
  readonly max?: number | string
  readonly warnMin?: number | string
  readonly warnMax?: number | string
  readonly maxLength?: number
  readonly required?: true
  readonly requiredWhen?: { readonly field: string; readonly is?: string }
  readonly derived?: true
  readonly personal?: true
  readonly filterable?: false
  /** Filters and exports know only so many first characters of the value (D10). */
  readonly exportedLength?: number
  readonly loinc?: string
}

export type Section = Readonly<Record<string, FieldDefinition>>
