import { fields, medicalFields, type Field, type FieldName, type SectionName } from '../fields/dictionary.ts'
import { parseMissingCell } from '../fields/missing.ts'
import type { PatientRecord } from '../fields/values.ts'
import type { Applicability } from '../rules/applies.ts'

/** The fields that the form of the e-CRF changes: the registration, the consents and derived values are not among them (REQ-CRF-06). */
export const editableFields: readonly Field[] = fields.filter(
  ({ table, derived }) => (table === 'patient_personal' || table === 'patient_medical') && derived !== true,
)

/** Puts a field after the one of its section that decides whether it applies, where a person looks for it. */
const placeAfterController = (own: readonly Field[]): readonly Field[] => {
  const precedes = (field: Field): boolean => own.findIndex(({ name }) => name === field.appliesWhen?.field) > own.indexOf(field)
  const late = own.filter(precedes)
  return own
    .filter((field) => !late.includes(field))
    .flatMap((field) => [field, ...late.filter(({ appliesWhen }) => appliesWhen?.field === field.name)])
}

/** The sections of the form, in the order of the dictionary. */
export const formSections: readonly { readonly section: SectionName; readonly fields: readonly Field[] }[] = [
  ...Map.groupBy(editableFields, ({ section }) => section),
].map(([section, own]) => ({ section, fields: placeAfterController(own) }))

/** The numbers that nobody can read and that the form keeps as typed. A save must not send them: the server reads another notation. */
export const listUnreadableNumbers = (changes: PatientRecord): readonly { readonly field: Field; readonly typed: string }[] =>
  editableFields.flatMap((field) => {
    const typed = changes[field.name]
    const isNumber = field.type === 'integer' || field.type === 'float'
    return isNumber && typeof typed === 'string' && parseMissingCell(typed) === undefined ? [{ field, typed }] : []
  })

/** The numbers of filled fields and of fields that apply to a record. A "No", a zero and a reason fill a field. */
export const countCompleteness = (
  own: readonly Field[],
  record: PatientRecord,
  { appliesTo }: Applicability,
): { readonly filled: number; readonly total: number } => {
  const applying = own.filter(({ name }) => appliesTo(name, record))
  return { filled: applying.filter(({ name }) => (record[name] ?? null) !== null).length, total: applying.length }
}

const complications = medicalFields.filter(({ section, type }) => section === 'Complications' && type === 'boolean')

/** COMPLICATIONS_NUM as the database counts it: null for none. */
export const countComplications = (record: PatientRecord): number | null =>
  complications.filter(({ name }) => record[name] === true).length || null

/** The required fields of a person that a record with personal data lacks. */
export const listMissingPerson = (record: PatientRecord): readonly FieldName[] =>
  (['DOB', 'SEX'] as const).filter((name) => (record[name] ?? null) === null)
